package io.stepgraph.benchmarks.events;

import io.stepgraph.samples.events.Action;
import io.stepgraph.samples.events.CodingAgent;
import io.stepgraph.samples.events.Event;
import io.stepgraph.samples.events.Event.Completed;
import io.stepgraph.samples.events.Event.PostToolsHookCompleted;
import io.stepgraph.samples.events.Event.TextDelta;
import io.stepgraph.samples.events.Event.ToolCompleted;
import io.stepgraph.samples.events.Event.UserInput;
import io.stepgraph.samples.events.EventMachine;
import io.stepgraph.samples.events.HandWrittenMachine;
import io.stepgraph.samples.events.LlmResponse;
import io.stepgraph.samples.events.ToolCall;
import io.stepgraph.samples.events.ToolOutcome.Success;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A session of the coding agent: 20 messages of the user, each with a streamed text, two tools in parallel, the hook,
 * and a streamed answer. Both machines keep the conversation, pass the same tests, and are new for each session.
 * Figures are per event.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class EventBenchmark {
    private static final int MESSAGES = 20;
    private static final int PIECES = 22;
    private static final int EVENTS = MESSAGES * (PIECES + 6);

    private final CodingAgent agent = new CodingAgent(toolName -> toolName.startsWith("edit"), 3);
    private List<Event> events;

    /** Writes the session down. */
    @Setup
    public void prepare() {
        List<ToolCall> calls =
                List.of(new ToolCall("1", "read_file", "{\"path\":\"a\"}"), new ToolCall("2", "edit_file", "{}"));
        events = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            events.add(new UserInput("message " + i));
            text();
            events.add(new Completed(new LlmResponse("I look.", calls)));
            events.add(new ToolCompleted("2", new Success("true")));
            events.add(new ToolCompleted("1", new Success("\"text\"")));
            events.add(new PostToolsHookCompleted(true));
            text();
            events.add(new Completed(new LlmResponse("Done.", List.of())));
        }
        if (events.size() != EVENTS) {
            throw new IllegalStateException("There are " + events.size() + " events, not " + EVENTS + ".");
        }
    }

    private void text() {
        for (int i = 0; i < PIECES / 2; i++) {
            events.add(new TextDelta("word "));
        }
    }

    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public EventMachine stepgraph(Blackhole actions) {
        EventMachine machine = EventMachine.start(agent);
        for (Event event : events) {
            Action action = machine.handle(event);
            actions.consume(action);
        }
        return machine;
    }

    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public HandWrittenMachine handWritten(Blackhole actions) {
        HandWrittenMachine machine = new HandWrittenMachine(agent);
        for (Event event : events) {
            Action action = machine.handle(event);
            actions.consume(action);
        }
        return machine;
    }
}
