package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.GATED;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.Runner;
import io.stepgraph.internal.visit.MachineCore;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.AnswerNotPermittedException;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.runtime.graph.StepBuilder;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Graphs.Approved;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.Retention;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who may answer (W2 to W5): a reviewer who has not started the run, then a lead who is somebody else. */
@Timeout(30)
@Tag("W2")
@Tag("W3")
@Tag("W4")
@Tag("W5")
final class AnsweredByTest {
    private static final Approved YES = new Approved("Ann");
    private static final String JSON = "{\"@type\": \"Approved\", \"by\": \"Ann\"}";
    private static final Actor ANN = Actor.named("ann", "reviewer", "lead");
    private static final Actor BOB = Actor.named("bob", "reviewer", "lead");
    private static final Actor CAROL = Actor.named("carol", "lead");

    @AutoClose
    private final Fixture fixture = new Fixture();

    private final Runner runner = fixture.runner(builder -> builder.retention(Retention.KEEP_HISTORY));
    private final RunClient<Notes, Node> runs = runner.client(transfer(), new Object());

    private static TestGraph<Notes> transfer() {
        return transfer(
                s -> s.answerers(true, List.of(), "reviewer", "policy"), s -> s.answerers(false, List.of(ASK), "lead"));
    }

    private static TestGraph<Notes> transfer(Consumer<StepBuilder<Node>> first, Consumer<StepBuilder<Node>> second) {
        return TestGraph.of(Notes.class)
                .goes(FIRST, ASK)
                .asks(
                        ASK,
                        s -> first.accept(s.to(SECOND, THIRD).answeredBy(ValueType.of(Graphs.Decision.class))),
                        answer -> answer instanceof Approved ? SECOND : THIRD)
                .asks(
                        SECOND,
                        s -> second.accept(s.to(GATED, ASK)
                                .answeredBy(ValueType.of(Approved.class))
                                .gatedBy(ASK, Approved.class)
                                .expires(60_000)),
                        answer -> answer instanceof Expired ? ASK : GATED)
                .ends(GATED)
                .ends(THIRD);
    }

    private Ticket started(String id) {
        return Outcomes.asked(runs.as(ANN).run(id, Notes.of(), null)).ticket();
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(AnswerNotPermittedException.class);
    }

    @Test
    void W3_the_starter_is_refused_at_each_door_and_nothing_is_written() {
        Ticket ticket = started("one");
        StoredRun before = fixture.stored("one");

        assertRefused(() -> runs.as(ANN).answer(ticket, YES));
        assertRefused(() -> runs.as(ANN).answer(ticket.id(), JSON));
        assertRefused(() -> runner.as(ANN).answer(ticket.id(), JSON));
        assertThat(fixture.stored("one").isAs(before)).isTrue();
        assertThat(fixture.stored("one").lastEvent()).isEqualTo(before.lastEvent());
        assertThat(fixture.stored("one").stopReason()).isEqualTo(before.stopReason());
    }

    @Test
    void W3_the_refusal_says_who_may() {
        Ticket ticket = started("T-1");

        assertThatThrownBy(() -> runner.as(CAROL).answer(ticket.id(), JSON))
                .hasMessageStartingWith("'ask' of run 'T-1' may be answered by a reviewer or a policy, but not by ")
                .hasMessageContaining("; carol may not.");
        assertRefused(() -> runner.answer(ticket.id(), JSON));
    }

    @Test
    void W3_the_log_keeps_the_roles_of_who_answers() {
        Ticket ticket = started("one");
        runs.as(BOB).answer(ticket, YES);
        runs.cancel("one");

        assertThat(runs.events("one"))
                .extracting(StreamedEvent::event)
                .filteredOn(RunEvent.Answered.class::isInstance)
                .first()
                .isEqualTo(new RunEvent.Answered("one", ticket, YES, "bob", List.of("lead", "reviewer")));
    }

    @Test
    void W5_where_an_earlier_build_did_not_keep_the_starter_nobody_answers() {
        runner.client(transfer(s -> s.requires(PermissionMode.BYPASS_PERMISSIONS), s -> {}), new Object())
                .run("one", Notes.of(), null);
        Ticket ticket = Outcomes.asked(runs.resume("one")).ticket();

        assertThatThrownBy(() -> runs.as(BOB).answer(ticket, YES))
                .hasMessageContaining(
                        "the person who started the run, whom an earlier build did not keep; bob may not");
    }

    @Test
    void W4_nobody_answers_both_questions_also_after_expiry_and_asking_again() {
        Ticket second = Outcomes.asked(runs.as(BOB).answer(started("one"), YES)).ticket();
        assertRefused(() -> runs.as(BOB).answer(second, YES));

        fixture.time.pass(Duration.ofMinutes(2));
        Ticket again = Outcomes.asked(runs.resume("one")).ticket();
        assertRefused(() -> runs.as(ANN).answer(again, YES));
        runner.as(Actor.named("dan", "policy")).answer(again.id(), JSON);
        Ticket last = Outcomes.asked(runs.resume("one")).ticket();

        assertRefused(() -> runs.as(Actor.named("dan", "lead")).answer(last, YES));
        Outcomes.completed(runs.as(BOB).answer(last, YES));
    }

    @Test
    void W4_who_has_answered_an_interrupt_that_was_renamed_is_still_another_person() {
        RunClient<Notes, Node> older = runner.client(transfer().named(ASK, "review"), new Object());
        Ticket first =
                Outcomes.asked(older.as(ANN).run("one", Notes.of(), null)).ticket();
        Ticket second = Outcomes.asked(older.as(BOB).answer(first, YES)).ticket();
        RunClient<Notes, Node> newer = runner.client(
                transfer(s -> s.formerly("review"), s -> s.answerers(false, List.of(ASK), "lead")), new Object());

        assertRefused(() -> newer.as(BOB).answer(second, YES));
        Outcomes.completed(newer.as(CAROL).answer(second, YES));
    }

    @Test
    void W4_an_answer_that_somebody_else_has_to_follow_needs_a_name() {
        RunClient<Notes, Node> four =
                runner.client(transfer(s -> {}, s -> s.answerers(false, List.of(ASK))), new Object());
        Ticket ticket = Outcomes.asked(four.run("one", Notes.of(), null)).ticket();

        assertRefused(() -> four.answer(ticket, YES));
        Ticket second = Outcomes.asked(four.as(ANN).answer(ticket, YES)).ticket();
        assertRefused(() -> four.as(ANN).answer(second, YES));
    }

    @Test
    void W3_one_person_in_two_spellings_is_one_where_the_normaliser_says_so() {
        Runner lower = fixture.runner(builder -> builder.names(name -> name.toLowerCase(Locale.ROOT)));
        RunClient<Notes, Node> names = lower.client(transfer(), new Object());
        Ticket first = Outcomes.asked(names.as(Actor.named("Eve", "reviewer")).run("two", Notes.of(), null))
                .ticket();
        assertRefused(() -> names.as(Actor.named("eve", "reviewer")).answer(first, YES));
        assertRefused(() -> lower.as(Actor.named("EVE", "reviewer")).answer(first.id(), JSON));

        Ticket second = Outcomes.asked(names.as(Actor.named("Bob", "reviewer")).answer(first, YES))
                .ticket();
        assertRefused(() -> names.as(Actor.named("BOB", "lead")).answer(second, YES));
        Outcomes.completed(names.as(CAROL).answer(second, YES));
    }

    @Test
    void W5_a_run_starts_only_with_a_named_starter() {
        assertThatThrownBy(() -> runs.run("one", Notes.of(), null)).hasMessageContaining("as(actor)");
        assertThatThrownBy(() -> runs.enqueue("one", Notes.of(), null)).hasMessageContaining("as(actor)");
        assertThat(fixture.memory.runs().find(new RunKey("default", "one"))).isNull();
    }

    @Test
    void W5_who_started_and_who_forked_may_not_answer_the_fork() {
        started("one");
        assertThatThrownBy(() -> runs.fork("one", 2, "two")).hasMessageContaining("as(actor)");
        runs.as(BOB).fork("one", 2, "two");
        Ticket ticket = Outcomes.asked(runs.resume("two")).ticket();

        assertRefused(() -> runs.as(ANN).answer(ticket, YES));
        assertRefused(() -> runs.as(BOB).answer(ticket, YES));
        Outcomes.asked(runs.as(Actor.named("dan", "policy")).answer(ticket, YES));
    }

    @Test
    void W2_a_question_that_an_earlier_build_asked_without_a_rule_is_answered_as_before() {
        RunClient<Notes, Node> earlier = runner.client(transfer(s -> {}, s -> {}), new Object());
        Ticket ticket = Outcomes.asked(earlier.run("one", Notes.of(), null)).ticket();

        Outcomes.asked(runs.answer(ticket, YES));
    }

    @Test
    void W3_a_machine_refuses_as_a_run_does() {
        MachineCore<Object, Notes, String, Node> machine =
                new MachineCore<>(transfer(), new Object(), PermissionMode.BYPASS_PERMISSIONS, event -> {});
        assertThatThrownBy(() -> machine.start(Notes.of(), null, null)).hasMessageContaining("as(actor)");
        machine.start(Notes.of(), null, ANN);

        assertRefused(() -> machine.answer(YES, ANN));
        assertRefused(() -> machine.answer(YES, null));
        String snapshot = machine.snapshot();
        MachineCore<Object, Notes, String, Node> restored =
                new MachineCore<>(transfer(), new Object(), PermissionMode.BYPASS_PERMISSIONS, event -> {});
        restored.restore(snapshot);
        assertRefused(() -> restored.answer(YES, ANN));
        restored.answer(YES, BOB);
        assertRefused(() -> restored.answer(YES, BOB));
        Outcomes.completed(restored.answer(YES, CAROL));
    }
}
