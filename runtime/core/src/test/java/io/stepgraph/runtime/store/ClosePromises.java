package io.stepgraph.runtime.store;

import static io.stepgraph.runtime.store.StoreFixture.answerTo;
import static io.stepgraph.runtime.store.StoreFixture.at;
import static io.stepgraph.runtime.store.StoreFixture.goesOn;
import static io.stepgraph.runtime.store.StoreFixture.newRun;
import static io.stepgraph.runtime.store.StoreFixture.question;
import static io.stepgraph.runtime.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.StoreUnavailable;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The end of a store, and the interrupts of its callers. */
interface ClosePromises extends StoreFixture {

    @Test
    default void R11_a_closed_store_is_unavailable() {
        RunRecord running = started(new RunKey("default", "running"));
        RunRecord waiting = rested(question());
        store().close();

        List<ThrowingCallable> calls = List.of(
                () -> store().start(newRun(KEY), ANN),
                () -> store().find(KEY),
                () -> store().acquire(running, BOB),
                () -> store().commit(running.lease(), goesOn(running, at("review", 2))),
                () -> store().release(running.lease()),
                () -> store().answer(answerTo(waiting, "\"yes\""), BOB),
                () -> store().control(KEY, new Control.Cancel("dave")),
                () -> store().delete(KEY));
        assertThat(calls)
                .allSatisfy(call -> assertThatThrownBy(call)
                        .isInstanceOf(StoreUnavailable.class)
                        .hasMessageContaining("closed"));
    }

    @Test
    default void A_store_may_be_closed_twice() {
        store().close();
        store().close();
    }

    @Test
    default void R9_a_thread_that_was_interrupted_is_served_and_stays_interrupted() {
        Thread.currentThread().interrupt();
        try {
            RunRecord run = started();
            RunRecord waiting = committed(run, rests(run, question()));
            RunRecord going = answered(waiting, "\"yes\"");
            RunRecord queued = released(going);
            RunRecord again = acquired(queued, ANN);
            committed(again, rests(again, new Rest.Succeeded(Json.of("1"))));
            store().control(KEY, new Control.Cancel("dave"));
            assertThat(store().delete(KEY)).isTrue();

            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
    }
}
