package io.stepgraph.internal.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.store.ChangeNotifications;
import io.stepgraph.store.RunKey;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The end of a stream that executes its run. */
@Tag("V3")
final class BackgroundExecutionTest {
    private final RunKey key = new RunKey("default", "one");
    private final Subscriptions subscriptions = new Subscriptions(hints -> ChangeNotifications.NONE);
    private final RunSubscription subscription = new RunSubscription();

    @Test
    void V3_once_the_run_has_come_to_its_stop_nothing_is_kept_for_a_reader_that_may_never_come() {
        subscriptions.add(key, subscription);
        BackgroundExecution<String> call = new BackgroundExecution<>(key, subscription, subscriptions, () -> "done");

        call.run();

        assertThat(call.outcome()).isEqualTo("done");
        assertThat(subscriptions.of(key)).isNull();
    }

    @Test
    void V3_nor_if_it_could_not() {
        subscriptions.add(key, subscription);

        new BackgroundExecution<String>(key, subscription, subscriptions, () -> {
                    throw new IllegalStateException("no");
                })
                .run();

        assertThat(subscriptions.of(key)).isNull();
    }
}
