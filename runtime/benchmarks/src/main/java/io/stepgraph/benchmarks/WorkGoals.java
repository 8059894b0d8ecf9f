package io.stepgraph.benchmarks;

import io.stepgraph.benchmarks.Figure.Measured;
import io.stepgraph.benchmarks.Goal.AtMostMillis;
import io.stepgraph.benchmarks.Goal.AtMostTimes;
import io.stepgraph.benchmarks.Goal.Bound;
import io.stepgraph.benchmarks.Goal.TimesFaster;
import io.stepgraph.benchmarks.Goal.Told;
import io.stepgraph.benchmarks.answer.AnswerBenchmark;
import io.stepgraph.benchmarks.database.Database;
import io.stepgraph.benchmarks.effects.EffectBenchmark;
import io.stepgraph.benchmarks.effects.Payer;
import io.stepgraph.benchmarks.engines.EngineBenchmark;
import io.stepgraph.benchmarks.engines.EngineKind;
import io.stepgraph.benchmarks.queue.Contender;
import io.stepgraph.benchmarks.queue.FairnessBenchmark;
import io.stepgraph.benchmarks.queue.QueueBenchmark;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The goals of what an agent does beyond steps: effects, queued runs, answers from elsewhere. */
final class WorkGoals {
    private static final double EFFECT_LIMIT = 1.3;
    private static final int OTHERS = 8;

    private WorkGoals() {}

    static List<Goal> effects() {
        return Stream.concat(
                        Stream.of(Database.Kind.values())
                                .filter(Database.Kind::isHere)
                                .flatMap(WorkGoals::effectsAgainstLoop),
                        Stream.of(
                                effectOnPostgres(1, "DBOS Transact", Payer.DBOS, new Told()),
                                effectOnPostgres(32, "DBOS Transact", Payer.DBOS, new Told()),
                                sameKeyOnPostgres(1, new TimesFaster(0.9)),
                                sameKeyOnPostgres(32, new TimesFaster(2)),
                                effectOnPostgres(32, "loop, 32 connections", Payer.LOOP, new Told())))
                .toList();
    }

    private static Stream<Goal> effectsAgainstLoop(Database.Kind kind) {
        // Without a disk there is nothing left of the loop but SQLite: that is good to know, and no goal.
        Bound bound = kind == Database.Kind.SQLITE_NO_DISK ? new Told() : new AtMostTimes(EFFECT_LIMIT);
        return Stream.of(
                effect(1, kind, Payer.STEPGRAPH, "loop, Jackson, JDBC", Payer.LOOP, bound),
                effect(1, kind, Payer.SAME_KEY, "default policy", Payer.STEPGRAPH, new Told()));
    }

    private static Goal effectOnPostgres(int runs, String against, Payer other, Bound bound) {
        return effect(runs, Database.Kind.POSTGRES, Payer.STEPGRAPH, against, other, bound);
    }

    /** The policy that promises what DBOS Transact promises: after a crash, it calls again. */
    private static Goal sameKeyOnPostgres(int runs, Bound bound) {
        return effect(runs, Database.Kind.POSTGRES, Payer.SAME_KEY, "DBOS Transact", Payer.DBOS, bound);
    }

    private static Goal effect(int runs, Database.Kind kind, Payer ours, String against, Payer other, Bound bound) {
        return new Goal(
                Group.EFFECTS,
                kind.label() + ", an effect" + (ours == Payer.SAME_KEY ? " with the same key" : "")
                        + (runs == 1 ? "" : ", " + runs + " runs at once"),
                effect(ours, kind, runs),
                against,
                effect(other, kind, runs),
                bound);
    }

    private static Figure effect(Payer payer, Database.Kind kind, int runs) {
        return new Measured(
                        EffectBenchmark.class,
                        "step",
                        Map.of("payer", payer.name(), "kind", kind.name(), "runs", Integer.toString(runs)))
                .per(runs);
    }

    static List<Goal> queue() {
        return Stream.concat(
                        Stream.of(1, 2, 4)
                                .flatMap(workers -> Stream.of(
                                        queue(workers, "DBOS Transact", Contender.DBOS, new TimesFaster(1.8)),
                                        queue(workers, "db-scheduler, no steps", Contender.DB_SCHEDULER, new Told()))),
                        Stream.of(
                                moreWorkers(2),
                                moreWorkers(4),
                                new Goal(
                                        Group.QUEUE,
                                        "runs of a tenant with 10,000 before another's",
                                        fairness(Contender.STEPGRAPH),
                                        "db-scheduler, no tenants",
                                        fairness(Contender.DB_SCHEDULER),
                                        new Told())))
                .toList();
    }

    private static Goal moreWorkers(int workers) {
        return new Goal(
                Group.QUEUE,
                "runs of 3 steps, " + workers + " workers",
                queue(Contender.STEPGRAPH, workers),
                "1 worker",
                queue(Contender.STEPGRAPH, 1),
                new TimesFaster(1));
    }

    private static Goal queue(int workers, String against, Contender other, Bound bound) {
        return new Goal(
                Group.QUEUE,
                "runs of 3 steps, " + workers + (workers == 1 ? " worker" : " workers"),
                queue(Contender.STEPGRAPH, workers),
                against,
                queue(other, workers),
                bound);
    }

    private static Figure queue(Contender contender, int workers) {
        return new Measured(
                QueueBenchmark.class,
                "items",
                Map.of("contender", contender.name(), "workers", Integer.toString(workers)),
                null,
                Unit.RATE,
                false);
    }

    private static Figure fairness(Contender contender) {
        return new Measured(FairnessBenchmark.class, "other", Map.of("contender", contender.name(), "items", "10000"))
                .counting("waited", Unit.COUNT);
    }

    /** Engines do different work for a step: nothing is to come out. */
    static List<Goal> engines() {
        return Stream.of(1, 50)
                .flatMap(runs -> Stream.of(EngineKind.values())
                        .filter(kind -> kind != EngineKind.SQLITE && kind.whatIsMissing() == null)
                        .map(kind -> new Goal(
                                Group.ENGINES,
                                steps(kind, runs),
                                engine(kind, runs),
                                EngineKind.SQLITE.label(),
                                engine(EngineKind.SQLITE, runs),
                                new Told())))
                .toList();
    }

    /** The engines that this machine lacks. */
    static List<Omission> enginesLeftOut() {
        return Stream.of(1, 50)
                .flatMap(runs -> Stream.of(EngineKind.values())
                        .flatMap(kind -> Stream.ofNullable(kind.whatIsMissing())
                                .map(missing -> new Omission(Group.ENGINES, steps(kind, runs), missing))))
                .toList();
    }

    private static String steps(EngineKind kind, int runs) {
        return kind.label() + ", steps, " + (runs == 1 ? "1 run" : runs + " runs at once");
    }

    private static Figure engine(EngineKind kind, int runs) {
        return new Measured(
                        EngineBenchmark.class,
                        "step",
                        Map.of("kind", kind.name(), "runs", Integer.toString(runs)),
                        null,
                        Unit.RATE,
                        false)
                .per(runs);
    }

    static List<Goal> answer() {
        return Stream.of(Database.Kind.SQLITE, Database.Kind.POSTGRES)
                .flatMap(kind -> Stream.of(
                        late(kind, 0, "idle"),
                        late(kind, OTHERS, OTHERS + " other runs"),
                        new Goal(
                                Group.ANSWER,
                                kind.label() + ", " + OTHERS + " other runs",
                                answer(kind, OTHERS, "median"),
                                "idle",
                                answer(kind, 0, "median"),
                                new Told())))
                .toList();
    }

    private static Goal late(Database.Kind kind, int others, String name) {
        return new Goal(
                Group.ANSWER,
                kind.label() + ", " + name + ", p50",
                answer(kind, others, "median"),
                "p99",
                answer(kind, others, "late"),
                others == 0 ? new AtMostMillis(6) : new Told());
    }

    private static Figure answer(Database.Kind kind, int others, String counter) {
        return new Measured(
                        AnswerBenchmark.class,
                        "answer",
                        Map.of("kind", kind.name(), "others", Integer.toString(others), "answers", "200"))
                .counting(counter, Unit.TIME);
    }
}
