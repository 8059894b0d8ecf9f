package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.StoreFixture.answerTo;
import static io.stepgraph.testkit.store.StoreFixture.at;
import static io.stepgraph.testkit.store.StoreFixture.goesOn;
import static io.stepgraph.testkit.store.StoreFixture.key;
import static io.stepgraph.testkit.store.StoreFixture.newRun;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.ThreadKey;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The end of a store, and the interrupts of its callers. */
@Tag("R9")
@Tag("R11")
interface CloseContract extends StoreFixture {

    @Test
    default void R11_a_closed_store_says_so() {
        StoredRun running = started(key("running"));
        StoredRun waiting = rested(question());
        store().close();

        List<ThrowingCallable> calls = List.of(
                () -> start(newRun(KEY), ANN),
                () -> find(KEY),
                () -> acquire(running, BOB),
                () -> store().runs().commit(running.lease(LEASE), goesOn(running, at("review", 2))),
                () -> store().runs().release(running.lease(LEASE)),
                () -> answer(answerTo(waiting, "\"yes\""), BOB),
                () -> command(KEY, CANCEL),
                () -> store().runs().summary(KEY),
                () -> store().runs().renew(running.lease(LEASE)),
                () -> store().runs().end(waiting, new StopReason.Cancelled("dave"), List.of()),
                () -> store().log().events(KEY, 0, 1),
                () -> store().log().thread(new ThreadKey("default", "chat")),
                () -> store().removals().prune("default", Instant.EPOCH, 1),
                () -> store().removals().countPrunable("default", Status.FAILED, Instant.EPOCH, 1),
                () -> store().lists().namespaces("", 1),
                () -> store().removals().delete(KEY));
        assertThat(calls)
                .allSatisfy(call -> assertThatThrownBy(call)
                        .is(Errors.with(ErrorCode.STORE_CLOSED))
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
            StoredRun run = started();
            StoredRun waiting = committed(run, rests(run, question()));
            StoredRun going = answered(waiting, "\"yes\"");
            StoredRun queued = released(going);
            StoredRun again = acquired(queued, ANN);
            committed(again, rests(again, COMPLETED));
            command(KEY, CANCEL);
            assertThat(store().removals().delete(KEY)).isTrue();

            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
    }
}
