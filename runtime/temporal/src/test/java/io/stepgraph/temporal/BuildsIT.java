package io.stepgraph.temporal;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.client.RunClient;
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
import io.stepgraph.store.Status;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs that one build of the agent began, and that another one continues. */
@Timeout(120)
final class BuildsIT extends TemporalServer {
    private @Nullable TemporalEngine steps;

    /** The process of the loops stays, as the server of the tests needs it. */
    @BeforeEach
    void openLoops() {
        on(open(builder().loopsOnly()), Graphs.review().build());
    }

    /** A worker with another build takes the place of the last one. */
    private <S> RunClient<S, Node> build(TestGraph<S> graph) {
        if (steps != null) {
            steps.close();
        }
        TemporalEngine next = open(builder().maxMode(ACCEPT_EDITS).stepsOnly());
        steps = next;
        return next.client(graph, "the agent");
    }

    /** The state of the first build: with a field that later ones do not have. */
    static final class Order {
        public Set<String> tags = new LinkedHashSet<>();
        public BigDecimal amount = BigDecimal.ONE;
        public String note = "";

        static Order of(String amount, String... tags) {
            Order order = new Order();
            order.tags.addAll(List.of(tags));
            order.amount = new BigDecimal(amount);
            return order;
        }
    }

    /** The state of a later build, with a new field, and without an old one. */
    static final class PricedOrder {
        public Set<String> tags = new LinkedHashSet<>();
        public BigDecimal amount = BigDecimal.ONE;
        public String currency = "EUR";

        static PricedOrder of(String amount, String... tags) {
            PricedOrder order = new PricedOrder();
            order.tags.addAll(List.of(tags));
            order.amount = new BigDecimal(amount);
            return order;
        }
    }

    /** Asks, and takes the answer in the step {@code second}, which ends the run. */
    private static <S> TestGraph<S> asking(Class<S> state) {
        return TestGraph.of(state)
                .start(ASK)
                .asks(ASK, Approved.class, SECOND)
                .step(
                        SECOND,
                        s -> s.takes(ValueType.of(Approved.class)).toEnd(),
                        (order, input, context) -> Transition.end());
    }

    @Test
    @Tag("R3")
    void a_start_with_equal_values_is_the_same_whatever_their_form() {
        RunClient<Order, Node> runs = build(asking(Order.class).build());
        RunOutcome<Node> asked = runs.run("one", Order.of("1", "a", "b"), null);

        assertThat(runs.run("one", Order.of("1.0", "b", "a"), null)).isEqualTo(asked);
        assertThatThrownBy(() -> runs.run("one", Order.of("1.5", "a", "b"), null))
                .isInstanceOf(StartConflictException.class)
                .hasMessageContaining("amount");
        RunClient<PricedOrder, Node> later = build(asking(PricedOrder.class).build());
        assertThat(later.run("one", PricedOrder.of("1", "a", "b"), null)).isEqualTo(asked);
        assertThatThrownBy(() -> later.run("one", PricedOrder.of("1", "a"), null))
                .isInstanceOf(StartConflictException.class)
                .hasMessageContaining("tags");
    }

    @Test
    @Tag("S1")
    void a_run_that_waits_gets_the_fields_of_the_build_that_takes_its_answer() {
        RunOutcome.QuestionAsked<Node> asked =
                Outcomes.asked(build(asking(Order.class).build()).run("one", Order.of("1", "a"), null));

        RunOutcome<Node> end = build(asking(PricedOrder.class).build()).answer(asked.ticket(), new Approved("Ann"));

        PricedOrder order = (PricedOrder) Objects.requireNonNull(Outcomes.completed(end));
        assertThat(order.currency).isEqualTo("EUR");
        assertThat(order.tags).containsExactly("a");
    }

    @Test
    @Tag("S2")
    void an_answer_that_a_build_does_not_know_waits_for_one_that_does() {
        RunOutcome.QuestionAsked<Node> asked =
                Outcomes.asked(build(asking(Order.class).build()).run("one", Order.of("1"), null));
        RunClient<Order, Node> without =
                build(asking(Order.class).named(ASK, "renamed").build());

        assertThatThrownBy(() -> without.answer(asked.ticket(), new Approved("Ann")))
                .is(Errors.with(ErrorCode.UNKNOWN_STEP))
                .hasMessageContaining("ask");

        RunClient<Order, Node> with = build(asking(Order.class).build());
        Outcomes.completed(with.answer(asked.ticket(), new Approved("Ann")));
    }

    @Test
    @Tag("S2")
    void an_answer_that_a_worker_of_another_build_gets_is_kept_for_one_that_knows_it() {
        RunOutcome.QuestionAsked<Node> asked =
                Outcomes.asked(build(asking(Order.class).build()).run("one", Order.of("1"), null));
        build(asking(Order.class).named(ASK, "renamed").build());
        RunClient<Order, Node> caller =
                open(builder().clientOnly()).client(asking(Order.class).build(), "the agent");
        assertThatThrownBy(() -> caller.answer(asked.ticket(), new Approved("Ann")))
                .is(Errors.with(ErrorCode.UNKNOWN_STEP));

        RunClient<Order, Node> with = build(asking(Order.class).build());

        Outcomes.completed(with.resume("one"));
    }

    @Test
    @Tag("Q1")
    @Tag("S2")
    void a_wait_that_ends_at_a_worker_of_another_build_is_not_computed_again() {
        AtomicInteger waits = new AtomicInteger();
        build(waiting(waits)).run("one", Notes.of(), null);
        RunClient<Notes, Node> without = build(waiting(waits).named(FIRST, "renamed"));
        while (Objects.requireNonNull(without.look("one")).status() != Status.QUEUED) {
            LockSupport.parkNanos(20_000_000);
        }

        Outcomes.completed(build(waiting(waits)).resume("one"));
        assertThat(waits).hasValue(1);
    }

    /** Listens in a mailbox of this name for messages of one type, each of which ends the run. */
    private static TestGraph<Notes> listening(String mailbox, Class<?> message) {
        return TestGraph.of(Notes.class)
                .start(ASK)
                .named(ASK, mailbox)
                .listens(
                        ASK,
                        s -> s.to(SECOND)
                                .answeredBy(ValueType.of(message))
                                .formerly(mailbox.equals("ask") ? new String[0] : new String[] {"ask"}),
                        any -> SECOND)
                .step(SECOND, s -> s.takes(ValueType.of(message)).toEnd(), (notes, input, context) -> {
                    notes.add("took " + input);
                    return Transition.end();
                });
    }

    @Test
    @Tag("Q7")
    void a_message_that_a_build_does_not_take_waits_for_one_that_does_unless_it_is_withdrawn() {
        build(listening("ask", String.class)).run("one", Notes.of(), null);
        build(listening("ask", Integer.class));
        RunClient<Notes, Node> caller =
                open(builder().clientOnly()).client(listening("ask", String.class), "the agent");
        caller.tell("one", ASK, "m1", "text");

        assertThatThrownBy(() -> caller.resume("one"))
                .is(Errors.with(ErrorCode.UNKNOWN_STEP))
                .hasMessageContainingAll("'m1'", "'ask'", "'one'");
        assertThat(caller.withdraw("one", ASK, "m1")).isTrue();
        assertThat(caller.resume("one")).isEqualTo(new RunOutcome.Listening<>(ASK, null));

        caller.tell("one", ASK, "m1", "text");
        build(listening("ask", String.class));
        assertThat(Outcomes.completed(caller.resume("one"))).hasToString("[took text]");
    }

    @Test
    @Tag("Q6")
    void builds_that_name_a_mailbox_otherwise_tell_each_others_runs() {
        RunClient<Notes, Node> newer =
                open(builder().clientOnly()).client(listening("inbox", String.class), "the agent");
        RunClient<Notes, Node> older = open(builder().clientOnly()).client(listening("ask", String.class), "the agent");
        build(listening("ask", String.class)).run("one", Notes.of(), null);
        newer.tell("one", ASK, "m1", "new");
        assertThat(Outcomes.completed(older.await("one"))).hasToString("[took new]");

        build(listening("inbox", String.class)).run("two", Notes.of(), null);
        older.tell("two", ASK, "m1", "old");
        assertThat(Outcomes.completed(newer.await("two"))).hasToString("[took old]");
    }

    private static TestGraph<Notes> waiting(AtomicInteger waits) {
        return TestGraph.of(Notes.class)
                .step(FIRST, s -> s.waits().to(SECOND), (notes, input, context) -> {
                    waits.incrementAndGet();
                    return Transition.pause(Duration.ofMillis(1_500));
                })
                .ends(SECOND);
    }

    @Test
    @Tag("S2")
    void a_gate_of_a_new_build_is_not_passed_by_runs_behind_its_interrupt() {
        RunOutcome.QuestionAsked<Node> asked =
                Outcomes.asked(build(paying(false).build()).run("one", Notes.of(), null));
        RunClient<Notes, Node> older = build(paying(false).build());
        Outcomes.parked(older.answer(asked.ticket(), new Approved("Ann")));

        RunClient<Notes, Node> newer = build(paying(true).build());
        newer.as(Actor.named("ann")).mode("one", ACCEPT_EDITS);

        Outcomes.failed(newer.await("one"), ErrorCode.GATE_BYPASSED);
    }

    @Test
    @Tag("S2")
    void a_run_that_stands_at_a_step_that_a_new_build_gates_waits_for_a_build_without_the_gate() {
        RunClient<Notes, Node> older = build(parking(false));
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(older.run("one", Notes.of(), null));
        Outcomes.parked(older.answer(asked.ticket(), new Approved("Ann")));

        RunClient<Notes, Node> newer = build(parking(true));
        newer.as(Actor.named("ann")).mode("one", ACCEPT_EDITS);
        assertThatThrownBy(() -> newer.resume("one"))
                .is(Errors.with(ErrorCode.GATE_BYPASSED))
                .hasMessageContainingAll("'one'", "step 'third'", "Approved to interrupt 'ask'");

        Outcomes.completed(build(parking(false)).resume("one"));
    }

    @Test
    @Tag("S2")
    void the_answer_that_has_opened_a_gate_stays_with_the_visit() {
        RunClient<Notes, Node> runs = build(parking(true));
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.run("one", Notes.of(), null));
        Outcomes.parked(runs.answer(asked.ticket(), new Approved("Ann")));

        RunClient<Notes, Node> later = build(parking(true));
        later.as(Actor.named("ann")).mode("one", ACCEPT_EDITS);

        Outcomes.completed(later.resume("one"));
    }

    @Test
    @Tag("S2")
    void two_builds_beside_each_other_end_all_runs() {
        RunClient<Notes, Node> older =
                on(open(builder().stepsOnly()), Graphs.review().build());
        RunClient<Notes, Node> newer = on(
                open(builder().stepsOnly()),
                Graphs.review().named(Node.GATED, "payOut").build());
        for (int i = 0; i < 10; i++) {
            String id = "run" + i;
            RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(older.run(id, Notes.of(), null));
            RunOutcome<Node> end = asked;
            while (end.equals(asked)) {
                try {
                    end = newer.answer(asked.ticket(), new Approved("Ann"));
                } catch (StepgraphException byTheOlder) {
                    assertThat(byTheOlder).is(Errors.with(ErrorCode.UNKNOWN_STEP));
                    end = resumed(newer, id, asked);
                }
            }
            assertThat(Outcomes.completed(end)).hasToString("[first, asked, paid, as Ann said]");
        }
    }

    /** Where the run has come, or the question if the older build has got it again. */
    private static RunOutcome<Node> resumed(RunClient<Notes, Node> runs, String id, RunOutcome<Node> asked) {
        try {
            return runs.resume(id);
        } catch (StepgraphException byTheOlder) {
            assertThat(byTheOlder).is(Errors.with(ErrorCode.UNKNOWN_STEP));
            return asked;
        }
    }

    /** Asks, and parks at {@code third}, which pays. */
    private static TestGraph<Notes> parking(boolean isGated) {
        return paying(isGated)
                .goes(SECOND, THIRD)
                .step(
                        THIRD,
                        s -> (isGated ? s.gatedBy(ASK, Approved.class) : s)
                                .requires(ACCEPT_EDITS)
                                .toEnd(),
                        (notes, input, context) -> Transition.end())
                .build();
    }

    /** Asks, parks, and pays in {@code third}. */
    private static TestGraph<Notes> paying(boolean isGated) {
        return TestGraph.of(Notes.class)
                .start(ASK)
                .asks(ASK, Approved.class, SECOND)
                .step(SECOND, s -> s.requires(ACCEPT_EDITS).to(THIRD), (notes, input, context) -> Transition.go(THIRD))
                .step(
                        THIRD,
                        s -> (isGated ? s.gatedBy(ASK, Approved.class) : s).toEnd(),
                        (notes, input, context) -> Transition.end());
    }
}
