package io.stepgraph.benchmarks;

import io.stepgraph.benchmarks.Figure.Measured;
import io.stepgraph.benchmarks.Figure.Timed;
import io.stepgraph.benchmarks.Goal.AtMostMillisMore;
import io.stepgraph.benchmarks.Goal.AtMostTimes;
import io.stepgraph.benchmarks.Goal.Bound;
import io.stepgraph.benchmarks.Goal.TimesFaster;
import io.stepgraph.benchmarks.Goal.Told;
import io.stepgraph.benchmarks.compile.ColdCompile;
import io.stepgraph.benchmarks.compile.Library;
import io.stepgraph.benchmarks.compile.WarmCompile;
import io.stepgraph.benchmarks.events.EventBenchmark;
import io.stepgraph.benchmarks.machine.MachineBenchmark;
import io.stepgraph.benchmarks.memory.MemoryBenchmark;
import io.stepgraph.benchmarks.start.Program;
import io.stepgraph.benchmarks.start.Start;
import java.util.List;
import java.util.Map;

/** All goals: what is compared with what, and what has to come out. */
final class Goals {
    private Goals() {}

    static List<Goal> of(Group group) {
        return switch (group) {
            case MACHINE -> machine();
            case EVENTS -> events();
            case MEMORY -> memory();
            case SQLITE -> StoreGoals.sqlite();
            case SYNC -> SlowSyncs.whatIsMissing() == null ? StoreGoals.sync() : List.of();
            case POSTGRES -> StoreGoals.postgres();
            case EFFECTS -> WorkGoals.effects();
            case TOOLS -> ToolGoals.tools();
            case QUEUE -> WorkGoals.queue();
            case CALLS -> RunGoals.calls();
            case MESSAGES -> RunGoals.messages();
            case ANSWER -> WorkGoals.answer();
            case ENGINES -> WorkGoals.engines();
            case GROWTH -> GrowthGoals.growth();
            case WAITING -> GrowthGoals.waiting();
            case COMPILE -> compile();
            case START -> start();
        };
    }

    /** The benchmarks that this machine cannot run. */
    static List<Omission> leftOut(Group group) {
        return switch (group) {
            case SYNC -> StoreGoals.syncLeftOut();
            case ENGINES -> WorkGoals.enginesLeftOut();
            default -> List.of();
        };
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

    private static List<Goal> events() {
        return List.of(new Goal(
                Group.EVENTS,
                "an event, with conversation",
                new Measured(EventBenchmark.class, "stepgraph", Map.of()),
                "hand-written switch",
                new Measured(EventBenchmark.class, "handWritten", Map.of()),
                new AtMostTimes(3)));
    }

    private static List<Goal> memory() {
        return List.of(
                memory(10_000, "loop, Jackson, map", "loop", new AtMostTimes(1.3)),
                memory(100, "loop, Jackson, map", "loop", new AtMostTimes(1.4)),
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
                start("in memory", Program.STEPGRAPH_MEMORY, "empty program", Program.EMPTY, new AtMostMillisMore(150)),
                start("in memory", Program.STEPGRAPH_MEMORY, "langgraph4j", Program.LANGGRAPH4J, new TimesFaster(1)),
                start("SQLite", Program.STEPGRAPH_SQLITE, "bare driver", Program.DRIVER, new AtMostMillisMore(120)),
                archived("in memory", Program.STEPGRAPH_MEMORY, "empty program", Program.EMPTY),
                archived("SQLite", Program.STEPGRAPH_SQLITE, "bare driver", Program.DRIVER));
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

    private static Goal extra(int types) {
        return new Goal(
                Group.COMPILE,
                "warm extra, " + types + " of 8 steps",
                warmExtra(Library.STEPGRAPH, types, 8),
                "AutoValue, " + types + " of 8 properties",
                warmExtra(Library.AUTO_VALUE, types, 8),
                types == 100 ? new AtMostTimes(3.2) : new Told());
    }

    private static Goal cold(int types) {
        return new Goal(
                Group.COMPILE,
                "cold, " + types + " of 8 steps",
                cold(types, true),
                "-proc:none",
                cold(types, false),
                new AtMostTimes(1.3));
    }

    private static Figure warmExtra(Library library, int types, int members) {
        return warm(library, types, members, true).minus(warm(library, types, members, false));
    }

    private static Timed warm(Library library, int types, int members, boolean processed) {
        return new Timed(new WarmCompile(library, types, members, processed));
    }

    private static Timed cold(int types, boolean processed) {
        return new Timed(new ColdCompile(Library.STEPGRAPH, types, 8, processed));
    }

    private static Goal start(String name, Program ours, String against, Program other, Bound bound) {
        return new Goal(Group.START, name, start(ours, false), against, start(other, false), bound);
    }

    private static Goal archived(String name, Program ours, String against, Program other) {
        return new Goal(
                Group.START,
                name + ", class archive",
                start(ours, true),
                against + ", archive",
                start(other, true),
                new Told());
    }

    private static Timed start(Program program, boolean archived) {
        return new Timed(new Start(program, archived));
    }
}
