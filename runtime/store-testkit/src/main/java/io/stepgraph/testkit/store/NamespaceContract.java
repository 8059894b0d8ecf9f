package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static io.stepgraph.testkit.store.StoreFixture.answerTo;
import static io.stepgraph.testkit.store.StoreFixture.at;
import static io.stepgraph.testkit.store.StoreFixture.elsewhere;
import static io.stepgraph.testkit.store.StoreFixture.goesOn;
import static io.stepgraph.testkit.store.StoreFixture.key;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A write with the wrong namespace changes nothing: neither the run of that number, nor the run of that name in the
 * other namespace (L4).
 */
@Tag("L4")
interface NamespaceContract extends StoreFixture {

    /** Does what should change nothing. */
    private void assertUntouchedBy(StoredRun run, Runnable attempt) {
        StoredRun namesake = started(elsewhere(run).key());
        attempt.run();
        assertThat(found(run)).isEqualTo(run);
        assertThat(found(namesake)).isEqualTo(namesake);
        assertThat(store().log().events(run.key(), run.lastEvent(), 1))
                .satisfies(log -> assertThat(log.batches()).isEmpty());
    }

    @Test
    default void L4_an_owner_that_names_another_scope_writes_nothing() {
        StoredRun run = started();
        StoredRun other = elsewhere(run);
        assertUntouchedBy(run, () -> {
            assertRefused(other, goesOn(run, at("review", 2)));
            for (StopReason stopReason : List.of(question(), COMPLETED, new StopReason.Cancelled("dave"))) {
                assertRefused(other, rests(run, stopReason));
            }
            assertThrown(ErrorCode.LEASE_LOST, () -> store().runs().renew(other.lease(Duration.ofDays(9))));
            store().runs().release(other.lease(LEASE));
        });
        assertThat(store().log().questions(run.key())).isEmpty();
    }

    @Test
    default void L4_who_names_another_scope_takes_over_and_reopens_nothing() {
        for (StoredRun run : List.of(started(), rested(key("failed"), FAILED))) {
            assertUntouchedBy(
                    run, () -> assertThat(acquire(elsewhere(run), BOB)).isNull());
        }
    }

    @Test
    default void L4_who_names_another_scope_answers_and_ends_nothing() {
        StoredRun waiting = rested(question());
        assertUntouchedBy(waiting, () -> {
            assertThat(store().runs().end(elsewhere(waiting), new StopReason.Cancelled("dave"), List.of(EVENT)))
                    .isFalse();
            assertThatThrownBy(() -> answer(answerTo(elsewhere(waiting), "\"yes\""), BOB))
                    .isInstanceOfAny(RunNotFoundException.class, StaleAnswerException.class);
        });
        assertThat(store().log().questions(elsewhere(waiting).key())).isEmpty();
    }
}
