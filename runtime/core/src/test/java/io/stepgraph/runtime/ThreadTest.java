package io.stepgraph.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Conversations: runs in one thread (L2, I8). */
final class ThreadTest {
    private final Fixture fixture = new Fixture();
    private final Runner runner = fixture.runner(builder -> builder);
    private final TestGraph<Notes> chat = Graphs.single((notes, context) -> notes.add(context.runId()));

    @AfterEach
    void close() {
        fixture.close();
    }

    private RunClient<Notes, Node> in(String thread) {
        return runner.client(chat, new Object(), thread);
    }

    @Test
    void L2_a_run_begins_with_what_the_one_before_it_left() {
        assertThat(Stops.completed(in("chat").run("one", Notes.of("given"), null)))
                .hasToString("[given, one]");
        assertThat(Stops.completed(in("chat").run("two", Notes.of("other"), null)))
                .hasToString("[given, one, two]");
        assertThat(Stops.completed(in("another").run("three", Notes.of("other"), null)))
                .hasToString("[other, three]");
    }

    @Test
    void L2_a_run_that_failed_leaves_the_state_at_the_entry_of_the_step_that_failed() {
        TestGraph<Notes> failing = Graphs.line((notes, context) -> notes.add("first"), (notes, context) -> {
            notes.add("lost");
            throw new IllegalStateException("broken");
        });
        RunClient<Notes, Node> runs = runner.client(failing, new Object(), "chat");
        Stops.failed(runs.run("one", Notes.of(), null), ErrorCode.STEP_FAILED);

        Stops.failed(runs.run("two", Notes.of(), null), ErrorCode.STEP_FAILED);

        assertThat(fixture.stored("two").checkpoint().state())
                .hasToString("{\"lines\":[\"first\",\"first\"],\"count\":0}");
    }

    @Test
    void I8_a_waiting_run_is_not_dropped_for_the_next_one() {
        RunClient<Notes, Node> runs = runner.client(Graphs.review().build(), new Object(), "chat");
        Stop.Asked<Node> asked = Stops.asked(runs.run("one", Notes.of(), null));

        assertThatThrownBy(() -> runs.run("two", Notes.of(), null))
                .isInstanceOf(ThreadBusy.class)
                .hasMessageContaining("'one' is WAITING");

        runs.answer(asked.ticket(), new Graphs.Approved("Ann"));
        Stops.asked(runs.run("two", Notes.of(), null));
    }

    @Test
    void R3_a_run_that_is_run_again_in_its_thread_is_the_same_run() {
        in("chat").run("one", Notes.of("given"), null);
        in("chat").run("two", Notes.of("given"), null);

        assertThat(Stops.completed(in("chat").run("two", Notes.of("given"), null)))
                .hasToString("[given, one, two]");
        assertThatThrownBy(() -> in("chat").run("two", Notes.of("other"), null)).isInstanceOf(StartConflict.class);
    }

    @Test
    void R3_a_run_of_another_thread_is_none_of_this() {
        in("chat").run("one", Notes.of(), null);

        assertThatThrownBy(() -> in("another").run("one", Notes.of(), null))
                .isInstanceOf(StartConflict.class)
                .hasMessageContaining("thread 'chat'");
        assertThat(Stops.completed(runner.client(chat, new Object()).resume("one")))
                .hasToString("[one]");
    }

    @Test
    void R7_a_failed_run_of_a_thread_that_has_gone_on_is_not_retried() {
        TestGraph<Notes> once = Graphs.single((notes, context) -> {
            if (context.runId().equals("one")) {
                throw new IllegalStateException("broken");
            }
        });
        RunClient<Notes, Node> runs = runner.client(once, new Object(), "chat");
        runs.run("one", Notes.of(), null);
        runs.run("two", Notes.of(), null);

        assertThatThrownBy(() -> runs.retry("one"))
                .isInstanceOf(ThreadBusy.class)
                .hasMessageContainingAll("'one'", "'two'");
    }

    @Test
    void A_thread_has_a_name() {
        assertThatThrownBy(() -> in("")).isInstanceOf(IllegalArgumentException.class);
    }
}
