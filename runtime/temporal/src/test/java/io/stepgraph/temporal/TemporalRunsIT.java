package io.stepgraph.temporal;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.runtime.graph.CalledAgent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Graphs.Approved;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.temporal.api.common.v1.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@link TemporalEngineIT} does not test: workers that come and go, long runs, timers, names in Temporal. */
@Timeout(120)
final class TemporalRunsIT extends TemporalServer {

    @Test
    @Tag("R8")
    void the_deadline_interrupts_a_step() {
        RunClient<Notes, Node> runs = on(
                open(builder().deadline(Duration.ofMillis(1_500))),
                Graphs.single((notes, context) -> new CountDownLatch(1).await()));

        Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.DEADLINE_EXCEEDED);
    }

    @Test
    @Tag("R4")
    void a_worker_that_is_closed_counts_no_crash() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        TestGraph<Notes> hanging = Graphs.single((notes, context) -> {
            inside.countDown();
            new CountDownLatch(1).await();
        });
        RunClient<Notes, Node> loops = on(open(builder().loopsOnly()), hanging);
        TemporalEngine closing = open(builder().maxCrashes(1).stepsOnly());
        on(closing, hanging);
        loops.enqueue("one", Notes.of(), null);
        inside.await();

        closing.close();

        RunClient<Notes, Node> next = on(
                open(builder().maxCrashes(1).stepsOnly()),
                Graphs.single((notes, context) -> notes.add("attempt " + context.attempt())));
        assertThat(Outcomes.completed(next.await("one"))).hasToString("[attempt 1]");
    }

    /** As a program lets somebody act as another one. */
    private record Support(String name, Set<String> roles, String actsAs) implements Actor {}

    @Test
    @Tag("W1")
    void each_name_passes_the_normaliser_of_the_engine_and_the_log_says_as_whom_somebody_acts() {
        RunClient<Notes, Node> runs = on(open(builder().names(name -> name.toLowerCase(Locale.ROOT))), Graphs.review());
        RunClient<Notes, Node> support = runs.as(new Support("Ann", Set.of("reviewer"), "BOB"));
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(support.run("one", Notes.of(), null));
        support.answer(asked.ticket(), new Approved("Ann"));

        assertThat(runs.events("one"))
                .extracting(StreamedEvent::event)
                .contains(
                        new RunEvent.Started("one", "ann as bob", Map.of()),
                        new RunEvent.Answered(
                                "one", asked.ticket(), new Approved("Ann"), "ann as bob", List.of("reviewer")));
        assertThatThrownBy(() -> runs.as(Actor.named("ann\u200B"))).hasMessageContaining("ZERO WIDTH SPACE");
    }

    @Test
    @Tag("S2")
    void a_newer_build_of_the_steps_goes_on() {
        RunClient<Notes, Node> loops =
                on(open(builder().loopsOnly()), Graphs.review().build());
        TemporalEngine older = open(builder().stepsOnly());
        on(older, Graphs.review().build());
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(loops.run("one", Notes.of(), null));
        older.close();
        RunClient<Notes, Node> newer = on(
                open(builder().stepsOnly()),
                Graphs.review().named(Node.GATED, "payOut").build());

        RunOutcome<Node> end = newer.answer(asked.ticket(), new Approved("Ann"));

        assertThat(Outcomes.completed(end)).hasToString("[first, asked, paid, as Ann said]");
    }

    /** A graph of one step, which has this name. */
    private static TestGraph<Notes> editing(String name) {
        return Graphs.single(s -> s.requires(ACCEPT_EDITS), (notes, context) -> {})
                .named(FIRST, name);
    }

    @Test
    @Tag("S2")
    void a_build_without_the_step_touches_nothing() {
        RunClient<Notes, Node> loops = on(open(builder().loopsOnly()), editing("first"));
        TemporalEngine without = open(builder().stepsOnly());
        on(without, editing("renamed"));
        assertThat(loops.enqueue("one", Notes.of(), null)).isTrue();
        assertThatThrownBy(() -> loops.await("one"))
                .is(Errors.with(ErrorCode.UNKNOWN_STEP))
                .hasMessageContaining("first", "formerly");
        without.close();

        RunClient<Notes, Node> with = on(open(builder().stepsOnly()), editing("first"));

        assertThat(Outcomes.parked(with.resume("one")).required()).isEqualTo(ACCEPT_EDITS);
    }

    @Test
    @Tag("R2")
    void a_long_run_continues_as_new_and_keeps_its_ticket() {
        RunClient<Notes, Node> runs = on(
                open(builder().visitsPerExecution(10)),
                TestGraph.of(Notes.class)
                        .step(FIRST, s -> s.to(FIRST, ASK), (notes, input, context) -> {
                            notes.count++;
                            return notes.count % 12 == 0 ? Transition.go(ASK) : Transition.go(FIRST);
                        })
                        .asks(
                                ASK,
                                s -> s.to(FIRST, SECOND).answeredBy(ValueType.of(String.class)),
                                answer -> answer.equals("more") ? FIRST : SECOND)
                        .step(SECOND, s -> s.takes(ValueType.of(String.class)).toEnd(), (notes, input, context) -> {
                            notes.add("visit " + context.visit() + ", count " + notes.count);
                            return Transition.end();
                        })
                        .build());

        RunOutcome.QuestionAsked<Node> first = Outcomes.asked(runs.run("one", Notes.of(), null));
        RunOutcome.QuestionAsked<Node> second = Outcomes.asked(runs.answer(first.ticket(), "more"));

        assertThat(second.ticket().visit()).isEqualTo(26);
        assertThat(runs.answer(first.ticket(), "more")).isEqualTo(second);
        assertThat(Outcomes.completed(runs.answer(second.ticket(), "enough"))).hasToString("[visit 27, count 24]");
    }

    @Test
    @Tag("V2")
    void observers_of_the_worker_hear_its_events() {
        List<RunEvent> heard = new CopyOnWriteArrayList<>();
        RunClient<Notes, Node> runs =
                on(open(builder().observer(heard::add)), Graphs.single((notes, context) -> context.emit("half")));

        runs.run("one", Notes.of(), null);

        assertThat(heard)
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("startedAt", "duration")
                .startsWith(
                        new RunEvent.StepStarted("one", "first", 1, 1, Instant.EPOCH),
                        new RunEvent.Custom("one", "first", 1, 1, 1, "half"),
                        new RunEvent.StepFinished("one", "first", 1, 1, null, Duration.ZERO))
                .hasSize(4)
                .last()
                .isInstanceOf(RunEvent.Completed.class);
    }

    @Test
    @Tag("H3")
    void what_an_observer_throws_changes_nothing() {
        TemporalEngineBuilder deaf = builder().observer(event -> {
            throw new AssertionError(event);
        });
        RunClient<Notes, Node> runs = on(open(deaf), Graphs.single((notes, context) -> context.emit("half")));

        Outcomes.completed(runs.run("one", Notes.of(), null));
    }

    @Test
    @Tag("L5")
    void a_run_with_a_start_time_begins_then_and_is_cancelled_before() throws Exception {
        RunClient<Notes, Node> runs = on(Graphs.single((notes, context) -> notes.add("begun")));
        RunClient<Notes, Node> later = runs.with(StartOptions.NONE.startAfter(Duration.ofMillis(700)));
        RunClient<Notes, Node> never = runs.with(StartOptions.NONE.startAt(Instant.MAX));
        long begin = System.nanoTime();
        assertThat(later.enqueue("one", Notes.of(), null)).isTrue();
        assertThat(never.enqueue("two", Notes.of(), null)).isTrue();
        assertThat(runs.outcome("one")).isNull();

        runs.as(Actor.named("ann")).cancel("two");

        assertThat(runs.await("two")).isEqualTo(new RunOutcome.Cancelled<>("ann"));
        assertThat(Outcomes.completed(runs.await("one"))).hasToString("[begun]");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(700));
    }

    @Test
    void who_starts_a_run_and_its_labels_are_its_memo() {
        RunClient<Notes, Node> runs = on(Graphs.single((notes, context) -> {}));
        runs.as(Actor.named("ann")).with(StartOptions.NONE.label("order", "42")).run("one", Notes.of(), null);

        Map<String, Payload> memo = history(workflowId("one"))
                .getHistory()
                .getEvents(0)
                .getWorkflowExecutionStartedEventAttributes()
                .getMemo()
                .getFieldsMap();

        assertThat(memo.get("startedBy").getData().toStringUtf8()).isEqualTo("\"ann\"");
        assertThat(memo.get("order").getData().toStringUtf8()).isEqualTo("\"42\"");
    }

    @Test
    void what_it_does_not_have_it_says() {
        RunClient<Notes, Node> runs = on(Graphs.single((notes, context) -> {}));

        assertThatThrownBy(() -> runs.history("one"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("TemporalEngine");
        runs.run("one", Notes.of(), null);
        assertThatThrownBy(() -> runs.label("one", Map.of("order", "43")))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContainingAll("'one'", "Temporal", "Use a Runner");
        TestGraph<Notes> called = Graphs.single((notes, context) -> {});
        TestGraph<Notes> caller = TestGraph.of(Notes.class)
                .step(
                        FIRST,
                        step -> step.calls(
                                        false,
                                        1,
                                        new CalledAgent<>("helper", called, it -> it, Notes.class::cast, start -> null))
                                .to(SECOND),
                        (notes, input, context) -> Transition.call(List.of(notes)))
                .ends(SECOND);
        assertThatThrownBy(() -> on(caller))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("Step 'first' of graph 'test' calls agents (@Call), which this engine does not do. Open the"
                        + " graph on a Runner.");
    }

    @Test
    @Tag("E2")
    void a_business_key_is_refused_before_the_call() {
        AtomicInteger calls = new AtomicInteger();
        RunClient<Notes, Node> runs = on(Graphs.single((notes, context) -> context.once("refund", 500, Integer.class)
                .key("order-1")
                .call((key, cents) -> calls.incrementAndGet())));

        assertThat(Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.STEP_FAILED)
                        .failure()
                        .message())
                .contains("TemporalEngine has no business keys");
        assertThat(calls).hasValue(0);
    }
}
