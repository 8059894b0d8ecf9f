package io.stepgraph.internal.visit;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.PermissionMode.PLAN;
import static io.stepgraph.runtime.testing.Node.ASK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.effect.RunLedger;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Graphs.Approved;
import io.stepgraph.runtime.testing.Graphs.Question;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.StopReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** An engine that keeps its runs as JSON executes them visit by visit. */
final class VisitsTest {
    private static final RunRef RUN = new RunRef("default", "one", 7);
    private static final VisitSettings SETTINGS = new VisitSettings(ACCEPT_EDITS, 100, 2, 1_000, 1_000, List.of());

    private final List<RunEvent> live = new ArrayList<>();
    private final VisitScope scope = new Scope();

    private class Scope extends VisitScope {
        @Override
        protected boolean isInDoubt() {
            return false;
        }

        @Override
        protected void happened(RunEvent event, Json document) {
            live.add(event);
        }

        @Override
        protected RunLedger ledger() {
            return null; // no step of these tests has an effect
        }
    }

    private static Visits<Notes, Node> visits(TestGraph<Notes> graph) {
        return Visits.of(graph, new Object(), SETTINGS);
    }

    private static VisitCall call(PermissionMode mode, StepEntry checkpoint, Json state) {
        return new VisitCall(RUN, mode, checkpoint, state);
    }

    private static VisitCall first(Visits<Notes, Node> visits) {
        VisitStart start = visits.start(Notes.of("given"), null);
        return call(PLAN, start.checkpoint(), start.state());
    }

    @Test
    void a_run_from_its_start_to_its_end() {
        Visits<Notes, Node> visits = visits(Graphs.review().build());

        VisitResult next = visits.visit(first(visits), scope);
        assertThat(next.checkpoint().step()).isEqualTo("ask");
        assertThat(next.checkpoint().visit()).isEqualTo(2);
        assertThat(next.events())
                .extracting(Json::text)
                .hasSize(2)
                .last()
                .asString()
                .contains("step-finished");

        VisitCall asking = call(PLAN, next.checkpoint(), next.state());
        VisitResult asked = visits.visit(asking, new Scope());
        StopReason.QuestionAsked question = (StopReason.QuestionAsked) asked.stopReason();
        Ticket ticket = new Ticket("default", "one", 7, 2, "ask", question.nonce());
        assertThat(visits.reader().outcome(RUN, PLAN, asked.checkpoint(), question))
                .isEqualTo(new RunOutcome.QuestionAsked<>(ASK, ticket, new Question("Pay?")));

        Json answer = visits.writeAnswer("one", "ask", new Approved("Ann"));
        assertThat(visits.readAnswer("one", "ask", answer.text())).isEqualTo(answer);
        VisitCall waiting = call(PLAN, asked.checkpoint(), asked.state());
        StepEntry taken = visits.answered(waiting, answer);
        assertThat(taken.step()).isEqualTo("gated");
        assertThat(taken.budgetStartVisit()).isEqualTo(3);

        VisitResult completed = visits.visit(call(PLAN, taken, asked.state()), new Scope());
        StopReason.Completed result = (StopReason.Completed) completed.stopReason();
        assertThat(visits.reader().outcome(RUN, PLAN, completed.checkpoint(), result))
                .asString()
                .contains("[given, first, asked, paid, as Ann said]");
        Json end = completed.events().get(completed.events().size() - 1);
        assertThat(visits.reader().event(RUN, end, result::output)).isInstanceOf(RunEvent.Completed.class);
    }

    @Test
    void a_failed_attempt_is_made_again_with_the_values_of_the_visit() {
        TestGraph<Notes> graph = Graphs.single(s -> s.retry(2, 10, 1, 10, 0), (notes, context) -> {
            notes.add("attempt " + context.attempt());
            if (context.attempt() == 1) {
                throw new TransientException("busy");
            }
        });
        Visits<Notes, Node> visits = visits(graph);
        VisitCall call = first(visits);

        VisitResult retry = visits.visit(call, scope);
        assertThat(retry.stopReason()).isEqualTo(new StopReason.Delayed());
        assertThat(retry.dueIn()).isEqualTo(Duration.ofMillis(10));
        assertThat(retry.checkpoint().attempt()).isEqualTo(2);
        assertThat(retry.events()).last().asString().contains("step-retrying");
        VisitResult completed = visits.visit(call(PLAN, retry.checkpoint(), call.state()), new Scope());

        assertThat(visits.reader().outcome(RUN, PLAN, completed.checkpoint(), completed.stopReason()))
                .asString()
                .contains("[given, attempt 2]");
    }

    @Test
    void a_step_of_another_build_is_not_executed() {
        Visits<Notes, Node> visits = visits(Graphs.review().build());
        VisitCall call = first(visits);

        assertThatThrownBy(() ->
                        visits.visit(call(PLAN, new StepEntry("gone", null, 1, 1, 0, 1, null), call.state()), scope))
                .is(Errors.with(ErrorCode.UNKNOWN_STEP));
        assertThatThrownBy(() -> visits.visit(call(PLAN, call.checkpoint(), Json.of("7")), scope))
                .is(Errors.with(ErrorCode.CORRUPT_CHECKPOINT));
        assertThat(live).isEmpty();
    }

    @Test
    void a_cancel_interrupts_the_step_and_leaves_no_result() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        Visits<Notes, Node> visits = visits(Graphs.single((notes, context) -> {
            inside.countDown();
            new CountDownLatch(1).await();
        }));
        VisitCall call = first(visits);
        Thread canceller = new Thread(() -> {
            Graphs.uninterrupted(inside);
            scope.cancel("must stop, because the run was cancelled");
        });
        canceller.start();

        VisitResult result = visits.visit(call, scope);
        canceller.join();

        assertThat(result).isNull();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(visits.visit(call, scope))
                .as("a cancelled scope begins nothing")
                .isNull();
    }

    @Test
    void custom_events_are_told_at_once_and_stay_within_the_limit() {
        Visits<Notes, Node> visits = visits(Graphs.single((notes, context) -> {
            context.emit("x".repeat(400));
            context.emit("y".repeat(700));
        }));

        VisitResult failed = visits.visit(first(visits), scope);

        assertThat(live).extracting(event -> event.getClass().getSimpleName()).containsExactly("StepStarted", "Custom");
        assertThat(failed.stopReason().json().text()).contains("VALUE_TOO_LARGE");
    }
}
