package io.stepgraph.benchmarks;

import io.stepgraph.benchmarks.Figure.Measured;
import io.stepgraph.benchmarks.Goal.AtMost;
import io.stepgraph.benchmarks.Goal.AtMostMillisMore;
import io.stepgraph.benchmarks.Goal.AtMostTimes;
import io.stepgraph.benchmarks.Goal.Bound;
import io.stepgraph.benchmarks.Goal.TimesFaster;
import io.stepgraph.benchmarks.Goal.Told;
import io.stepgraph.benchmarks.compile.ColdCompileBenchmark;
import io.stepgraph.benchmarks.compile.Library;
import io.stepgraph.benchmarks.compile.WarmCompileBenchmark;
import io.stepgraph.benchmarks.growth.FullStoreBenchmark;
import io.stepgraph.benchmarks.growth.Ground;
import io.stepgraph.benchmarks.growth.LongRunBenchmark;
import io.stepgraph.benchmarks.machine.MachineBenchmark;
import io.stepgraph.benchmarks.memory.MemoryBenchmark;
import io.stepgraph.benchmarks.postgres.Contender;
import io.stepgraph.benchmarks.postgres.PostgresBenchmark;
import io.stepgraph.benchmarks.sqlite.Disk;
import io.stepgraph.benchmarks.sqlite.ManyRunsBenchmark;
import io.stepgraph.benchmarks.sqlite.SqliteBenchmark;
import io.stepgraph.benchmarks.sqlite.SyncBenchmark;
import io.stepgraph.benchmarks.start.Program;
import io.stepgraph.benchmarks.start.StartBenchmark;
import io.stepgraph.benchmarks.waiting.WaitingBenchmark;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All goals: what is compared with what, and what has to come out. */
final class Goals {
    private static final String LOOP = "loop, Jackson, JDBC";
    private static final String SLOW_SYNCS = "a step of 64 runs at once, a sync takes 1 ms";

    private Goals() {}

    static List<Goal> of(Group group) {
        return switch (group) {
            case MACHINE -> machine();
            case MEMORY -> memory();
            case SQLITE -> sqlite();
            case SYNC -> SlowSyncs.whatIsMissing() == null ? sync() : List.of();
            case POSTGRES -> postgres();
            case GROWTH -> growth();
            case WAITING -> waiting();
            case COMPILE -> compile();
            case START -> start();
        };
    }

    /** What cannot be measured on this machine. */
    static List<Omission> leftOut(Group group) {
        String missing = SlowSyncs.whatIsMissing();
        return group != Group.SYNC || missing == null
                ? List.of()
                : Stream.of(syncsOf(1), syncsOf(64), SLOW_SYNCS)
                        .map(name -> new Omission(group, name, missing))
                        .toList();
    }

    private static List<Goal> machine() {
        Measured ours = machine("stepgraph");
        return List.of(
                new Goal(
                        Group.MACHINE,
                        "a step, 2 kB",
                        ours,
                        "hand-written switch",
                        machine("switchLoop"),
                        new AtMostTimes(5)),
                new Goal(
                        Group.MACHINE,
                        "a step, 2 kB",
                        ours,
                        "langgraph4j, no saver",
                        machine("langgraph4j"),
                        new TimesFaster(1_000)));
    }

    private static List<Goal> memory() {
        return List.of(
                memory(10_000, "loop, Jackson, map", "loop", new AtMostTimes(1.5)),
                memory(100, "loop, Jackson, map", "loop", new AtMostTimes(1.5)),
                memory(100, "langgraph4j, MemorySaver", "langgraph4j", new TimesFaster(15)),
                memory(100, "the same, in JSON", "langgraph4jInJson", new TimesFaster(7)),
                new Goal(
                        Group.MEMORY,
                        "a step of 10,000",
                        memory("stepgraph", 10_000),
                        "a step of 10",
                        memory("stepgraph", 10),
                        new AtMostTimes(1.1)));
    }

    private static List<Goal> sqlite() {
        return Stream.of(Disk.values())
                .filter(Disk::isHere)
                .flatMap(disk -> Stream.concat(
                        Stream.of(2_000, 200_000, 2_000_000).map(bytes -> sqlite(disk, bytes)),
                        Stream.of(manyRuns(disk))))
                .toList();
    }

    private static List<Goal> sync() {
        Disk disk = Disk.calmest();
        return List.of(
                // One, and now and then what it takes to carry the write-ahead log over into the database.
                syncs(1, disk, 1.02),
                syncs(64, disk, 0.05),
                new Goal(
                        Group.SYNC,
                        SLOW_SYNCS,
                        manyRuns("stepgraph", disk).withSlowSyncs(),
                        LOOP,
                        manyRuns("loop", disk).withSlowSyncs(),
                        new TimesFaster(25)));
    }

    private static List<Goal> postgres() {
        return List.of(
                postgres(1, 2_000, LOOP, Contender.LOOP, new AtMostTimes(1.7)),
                postgres(1, 200_000, LOOP, Contender.LOOP, new AtMostTimes(1.7)),
                postgres(1, 2_000_000, LOOP, Contender.LOOP, new AtMostTimes(1.7)),
                postgres(32, 2_000, "the loop, 32 connections", Contender.LOOP, new TimesFaster(1)),
                postgres(1, 2_000, "DBOS Transact", Contender.DBOS, new TimesFaster(1.3)),
                postgres(32, 2_000, "DBOS Transact, 32 at once", Contender.DBOS, new TimesFaster(3)));
    }

    private static List<Goal> growth() {
        return Stream.concat(
                        growth(Ground.Kind.SQLITE, "SQLite", 1_000_000),
                        // As many as the server takes in within seconds.
                        growth(Ground.Kind.POSTGRES, "Postgres", 100_000))
                .toList();
    }

    private static Stream<Goal> growth(Ground.Kind ground, String name, int ended) {
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
                        name + ", a step after " + Numbers.plain(ended) + " runs",
                        fullStore(ground, ended),
                        "after 10 runs",
                        fullStore(ground, 10),
                        new AtMostTimes(1.2)));
    }

    private static List<Goal> waiting() {
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

    private static List<Goal> compile() {
        Figure hundred = warmExtra(Library.STEPGRAPH, 100, 8).per(100);
        return List.of(
                new Goal(
                        Group.COMPILE,
                        "warm, 1 agent of 100 steps",
                        warm(Library.STEPGRAPH, 1, 100, true),
                        "-proc:none",
                        warm(Library.STEPGRAPH, 1, 100, false),
                        new AtMostMillisMore(15)),
                extra(1),
                extra(10),
                extra(100),
                new Goal(
                        Group.COMPILE,
                        "warm extra an agent, of 100",
                        hundred,
                        "an agent, of 10",
                        warmExtra(Library.STEPGRAPH, 10, 8).per(10),
                        new AtMostTimes(1.2)),
                cold(1),
                cold(10),
                cold(100));
    }

    private static List<Goal> start() {
        return List.of(
                start("machine", Program.STEPGRAPH_MACHINE, "empty program", Program.EMPTY, new AtMostMillisMore(15)),
                start("machine", Program.STEPGRAPH_MACHINE, "langgraph4j", Program.LANGGRAPH4J, new TimesFaster(1)),
                start("in memory", Program.STEPGRAPH_MEMORY, "empty program", Program.EMPTY, new AtMostMillisMore(15)),
                start("in memory", Program.STEPGRAPH_MEMORY, "langgraph4j", Program.LANGGRAPH4J, new TimesFaster(1)),
                start("SQLite", Program.STEPGRAPH_SQLITE, "bare driver", Program.DRIVER, new AtMostMillisMore(10)),
                archived("in memory", Program.STEPGRAPH_MEMORY, "empty program", Program.EMPTY, 15),
                archived("SQLite", Program.STEPGRAPH_SQLITE, "bare driver", Program.DRIVER, 10));
    }

    private static Measured machine(String method) {
        return new Measured(MachineBenchmark.class, method, Map.of());
    }

    private static Goal memory(int steps, String against, String method, Bound bound) {
        return new Goal(
                Group.MEMORY,
                "a step of " + Numbers.plain(steps) + ", 2 kB",
                memory("stepgraph", steps),
                against,
                memory(method, steps),
                bound);
    }

    private static Measured memory(String method, int steps) {
        return new Measured(MemoryBenchmark.class, method, Map.of("steps", Integer.toString(steps)));
    }

    private static Goal sqlite(Disk disk, int bytes) {
        return new Goal(
                Group.SQLITE,
                "a step, " + kilobytes(bytes) + (disk == Disk.REAL ? "" : ", no disk"),
                sqlite("stepgraph", disk, bytes),
                LOOP,
                sqlite("loop", disk, bytes),
                new AtMostTimes(1.5));
    }

    private static Goal manyRuns(Disk disk) {
        return new Goal(
                Group.SQLITE,
                "a step of 64 runs at once, 2 kB" + (disk == Disk.REAL ? "" : ", no disk"),
                manyRuns("stepgraph", disk),
                LOOP,
                manyRuns("loop", disk),
                new TimesFaster(3));
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

    private static String syncsOf(int runs) {
        return "syncs a checkpoint, " + (runs == 1 ? "1 run" : runs + " runs at once");
    }

    private static Goal postgres(int runs, int bytes, String against, Contender other, Bound bound) {
        return new Goal(
                Group.POSTGRES,
                "a step" + (runs == 1 ? "" : " of " + runs + " runs at once") + ", " + kilobytes(bytes),
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

    private static Goal longRun(Ground.Kind ground, String name, int steps, int bytes) {
        return new Goal(
                Group.GROWTH,
                name + ", a step after " + Numbers.plain(steps) + ", " + kilobytes(bytes),
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

    private static String kilobytes(int bytes) {
        return Numbers.plain(bytes / 1e3) + " kB";
    }

    private static Goal extra(int types) {
        return new Goal(
                Group.COMPILE,
                "warm extra, " + types + " of 8 steps",
                warmExtra(Library.STEPGRAPH, types, 8),
                "AutoValue, " + types + " of 8 properties",
                warmExtra(Library.AUTO_VALUE, types, 8),
                new AtMostTimes(1));
    }

    private static Goal cold(int types) {
        return new Goal(
                Group.COMPILE,
                "cold, " + types + " of 8 steps",
                cold(types, "processed"),
                "-proc:none",
                cold(types, "unprocessed"),
                new AtMostTimes(1.3));
    }

    private static Figure warmExtra(Library library, int types, int members) {
        return warm(library, types, members, true).minus(warm(library, types, members, false));
    }

    private static Measured warm(Library library, int types, int members, boolean processed) {
        return new Measured(
                WarmCompileBenchmark.class,
                processed ? "processed" : "unprocessed",
                Map.of(
                        "library", library.name(),
                        "types", Integer.toString(types),
                        "members", Integer.toString(members)));
    }

    private static Measured cold(int types, String method) {
        return new Measured(
                ColdCompileBenchmark.class,
                method,
                Map.of("library", Library.STEPGRAPH.name(), "types", Integer.toString(types), "members", "8"));
    }

    private static Goal start(String name, Program ours, String against, Program other, Bound bound) {
        return new Goal(Group.START, name, start(ours, false), against, start(other, false), bound);
    }

    private static Goal archived(String name, Program ours, String against, Program other, int millis) {
        return new Goal(
                Group.START,
                name + ", class archive",
                start(ours, true),
                against + ", archive",
                start(other, true),
                new AtMostMillisMore(millis));
    }

    private static Measured start(Program program, boolean archived) {
        return new Measured(
                StartBenchmark.class,
                "firstStep",
                Map.of("program", program.name(), "archived", Boolean.toString(archived)));
    }
}
