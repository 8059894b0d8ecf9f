package io.stepgraph.engine;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trouble with the store is not the step's (R11). */
@Tag("R11")
final class StoreTroubleTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final List<String> done = new ArrayList<>();
    private final TestGraph<Notes> line = Graphs.line(
            (notes, context) -> {
                done.add("first/" + context.attempt());
                notes.add("first");
            },
            (notes, context) -> {
                done.add("second/" + context.attempt());
                notes.add("second");
            });

    /** The first such call is lost, and something else happens instead. */
    private void instead(String call, Runnable other) {
        AtomicInteger left = new AtomicInteger(1);
        fixture.store.before(name -> {
            if (name.equals(call) && left.getAndDecrement() > 0) {
                other.run();
                throw new StoreUnavailableException("The connection was cut.");
            }
        });
    }

    @Test
    void R11_a_store_that_does_not_answer_is_asked_again_and_burns_no_attempt() {
        fixture.store.failing("commit", 4);

        RunOutcome<Node> outcome = fixture.run(line);

        assertThat(Outcomes.completed(outcome)).hasToString("[first, second]");
        assertThat(done).containsExactly("first/1", "second/1");
        assertThat(fixture.time.waits())
                .containsExactly(
                        Duration.ofMillis(20), Duration.ofMillis(40), Duration.ofMillis(80), Duration.ofMillis(160));
    }

    @Test
    void R11_a_store_that_is_closed_amid_a_run_is_not_asked_again() {
        fixture.store.failing("commit", 1, StoreUnavailableException.closed("The store is closed."));

        assertThatThrownBy(() -> fixture.run(line)).is(Errors.with(ErrorCode.STORE_CLOSED));
        assertThat(fixture.time.waits()).isEmpty();
    }

    @Test
    void R11_after_a_while_the_caller_is_told_and_the_run_goes_on_later_without_a_crash_counted() {
        fixture.store.failing("commit", Integer.MAX_VALUE);
        RunClient<Notes, Node> runs = fixture.runs(line, builder -> builder.lease(Duration.ofSeconds(30)));

        assertThatThrownBy(() -> runs.run("one", Notes.of(), null)).isInstanceOf(StoreUnavailableException.class);
        assertThat(fixture.time.wall().toEpochMilli()).isBetween(30_000L, 32_000L);
        assertThat(fixture.stored("one").status()).isEqualTo(Status.RUNNING);

        fixture.store.before(call -> {});
        assertThat(Outcomes.completed(runs.run("one", Notes.of(), null))).hasToString("[first, second]");
        assertThat(done).containsExactly("first/1", "first/1", "second/1");
        assertThat(fixture.stored("one").checkpoint().crashes()).isZero();
    }

    @Test
    void R11_before_anything_is_owned_the_caller_is_told_at_once() {
        fixture.store.failing("start", 1);

        assertThatThrownBy(() -> fixture.run(line)).isInstanceOf(StoreUnavailableException.class);
        assertThat(fixture.time.waits()).isEmpty();
    }

    /** After a crash the run is taken over. */
    @ParameterizedTest
    @ValueSource(strings = {"start", "commit", "acquire", "answer"})
    void R11_a_write_whose_reply_was_lost_is_found_to_be_stored(String call) {
        TestGraph<Notes> graph = Graphs.review();
        if (call.equals("acquire")) {
            Crash.after(fixture, 1, () -> fixture.run(graph));
        }
        fixture.store.forget();
        fixture.store.losingReplies(call, call.equals("commit") ? 2 : 1);
        RunClient<Notes, Node> runs = fixture.runs(graph);

        Ticket ticket = Outcomes.ticket(runs.run("one", Notes.of(), null));
        assertThat(Outcomes.completed(runs.answer(ticket, new Graphs.Approved("Ann"))))
                .hasToString("[first, asked, paid, as Ann said]");

        assertThat(fixture.stored("one").checkpoint().visit()).isEqualTo(3);
        assertThat(fixture.stored("one").fencingToken()).isEqualTo(call.equals("acquire") ? 3 : 2);
    }

    @Test
    void R11_a_start_that_somebody_else_has_stored_meanwhile_is_not_taken_for_ones_own() {
        RunClient<Notes, Node> others = fixture.runs(Graphs.review());
        instead("start", () -> others.run("one", Notes.of(), null));

        assertThatThrownBy(() -> fixture.run(Graphs.review())).isInstanceOf(StoreUnavailableException.class);
        assertThat(fixture.stored("one").status()).isEqualTo(Status.WAITING);
    }

    @Test
    void R11_a_start_of_which_nothing_is_known_goes_on_with_the_next_call() {
        fixture.store.losingReplies("start", 1).failing("find", Integer.MAX_VALUE);
        RunClient<Notes, Node> runs = fixture.runs(line);

        assertThatThrownBy(() -> runs.run("one", Notes.of(), null))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage("The reply was lost.");
        fixture.store.before(call -> {});
        assertThat(Outcomes.completed(runs.run("one", Notes.of(), null))).hasToString("[first, second]");
    }

    @Test
    void R11_an_answer_that_was_lost_is_not_taken_for_another_one_that_was_stored_meanwhile() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review());
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.run("one", Notes.of(), null));
        RunClient<Notes, Node> others = fixture.runs(Graphs.review());
        instead("answer", () -> others.answer(asked.ticket(), new Graphs.Approved("Bob")));

        assertThrown(StoreUnavailableException.class, () -> runs.answer(asked.ticket(), new Graphs.Approved("Ann")));
        assertThat(Outcomes.completed(runs.resume("one"))).hasToString("[first, asked, paid, as Bob said]");
        assertThrown(StaleAnswerException.class, () -> runs.answer(asked.ticket(), new Graphs.Approved("Ann")));
    }
}
