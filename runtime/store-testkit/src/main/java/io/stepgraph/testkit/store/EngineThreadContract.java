package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.EngineFixture.completed;
import static io.stepgraph.testkit.store.EngineFixture.decide;
import static io.stepgraph.testkit.store.EngineFixture.failed;
import static io.stepgraph.testkit.store.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.testkit.store.ContractAgent.Notes;
import io.stepgraph.testkit.store.ContractAgent.Rejected;
import io.stepgraph.testkit.store.ContractAgent.Turn;
import io.stepgraph.testkit.store.ContractAgentGraph.Outcome;
import io.stepgraph.testkit.store.ContractAgentGraph.Runs;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Conversations: runs that share a state, one after the other. */
@Tag("R7")
@Tag("I8")
@Tag("L2")
interface EngineThreadContract extends EngineFixture {

    private Runs thread(String name) {
        ContractAgent agent = ContractAgent.of().preparing((notes, context) -> {
            notes.lines.add(context.runId());
            notes.turn = Turn.DECIDE;
        });
        return thread(name, agent);
    }

    private Runs thread(String name, ContractAgent agent) {
        return ContractAgentGraph.of(agent).on(process(EngineSettings.DEFAULT).engine(), name);
    }

    /** Its second step fails while the switch is on. */
    private static ContractAgent failing(AtomicBoolean isBroken) {
        return ContractAgent.of().acting((notes, context) -> {
            notes.lines.add(context.runId());
            if (isBroken.get()) {
                throw new IllegalStateException("broken");
            }
        });
    }

    @Test
    default void I8_a_thread_with_an_unfinished_run_starts_no_other_and_names_it() {
        Runs chat = thread("chat");
        Outcome.Decide asked = decide(chat.run("one", Notes.of(Turn.END)));

        for (ThrowingCallable start : List.<ThrowingCallable>of(
                () -> chat.run("two", Notes.of(Turn.END)), () -> chat.enqueue("two", Notes.of(Turn.END)))) {
            assertThatThrownBy(start)
                    .isInstanceOfSatisfying(
                            ThreadBusyException.class,
                            busy -> assertThat(busy.runId()).isEqualTo("one"))
                    .hasMessageContaining("Thread 'chat' has an unfinished run: 'one' is WAITING");
        }
        decide(thread("other").run("two", Notes.of(Turn.END)));
        completed(chat.answerDecide(asked, new Rejected("no")));
        decide(chat.run("three", () -> Notes.of(Turn.END)));
    }

    @Test
    default void L2_a_run_begins_with_the_state_that_the_last_one_of_its_thread_left() {
        Runs chat = thread("chat");
        Outcome.Decide first = decide(chat.run("one", Notes.of(Turn.END, "given")));
        completed(chat.answerDecide(first, new Rejected("no")));
        decide(chat.run("two", () -> Notes.of(Turn.END, "ignored")));
        chat.as(Actor.named("ann")).cancel("two");

        Outcome.Decide third = decide(thread("chat").run("three", () -> Notes.of(Turn.END, "ignored")));

        assertThat(third.question().text()).contains("[given, one, asked, shelved: no, two, asked, three, asked]");
    }

    @Test
    default void L2_a_start_whose_state_would_be_dropped_is_refused_and_stores_nothing() {
        Runs chat = thread("chat");
        completed(chat.answerDecide(decide(chat.run("one", Notes.of(Turn.END))), new Rejected("no")));

        for (ThrowingCallable start : List.<ThrowingCallable>of(
                () -> chat.run("two", Notes.of(Turn.END)), () -> chat.enqueue("two", Notes.of(Turn.END)))) {
            assertThrown(StartConflictException.class, start, "'two'", "'chat'", "state as a supplier");
            assertThrown(RunNotFoundException.class, () -> chat.outcome("two"));
        }
        decide(chat.run("two", () -> Notes.of(Turn.END)));
    }

    @Test
    default void L2_a_run_that_is_stored_with_a_supplier_continues_its_thread() {
        Runs chat = thread("chat");
        completed(chat.answerDecide(decide(chat.run("one", Notes.of(Turn.END, "given"))), new Rejected("no")));

        assertThat(chat.enqueue("two", () -> Notes.of(Turn.END, "ignored"))).isTrue();

        assertThat(decide(chat.resume("two")).question().text())
                .contains("[given, one, asked, shelved: no, two, asked]");
        assertThat(chat.enqueue("two", () -> {
                    throw new IllegalStateException("called");
                }))
                .as("a run that exists calls no supplier")
                .isFalse();
    }

    @Test
    default void L2_a_run_that_failed_leaves_the_state_at_the_entry_of_its_step() {
        AtomicBoolean isBroken = new AtomicBoolean(true);
        Runs chat = thread("chat", failing(isBroken));
        failed(chat.run("one", Notes.of(Turn.END, "given")));
        isBroken.set(false);

        assertThat(completed(chat.run("two", () -> Notes.of(Turn.END, "ignored"))))
                .containsExactly("given", "two");
        assertThat(completed(chat.run("three", () -> Notes.of(Turn.END, "ignored"))))
                .containsExactly("given", "two", "three");
    }

    @Test
    default void L2_a_run_that_is_run_again_in_its_thread_is_the_same_run() {
        Runs chat = thread("chat", failing(new AtomicBoolean()));
        completed(chat.run("one", Notes.of(Turn.END, "given")));
        completed(chat.run("two", () -> Notes.of(Turn.END, "given")));

        assertThat(completed(chat.run("two", Notes.of(Turn.END, "given")))).containsExactly("given", "one", "two");
        assertThatThrownBy(() -> thread("other").run("two", Notes.of(Turn.END, "given")))
                .isInstanceOf(StartConflictException.class)
                .hasMessageContaining("thread 'chat'");
    }

    @Test
    default void I8_two_starts_at_once_make_one_run() throws Exception {
        List<Runs> callers = List.of(thread("chat"), thread("chat"));
        for (int i = 0; i < 5; i++) {
            CyclicBarrier together = new CyclicBarrier(callers.size());
            List<Future<String>> starts = new ArrayList<>();
            for (int caller = 0; caller < callers.size(); caller++) {
                String id = "run " + i + " of " + caller;
                Runs runs = callers.get(caller);
                starts.add(call(() -> {
                    together.await();
                    try {
                        decide(runs.run(id, () -> Notes.of(Turn.END)));
                        return "won";
                    } catch (ThreadBusyException busy) {
                        return Objects.requireNonNull(busy.runId());
                    }
                }));
            }
            List<String> seen = List.of(starts.get(0).get(), starts.get(1).get());
            int winner = seen.indexOf("won");

            assertThat(seen).containsExactlyInAnyOrder("won", "run " + i + " of " + winner);
            callers.get(0).as(Actor.named("ann")).cancel("run " + i + " of " + winner);
        }
    }

    @Test
    default void R7_a_retry_takes_the_thread_again() {
        AtomicBoolean isBroken = new AtomicBoolean(true);
        Runs chat = thread("chat", failing(isBroken));
        failed(chat.run("one", Notes.of(Turn.DECIDE, "given")));
        isBroken.set(false);

        Outcome.Decide asked = decide(chat.retry("one"));

        assertThatThrownBy(() -> chat.run("two", () -> Notes.of(Turn.END))).isInstanceOf(ThreadBusyException.class);
        completed(chat.answerDecide(asked, new Rejected("no")));
        assertThat(decide(chat.run("two", () -> Notes.of(Turn.END))).question().text())
                .contains("[given, one, asked, shelved: no, two, asked]");
    }

    @Test
    default void R7_a_failed_run_of_a_thread_that_has_gone_on_is_not_retried() {
        AtomicBoolean isBroken = new AtomicBoolean(true);
        Runs chat = thread("chat", failing(isBroken));
        failed(chat.run("one", Notes.of(Turn.END)));
        isBroken.set(false);
        completed(chat.run("two", () -> Notes.of(Turn.END)));

        assertThrown(ThreadBusyException.class, () -> chat.retry("one"), "'one'", "'two'");
    }
}
