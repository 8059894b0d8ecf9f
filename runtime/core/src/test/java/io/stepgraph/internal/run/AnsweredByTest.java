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
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.StepBuilder;
import io.stepgraph.runtime.graph.StepSpec.Starter;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Graphs.Approved;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.Retention;
import io.stepgraph.store.RunKey;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who may answer (W3 to W5), where the contract of engines does not say it: messages, names, renamed interrupts. */
@Timeout(30)
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
                s -> s.answerers(Starter.NOT, List.of(), "reviewer", "policy"),
                s -> s.answerers(Starter.AS_OTHERS, List.of(ASK), "lead"));
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
                        s -> second.accept(s.to(GATED)
                                .answeredBy(ValueType.of(Approved.class))
                                .gatedBy(ASK, Approved.class)),
                        answer -> GATED)
                .ends(GATED)
                .ends(THIRD);
    }

    private Ticket started(String id) {
        return Outcomes.ticket(runs.as(ANN).run(id, Notes.of(), null));
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(AnswerNotPermittedException.class);
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
    void W5_where_an_earlier_build_did_not_keep_the_starter_nobody_answers() {
        runner.client(transfer(s -> s.requires(PermissionMode.BYPASS_PERMISSIONS), s -> {}), new Object())
                .run("one", Notes.of(), null);
        Ticket ticket = Outcomes.ticket(runs.resume("one"));

        assertThatThrownBy(() -> runs.as(BOB).answer(ticket, YES))
                .hasMessageContaining(
                        "the person who started the run, whom an earlier build did not keep; bob may not");
    }

    @Test
    void W4_who_has_answered_an_interrupt_that_was_renamed_is_still_another_person() {
        RunClient<Notes, Node> older = runner.client(transfer().named(ASK, "review"), new Object());
        Ticket first = Outcomes.ticket(older.as(ANN).run("one", Notes.of(), null));
        Ticket second = Outcomes.ticket(older.as(BOB).answer(first, YES));
        RunClient<Notes, Node> newer = runner.client(
                transfer(s -> s.formerly("review"), s -> s.answerers(Starter.AS_OTHERS, List.of(ASK), "lead")),
                new Object());

        assertRefused(() -> newer.as(BOB).answer(second, YES));
        Outcomes.completed(newer.as(CAROL).answer(second, YES));
    }

    @Test
    void W4_an_answer_that_somebody_else_has_to_follow_needs_a_name() {
        RunClient<Notes, Node> four =
                runner.client(transfer(s -> {}, s -> s.answerers(Starter.AS_OTHERS, List.of(ASK))), new Object());
        Ticket ticket = Outcomes.ticket(four.run("one", Notes.of(), null));

        assertRefused(() -> four.answer(ticket, YES));
        Ticket second = Outcomes.ticket(four.as(ANN).answer(ticket, YES));
        assertRefused(() -> four.as(ANN).answer(second, YES));
    }

    @Test
    void W3_one_person_in_two_spellings_is_one_where_the_normaliser_says_so() {
        Runner lower = fixture.runner(builder -> builder.names(name -> name.toLowerCase(Locale.ROOT)));
        RunClient<Notes, Node> names = lower.client(transfer(), new Object());
        Ticket first = Outcomes.ticket(names.as(Actor.named("Eve", "reviewer")).run("two", Notes.of(), null));
        assertRefused(() -> names.as(Actor.named("eve", "reviewer")).answer(first, YES));
        assertRefused(() -> lower.as(Actor.named("EVE", "reviewer")).answer(first.id(), JSON));

        Ticket second = Outcomes.ticket(names.as(Actor.named("Bob", "reviewer")).answer(first, YES));
        assertRefused(() -> names.as(Actor.named("BOB", "lead")).answer(second, YES));
        Outcomes.completed(names.as(CAROL).answer(second, YES));
    }

    @Test
    void W5_a_run_a_fork_and_a_machine_start_only_with_a_named_starter() {
        MachineCore<Object, Notes, String, Node> machine =
                new MachineCore<>(transfer(), new Object(), PermissionMode.BYPASS_PERMISSIONS, event -> {});
        started("two");

        for (ThrowingCallable start : List.<ThrowingCallable>of(
                () -> runs.run("one", Notes.of(), null),
                () -> runs.enqueue("one", Notes.of(), null),
                () -> runs.fork("two", 2, "one"),
                () -> machine.start(Notes.of(), null, null))) {
            assertThatThrownBy(start).hasMessageContaining("as(actor)");
        }
        assertThat(fixture.memory.runs().find(new RunKey("default", "one"))).isNull();
    }
}
