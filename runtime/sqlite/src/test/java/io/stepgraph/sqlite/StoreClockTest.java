package io.stepgraph.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.sqlite.StoreClock.Note;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clocks of stores that share one file, on a machine whose own clock is set at will (L1). */
@Tag("L1")
final class StoreClockTest {
    private static final long SECOND = Duration.ofSeconds(1).toMillis();
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final long DAY = Duration.ofDays(1).toMillis();

    private final Machine machine = new Machine();
    private Note file = new Note(0, 0);

    private static final class Machine implements MachineClock {
        private long millis = 1_700_000_000_000L;
        private long elapsed;

        void pass(long time) {
            millis += time;
            elapsed += time;
        }

        void set(long by) {
            millis += by;
        }

        @Override
        public long millis() {
            return millis;
        }

        @Override
        public long elapsed() {
            return elapsed;
        }
    }

    /** A store that is open, and what it has shown. */
    private final class Open {
        private final StoreClock clock = new StoreClock(machine);
        private long shown = Long.MIN_VALUE;
        private long shownAt;

        /** As each call does. */
        long read() {
            clock.goOnFrom(file);
            long now = clock.now();
            assertThat(now).as("never before a note").isGreaterThanOrEqualTo(file.time());
            if (shown != Long.MIN_VALUE) {
                assertThat(now - shown)
                        .as("never back, and never slower than three quarters")
                        .isGreaterThanOrEqualTo((machine.elapsed - shownAt) * 3 / 4);
            }
            shown = now;
            shownAt = machine.elapsed;
            return now;
        }

        /** As each call does that writes. */
        long write() {
            long now = read();
            if (now - file.time() >= SECOND || clock.isSetBackSince(file)) {
                file = clock.note();
            }
            return now;
        }
    }

    private long ahead() {
        return file.time() - machine.millis;
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000, 3_600_000, 86_400_000, 1_000_000_000_000L})
    void L1_whatever_the_clock_is_set_to_time_goes_on_and_all_agree_in_the_end(long farthest) {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            file = new Note(0, 0);
            List<Open> stores = new ArrayList<>(List.of(new Open(), new Open(), new Open()));
            for (int i = 0; i < 300; i++) {
                machine.pass(random.nextLong(10 * SECOND));
                if (random.nextInt(4) == 0) {
                    machine.set(random.nextLong(-farthest, farthest));
                }
                if (random.nextInt(10) == 0) {
                    stores.set(random.nextInt(3), new Open());
                }
                stores.get(random.nextInt(3)).read();
                stores.get(random.nextInt(3)).write();
            }

            stores.forEach(Open::write);
            long time = stores.get(0).read();
            assertThat(stores).allSatisfy(store -> assertThat(store.read()).isBetween(time - SECOND, time + SECOND));
            machine.pass(4 * Math.max(0, time - machine.millis) + 5 * SECOND);
            assertThat(stores).allSatisfy(store -> assertThat(store.read()).isEqualTo(machine.millis));
        }
    }

    @Test
    void L1_while_the_machine_is_behind_time_goes_on_at_three_quarters_of_the_pace() {
        Open store = new Open();
        long begin = store.write();
        machine.set(-HOUR);

        for (int i = 1; i <= 1_000; i++) {
            machine.pass(1);
            assertThat(store.write()).isEqualTo(begin + i * 3L / 4);
        }
        machine.pass(4 * HOUR - 1_004);
        assertThat(store.write()).isEqualTo(machine.millis + 1);
        machine.pass(4);
        assertThat(store.write()).isEqualTo(machine.millis);
        machine.pass(1);
        assertThat(store.write()).isEqualTo(machine.millis);
    }

    @Test
    void L1_a_clock_that_is_put_right_meanwhile_is_no_time_that_passes() {
        Open store = new Open();
        long begin = store.write();
        machine.set(-HOUR);
        machine.pass(4 * SECOND);
        assertThat(store.write()).isEqualTo(begin + 3 * SECOND);

        machine.set(HOUR / 2);
        assertThat(store.write()).isEqualTo(begin + 3 * SECOND);
        machine.set(HOUR);

        assertThat(store.write()).isEqualTo(machine.millis);
        assertThat(new Open().write()).isEqualTo(machine.millis);
    }

    @Test
    void L1_nor_is_one_that_is_put_right_while_the_file_is_closed() {
        long begin = new Open().write();
        machine.set(-40 * 365 * DAY);
        assertThat(new Open().write()).isEqualTo(begin);

        machine.set(40 * 365 * DAY);
        machine.pass(SECOND);

        assertThat(new Open().write()).isEqualTo(machine.millis);
    }

    @Test
    void L1_time_goes_on_while_the_file_is_closed() {
        long begin = new Open().write();
        machine.set(-HOUR);
        assertThat(new Open().write()).isEqualTo(begin);

        machine.pass(HOUR / 2);
        assertThat(new Open().read()).isEqualTo(begin + HOUR * 3 / 8);
    }

    @Test
    void L1_a_store_that_was_idle_learns_how_long_ago_the_time_was_noted() {
        Open idle = new Open();
        idle.write();
        machine.set(HOUR);
        Open ahead = new Open();
        ahead.write();
        machine.set(-HOUR);
        ahead.write();
        machine.pass(HOUR);

        assertThat(idle.read()).isEqualTo(ahead.read());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void L1_a_clock_that_is_set_to_and_fro_brings_the_store_no_farther_ahead(int count) {
        List<Open> stores = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            stores.add(new Open());
        }
        for (int i = 0; i < 1_000; i++) {
            machine.pass(10);
            machine.set(i % 2 == 0 ? HOUR : -HOUR);
            stores.get(i / 2 % count).write();
        }

        assertThat(ahead()).isBetween(0L, HOUR);
    }
}
