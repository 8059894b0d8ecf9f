package io.stepgraph.runtime.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.store.MemoryStore;
import io.stepgraph.runtime.store.RunKey;
import org.junit.jupiter.api.Test;

/** What is left of a stream that executes its run. */
final class StreamedCallTest {
    private final RunKey key = new RunKey("default", "one");
    private final Watchers watchers = new Watchers(new MemoryStore());
    private final LiveBuffer live = new LiveBuffer(Time.SYSTEM);

    @Test
    void V3_once_the_run_has_come_to_its_stop_nothing_is_kept_for_a_reader_that_may_never_come() {
        watchers.add(key, live);
        StreamedCall<String> call = new StreamedCall<>(key, live, watchers, () -> "done");

        call.run();

        assertThat(call.outcome()).isEqualTo("done");
        assertThat(watchers.of(key)).isNull();
    }

    @Test
    void V3_nor_if_it_could_not() {
        watchers.add(key, live);

        new StreamedCall<String>(key, live, watchers, () -> {
                    throw new IllegalStateException("no");
                })
                .run();

        assertThat(watchers.of(key)).isNull();
    }
}
