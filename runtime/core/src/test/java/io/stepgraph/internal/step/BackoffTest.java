package io.stepgraph.internal.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.graph.RetryPolicy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The delay before another attempt (R6). */
@Tag("R6")
final class BackoffTest {
    private static RetryPolicy policy(long backoff, double factor, long max, double jitter) {
        return new RetryPolicy(10, backoff, factor, max, jitter, List.of());
    }

    private static long millis(RetryPolicy policy, int failed, double random) {
        return Backoff.delay(policy, failed, null, random).toMillis();
    }

    @Test
    void R6_it_grows_by_the_factor_up_to_the_cap() {
        RetryPolicy policy = policy(200, 2, 1_000, 0);

        assertThat(List.of(millis(policy, 1, 0), millis(policy, 2, 0), millis(policy, 3, 0), millis(policy, 4, 0)))
                .containsExactly(200L, 400L, 800L, 1_000L);
        assertThat(millis(policy, 5_000, 0)).isEqualTo(1_000);
    }

    @Test
    void R6_jitter_takes_a_part_away_and_never_passes_the_cap() {
        RetryPolicy policy = policy(1_000, 2, 1_000, 0.2);

        assertThat(millis(policy, 1, 0)).isEqualTo(1_000);
        assertThat(millis(policy, 1, 0.5)).isEqualTo(900);
        assertThat(millis(policy, 9, 1)).isEqualTo(800);
        assertThat(millis(policy(1_000, 2, 1_000, 1), 1, 1)).isZero();
    }

    @Test
    void R6_no_backoff_is_no_delay_however_it_grows() {
        assertThat(millis(policy(0, 1_000, 1_000, 0), 5_000, 0)).isZero();
    }

    @Test
    void R6_retry_after_raises_the_delay_and_is_capped() {
        RetryPolicy policy = policy(200, 2, 1_000, 0);

        assertThat(Backoff.delay(policy, 1, Duration.ofMillis(700), 0)).isEqualTo(Duration.ofMillis(700));
        assertThat(Backoff.delay(policy, 1, Duration.ofMillis(1), 0)).isEqualTo(Duration.ofMillis(200));
        assertThat(Backoff.delay(policy, 1, Duration.ofSeconds(Long.MAX_VALUE), 0))
                .isEqualTo(Duration.ofSeconds(1));
        assertThat(Backoff.delay(policy, 1, Duration.ofSeconds(-5), 0)).isEqualTo(Duration.ofMillis(200));
    }
}
