package io.stepgraph.internal.log;

import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.codec.GraphCache;
import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Mail;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.store.EventJson;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The form in which events are stored. */
@Tag("V1")
final class EventCodecTest {
    private final GraphCache<Node> graph = GraphCache.of(Graphs.review().listens(SECOND, Mail.takes(), Mail::route));
    private final GraphCodecs<Node> codecs = graph.values(1 << 20);
    private final EventCodec<Node> codec = new EventCodec<>(codecs);
    private final RunRef run = new RunRef("default", "one", 7);

    private final Ticket ticket = new Ticket("default", "one", 7, 2, "ask", "secret");
    private final StepFailure<?> failure =
            new StepFailure<>("first", 1, 2, ErrorCode.STEP_FAILED, "java.lang.Error", "no");
    private final Graphs.Approved approved = new Graphs.Approved("Ann");
    private final Json result = codecs.output().write(Notes.of("done"));

    /** Each kind of event, with its value as JSON. */
    private Map<RunEvent, @Nullable Json> all() {
        StepPlan<Node> ask = graph.plan().step(Node.ASK);
        Graphs.Question question = new Graphs.Question("Pay?");
        Json written = codecs.failure().write(failure);
        Map<RunEvent, @Nullable Json> all = new LinkedHashMap<>();
        all.put(new RunEvent.Started("one"), null);
        all.put(new RunEvent.Resumed("one", "first", 1), null);
        all.put(new RunEvent.TakenOver("one", "first", 1), null);
        all.put(new RunEvent.Reopened("one", "first", 1, null), null);
        all.put(new RunEvent.Reopened("one", "first", 1, "ann"), null);
        all.put(new RunEvent.StepStarted("one", "first", 1, 2, Instant.ofEpochMilli(1234)), null);
        all.put(new RunEvent.StepModified("one", "first", 1, 2, "com.acme.Masking"), null);
        all.put(new RunEvent.StepFinished("one", "first", 1, 2, "ask", Duration.ZERO), null);
        all.put(new RunEvent.StepFinished("one", "first", 1, 2, null, Duration.ZERO), null);
        all.put(new RunEvent.StepFailed("one", failure, "third", Duration.ofMillis(7)), written);
        all.put(
                new RunEvent.StepRetrying(
                        "one", "first", 1, 2, Duration.ofMillis(3), Duration.ofMillis(5), "T", "\"m\"\n", null),
                null);
        all.put(new RunEvent.Custom("one", "first", 1, 2, 3, "s"), Json.of("\"s\""));
        all.put(
                new RunEvent.QuestionAsked("one", ticket, question, Duration.ofMillis(4)),
                codecs.question(ask).write(question));
        all.put(new RunEvent.QuestionExpired("one", ticket), null);
        all.put(new RunEvent.Waiting("one", "second", 2, Instant.ofEpochMilli(1234), Duration.ofMillis(4)), null);
        all.put(new RunEvent.Waiting("one", "second", 2, null, Duration.ofMillis(4)), null);
        all.put(new RunEvent.WaitOver("one", "second", 2), null);
        Mail.Job job = new Mail.Add("line");
        Json message = codecs.answers(graph.plan().step(SECOND)).write(job);
        all.put(new RunEvent.MessageTaken("one", "second", 2, "m1", "Eve", job), message);
        all.put(new RunEvent.MessageTaken("one", "second", 2, "m1", null, job), message);
        all.put(new RunEvent.Started("one", "Eve", Map.of(), "zero"), null);
        all.put(new RunEvent.Called("one", "call", 1, 12, List.of("one//call.1/agent"), Duration.ofMillis(4)), null);
        all.put(new RunEvent.Joined("one", "call", 1, 9, 2, 1), null);
        all.put(new RunEvent.LabelsChanged("one", Map.of("priority", "high", "tier", ""), "Eve"), null);
        all.put(
                new RunEvent.Answered("one", ticket, approved, "Eve", List.of()),
                codecs.answers(ask).write(approved));
        all.put(
                new RunEvent.Answered("one", ticket, approved, null, List.of()),
                codecs.answers(ask).write(approved));
        all.put(new RunEvent.AnswerRefused("one", ticket, "why"), null);
        all.put(new RunEvent.ModeChanged("one", PermissionMode.PLAN, "Eve"), null);
        all.put(new RunEvent.Parked("one", "gated", 3, "why", Duration.ofMillis(7)), null);
        all.put(new RunEvent.EffectResolved("one", "first", 1, "refund", null, true, "Eve"), null);
        all.put(new RunEvent.EffectResolved("one", "first", 1, "refund", "alice", false, ""), null);
        all.put(new RunEvent.Completed("one", Notes.of("done")), null);
        all.put(new RunEvent.Failed("one", failure, Duration.ofMillis(9)), written);
        all.put(new RunEvent.Cancelled("one", "Eve"), null);
        return all;
    }

    @Test
    void V1_every_kind_of_event_is_read_as_it_was_written() {
        all().forEach((event, value) -> {
            Json documents = Json.of("[" + EventJson.write(event, value) + "]");
            assertThat(codec.read(run, documents, 1, () -> result))
                    .singleElement()
                    .isExactlyInstanceOf(event.getClass())
                    .usingRecursiveComparison()
                    .isEqualTo(event);
        });
        assertThat(all().keySet().stream().map(Object::getClass).distinct())
                .hasSameElementsAs(Arrays.stream(RunEvent.class.getPermittedSubclasses())
                        .filter(kind -> kind != RunEvent.Unknown.class && kind != RunEvent.Heartbeat.class)
                        .toList());
    }

    @Test
    void V1_an_event_that_is_only_given_to_readers_is_never_written() {
        for (RunEvent event : List.of(new RunEvent.Heartbeat("one"), new RunEvent.Unknown("one", "", "{}"))) {
            assertThatThrownBy(() -> EventJson.write(event)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
