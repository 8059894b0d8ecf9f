package io.stepgraph.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The wait for the lock of the file. */
@Timeout(60)
final class LockWaitTest {

    @Test
    void without_a_timeout_it_gives_up_at_once() {
        assertThat(new LockWait(Duration.ZERO).callback(0)).isZero();
    }

    @Test
    @Tag("R9")
    void R9_an_interrupt_neither_shortens_it_nor_gets_lost() {
        LockWait wait = new LockWait(Duration.ofMinutes(1));
        Thread.currentThread().interrupt();
        long begin = System.nanoTime();

        int next = wait.callback(0);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(next).isEqualTo(1);
        assertThat(System.nanoTime() - begin).isGreaterThan(100_000);
    }
}
