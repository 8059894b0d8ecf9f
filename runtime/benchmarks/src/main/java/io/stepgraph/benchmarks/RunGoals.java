package io.stepgraph.benchmarks;

import io.stepgraph.benchmarks.Figure.Measured;
import io.stepgraph.benchmarks.Goal.AtMostTimes;
import io.stepgraph.benchmarks.Goal.Bound;
import io.stepgraph.benchmarks.Goal.TimesFaster;
import io.stepgraph.benchmarks.calls.CallBenchmark;
import io.stepgraph.benchmarks.database.Database;
import io.stepgraph.benchmarks.messages.Contender;
import io.stepgraph.benchmarks.messages.MessageBenchmark;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Goals of runs that wait for other runs, and of messages to runs. */
final class RunGoals {
    private static final double CALL_LIMIT = 1.2;

    private RunGoals() {}

    static List<Goal> calls() {
        return Stream.of(Database.Kind.SQLITE, Database.Kind.POSTGRES)
                .map(kind -> new Goal(
                        Group.CALLS,
                        kind.label() + ", a call of 8 agents of 2 steps",
                        batch(CallBenchmark.Way.CALL, kind),
                        "8 runs, enqueued and waited for",
                        batch(CallBenchmark.Way.BARRIER, kind),
                        new AtMostTimes(CALL_LIMIT)))
                .toList();
    }

    private static Figure batch(CallBenchmark.Way way, Database.Kind kind) {
        return new Measured(
                CallBenchmark.class, "batch", Map.of("way", way.name(), "kind", kind.name(), "size", "8"));
    }

    static List<Goal> messages() {
        return List.of(
                messages("messages to 1 run", 1, new TimesFaster(0.5)),
                messages("messages to 1,000 runs", 1_000, new TimesFaster(1)));
    }

    private static Goal messages(String what, int runs, Bound bound) {
        return new Goal(
                Group.MESSAGES,
                what,
                messages(Contender.STEPGRAPH, runs),
                "DBOS Transact",
                messages(Contender.DBOS, runs),
                bound);
    }

    private static Figure messages(Contender contender, int runs) {
        return new Measured(
                MessageBenchmark.class,
                "messages",
                Map.of("contender", contender.name(), "runs", Integer.toString(runs)),
                null,
                Unit.RATE,
                false);
    }
}
