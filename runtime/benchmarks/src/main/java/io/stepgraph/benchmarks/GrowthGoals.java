package io.stepgraph.benchmarks;

import io.stepgraph.benchmarks.Figure.Measured;
import io.stepgraph.benchmarks.Goal.AtMost;
import io.stepgraph.benchmarks.Goal.AtMostTimes;
import io.stepgraph.benchmarks.Goal.Told;
import io.stepgraph.benchmarks.growth.FullStoreBenchmark;
import io.stepgraph.benchmarks.growth.Ground;
import io.stepgraph.benchmarks.growth.LongRunBenchmark;
import io.stepgraph.benchmarks.waiting.WaitingBenchmark;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The goals of what may not grow: a step, however many came before, and what is held for runs that wait. */
final class GrowthGoals {
    private static final int MANY = 1_000_000;

    private GrowthGoals() {}

    static List<Goal> growth() {
        return Stream.concat(growth(Ground.Kind.SQLITE, "SQLite"), growth(Ground.Kind.POSTGRES, "Postgres"))
                .toList();
    }

    private static Stream<Goal> growth(Ground.Kind ground, String name) {
        return Stream.of(
                longRun(ground, name, 10_000, 2_000),
                longRun(ground, name, 10_000, 200_000),
                longRun(ground, name, 1_000, 2_000_000),
                new Goal(
                        Group.GROWTH,
                        name + ", 200 kB of 2,000 kB",
                        longRun(ground, 10, 2_000_000).per(10),
                        "of 200 kB",
                        longRun(ground, 10, 200_000),
                        new AtMostTimes(1.2)),
                new Goal(
                        Group.GROWTH,
                        name + ", a step after " + Numbers.plain(MANY) + " runs",
                        fullStore(ground, MANY),
                        "after 10 runs",
                        fullStore(ground, 10),
                        new AtMostTimes(1.2)));
    }

    static List<Goal> waiting() {
        return List.of(
                new Goal(
                        Group.WAITING,
                        "threads of 10,000 runs",
                        waiting(WaitingBenchmark.Keeper.SQLITE, "threads", Unit.COUNT),
                        "store in memory",
                        waiting(WaitingBenchmark.Keeper.MEMORY, "threads", Unit.COUNT),
                        new AtMost(0)),
                new Goal(
                        Group.WAITING,
                        "heap of a run, of 10,000",
                        waiting(WaitingBenchmark.Keeper.SQLITE, "heapPerRun", Unit.BYTES),
                        "store in memory",
                        waiting(WaitingBenchmark.Keeper.MEMORY, "heapPerRun", Unit.BYTES),
                        new Told()));
    }

    private static Goal longRun(Ground.Kind ground, String name, int steps, int bytes) {
        return new Goal(
                Group.GROWTH,
                name + ", a step after " + Numbers.plain(steps) + ", " + Numbers.kilobytes(bytes),
                longRun(ground, steps, bytes),
                "a step after 10",
                longRun(ground, 10, bytes),
                new AtMostTimes(1.2));
    }

    private static Measured longRun(Ground.Kind ground, int steps, int bytes) {
        return new Measured(
                LongRunBenchmark.class,
                "step",
                Map.of("ground", ground.name(), "steps", Integer.toString(steps), "bytes", Integer.toString(bytes)));
    }

    private static Measured fullStore(Ground.Kind ground, int ended) {
        return new Measured(
                FullStoreBenchmark.class, "step", Map.of("ground", ground.name(), "ended", Integer.toString(ended)));
    }

    private static Measured waiting(WaitingBenchmark.Keeper keeper, String counter, Unit unit) {
        return new Measured(WaitingBenchmark.class, "waiting", Map.of("keeper", keeper.name(), "runs", "10000"))
                .counting(counter, unit);
    }
}
