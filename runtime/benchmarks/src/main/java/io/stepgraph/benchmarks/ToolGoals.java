package io.stepgraph.benchmarks;

import io.stepgraph.benchmarks.Figure.Measured;
import io.stepgraph.benchmarks.Goal.AtMostTimes;
import io.stepgraph.benchmarks.Goal.Told;
import io.stepgraph.benchmarks.database.Database;
import io.stepgraph.benchmarks.tools.MessageBenchmark;
import io.stepgraph.benchmarks.tools.Way;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The goals of agents whose model calls tools: what the module costs, and how a long conversation is felt. */
final class ToolGoals {
    private static final int SHORT = 20_000;

    private ToolGoals() {}

    static List<Goal> tools() {
        return Stream.of(Database.Kind.SQLITE, Database.Kind.SQLITE_NO_DISK)
                .filter(Database.Kind::isHere)
                .flatMap(kind -> Stream.concat(
                        IntStream.of(2_000, SHORT, 200_000, 1_000_000).mapToObj(size -> byHand(kind, size)),
                        IntStream.of(200_000, 1_000_000).mapToObj(size -> growth(kind, size))))
                .toList();
    }

    private static Goal byHand(Database.Kind kind, int characters) {
        return new Goal(
                Group.TOOLS,
                name(kind, characters),
                message(kind, Way.TOOL_AGENT, characters),
                "by hand",
                message(kind, Way.BY_HAND, characters),
                new AtMostTimes(1.1));
    }

    private static Goal growth(Database.Kind kind, int characters) {
        return new Goal(
                Group.TOOLS,
                name(kind, characters),
                message(kind, Way.TOOL_AGENT, characters),
                "of " + Numbers.kilobytes(SHORT),
                message(kind, Way.TOOL_AGENT, SHORT),
                new Told());
    }

    private static String name(Database.Kind kind, int characters) {
        return kind.label() + ", a message, a conversation of " + Numbers.kilobytes(characters);
    }

    private static Measured message(Database.Kind kind, Way way, int characters) {
        return new Measured(
                MessageBenchmark.class,
                "message",
                Map.of("kind", kind.name(), "way", way.name(), "characters", Integer.toString(characters)));
    }
}
