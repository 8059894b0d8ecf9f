package io.stepgraph.benchmarks;

import io.stepgraph.benchmarks.Figure.Measured;
import io.stepgraph.benchmarks.Goal.AtMost;
import io.stepgraph.benchmarks.Goal.AtMostTimes;
import io.stepgraph.benchmarks.Goal.Bound;
import io.stepgraph.benchmarks.Goal.TimesFaster;
import io.stepgraph.benchmarks.Goal.Told;
import io.stepgraph.benchmarks.postgres.Contender;
import io.stepgraph.benchmarks.postgres.PostgresBenchmark;
import io.stepgraph.benchmarks.sqlite.Disk;
import io.stepgraph.benchmarks.sqlite.ManyRunsBenchmark;
import io.stepgraph.benchmarks.sqlite.SqliteBenchmark;
import io.stepgraph.benchmarks.sqlite.SyncBenchmark;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The goals of steps that survive a power cut. */
final class StoreGoals {
    private static final String LOOP = "loop, Jackson, JDBC";
    private static final String SLOW_SYNCS = "a step of 64 runs at once, a sync takes 1 ms";

    private StoreGoals() {}

    static List<Goal> sqlite() {
        return Stream.of(Disk.values())
                .filter(Disk::isHere)
                .flatMap(disk -> Stream.concat(
                        Stream.of(2_000, 200_000, 2_000_000).map(bytes -> sqlite(disk, bytes)),
                        Stream.of(manyRuns(disk))))
                .toList();
    }

    static List<Goal> sync() {
        Disk disk = Disk.calmest();
        return List.of(
                syncs(1, disk, 1),
                syncs(64, disk, 0.05),
                new Goal(
                        Group.SYNC,
                        SLOW_SYNCS,
                        manyRuns("stepgraph", disk).withSlowSyncs(),
                        LOOP,
                        manyRuns("loop", disk).withSlowSyncs(),
                        new TimesFaster(25)));
    }

    static List<Goal> postgres() {
        return List.of(
                postgres(1, 2_000, LOOP, Contender.LOOP, new AtMostTimes(1.25)),
                postgres(1, 200_000, LOOP, Contender.LOOP, new AtMostTimes(1.7)),
                postgres(1, 2_000_000, LOOP, Contender.LOOP, new AtMostTimes(1.7)),
                postgres(32, 2_000, "the loop, 32 connections", Contender.LOOP, new TimesFaster(1.5)),
                postgres(1, 2_000, "DBOS Transact", Contender.DBOS, new TimesFaster(1.6)),
                postgres(32, 2_000, "DBOS Transact, 32 at once", Contender.DBOS, new TimesFaster(4)));
    }

    private static Goal sqlite(Disk disk, int bytes) {
        return new Goal(
                Group.SQLITE,
                "a step, " + Numbers.kilobytes(bytes) + (disk == Disk.REAL ? "" : ", no disk"),
                sqlite("stepgraph", disk, bytes),
                LOOP,
                sqlite("loop", disk, bytes),
                new AtMostTimes(disk == Disk.REAL ? onDisk(bytes) : withoutDisk(bytes)));
    }

    private static double onDisk(int bytes) {
        return bytes == 2_000 ? 1.25 : bytes == 200_000 ? 1.1 : 1.2;
    }

    private static double withoutDisk(int bytes) {
        return bytes == 2_000 ? 1.4 : 1.25;
    }

    private static Goal manyRuns(Disk disk) {
        return new Goal(
                Group.SQLITE,
                "a step of 64 runs at once, 2 kB" + (disk == Disk.REAL ? "" : ", no disk"),
                manyRuns("stepgraph", disk),
                LOOP,
                manyRuns("loop", disk),
                // Without a disk there is nothing to share a wait for.
                disk == Disk.REAL ? new TimesFaster(3) : new Told());
    }

    private static Measured manyRuns(String method, Disk disk) {
        return new Measured(ManyRunsBenchmark.class, method, Map.of("disk", disk.name()));
    }

    private static Measured sqlite(String method, Disk disk, int bytes) {
        return new Measured(
                SqliteBenchmark.class, method, Map.of("disk", disk.name(), "bytes", Integer.toString(bytes)));
    }

    private static Goal syncs(int runs, Disk disk, double limit) {
        return new Goal(
                Group.SYNC,
                syncsOf(runs),
                syncs("stepgraph", runs, disk),
                LOOP,
                syncs("loop", 1, disk),
                new AtMost(limit));
    }

    private static Figure syncs(String method, int runs, Disk disk) {
        return new Measured(SyncBenchmark.class, method, Map.of("runs", Integer.toString(runs), "disk", disk.name()))
                .withSlowSyncs()
                .counting("syncsPerCheckpoint", Unit.COUNT);
    }

    /** What {@link #sync} compares, if this machine cannot. */
    static List<Omission> syncLeftOut() {
        return Stream.ofNullable(SlowSyncs.whatIsMissing())
                .flatMap(missing -> Stream.of(syncsOf(1), syncsOf(64), SLOW_SYNCS)
                        .map(name -> new Omission(Group.SYNC, name, missing)))
                .toList();
    }

    private static String syncsOf(int runs) {
        return "syncs a checkpoint, " + (runs == 1 ? "1 run" : runs + " runs at once");
    }

    private static Goal postgres(int runs, int bytes, String against, Contender other, Bound bound) {
        return new Goal(
                Group.POSTGRES,
                "a step" + (runs == 1 ? "" : " of " + runs + " runs at once") + ", " + Numbers.kilobytes(bytes),
                postgres(Contender.STEPGRAPH, runs, bytes),
                against,
                postgres(other, runs, bytes),
                bound);
    }

    private static Figure postgres(Contender contender, int runs, int bytes) {
        return new Measured(
                        PostgresBenchmark.class,
                        "step",
                        Map.of(
                                "contender", contender.name(),
                                "runs", Integer.toString(runs),
                                "bytes", Integer.toString(bytes)))
                .per(runs);
    }
}
