package io.stepgraph.samples.events;

import io.stepgraph.samples.events.Event.Completed;
import io.stepgraph.samples.events.Event.LlmFailed;
import io.stepgraph.samples.events.Event.PostToolsHookCompleted;
import io.stepgraph.samples.events.Event.RetryTimeoutFired;
import io.stepgraph.samples.events.Event.ShutdownRequested;
import io.stepgraph.samples.events.Event.TextDelta;
import io.stepgraph.samples.events.Event.ToolCallDelta;
import io.stepgraph.samples.events.Event.ToolCompleted;
import io.stepgraph.samples.events.Event.ToolProgress;
import io.stepgraph.samples.events.Event.UserInput;
import io.stepgraph.samples.events.Phase.CallingLlm;
import io.stepgraph.samples.events.Phase.ExecutingTools;
import io.stepgraph.samples.events.Phase.PostToolsHook;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Sequences of events: the same seed gives the same ones. Half of the events suit the state, the others are any. */
final class RandomEvents {
    private static final int KINDS = 10;

    private final Random random;
    private int next;

    private RandomEvents(long seed) {
        random = new Random(seed);
    }

    static List<Event> of(long seed, int length) {
        RandomEvents source = new RandomEvents(seed);
        HandWrittenMachine model = new HandWrittenMachine(new CodingAgent(Driven.TOOLS, 3));
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            Event event = source.random.nextBoolean() ? source.suitable(model.session().phase) : source.any();
            model.handle(event);
            events.add(event);
        }
        return events;
    }

    private Event suitable(Phase phase) {
        if (phase instanceof CallingLlm) {
            int kind = random.nextInt(6);
            return kind < 2
                    ? new TextDelta("t" + next++)
                    : kind < 4 ? completed() : kind < 5 ? new LlmFailed("f" + next++) : new UserInput("q" + next++);
        }
        if (phase instanceof ExecutingTools executing) {
            List<ToolExecution> executions = executing.executions();
            return outcome(
                    executions.get(random.nextInt(executions.size())).call().id());
        }
        if (phase instanceof PostToolsHook) {
            return new PostToolsHookCompleted(random.nextBoolean());
        }
        return phase instanceof Phase.Error ? new RetryTimeoutFired() : new UserInput("u" + next++);
    }

    private Event any() {
        return switch (random.nextInt(KINDS)) {
            case 0 -> new UserInput("u" + next++);
            case 1 -> new TextDelta("t" + next++);
            case 2 -> new ToolCallDelta(id(), "read_file", "{");
            case 3 -> completed();
            case 4 -> new LlmFailed("f" + next++);
            case 5 -> new ToolProgress(id(), "half");
            case 6 -> outcome(id());
            case 7 -> new PostToolsHookCompleted(random.nextBoolean());
            case 8 -> new RetryTimeoutFired();
            default -> random.nextInt(100) == 0 ? new ShutdownRequested() : new TextDelta("");
        };
    }

    /** Two calls of one answer may have the same id: models make such mistakes. */
    private Event completed() {
        List<ToolCall> calls = IntStream.range(0, Math.max(0, random.nextInt(6) - 2))
                .mapToObj(i -> new ToolCall(id(), random.nextBoolean() ? "edit_file" : "read_file", "{}"))
                .toList();
        return new Completed(new LlmResponse("a" + next++, calls));
    }

    private Event outcome(String id) {
        return new ToolCompleted(
                id,
                random.nextInt(3) == 0 ? new ToolOutcome.Failure("f" + next++) : new ToolOutcome.Success("" + next++));
    }

    private String id() {
        return Integer.toString(random.nextInt(5));
    }
}
