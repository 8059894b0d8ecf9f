package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.memory.MemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The actions at a crash point that the process survives. The crash tests of the stores do the rest. */
final class CrashPointsTest {
    private static final LeaseRequest CLAIM = new LeaseRequest(StoreFixture.ANN, StoreFixture.LEASE);

    @TempDir
    Path folder;

    private final Store stored = new MemoryStore();

    private Store cutAt(FaultPoint... cuts) {
        return CrashPoints.of(folder, List.of(cuts)).around(stored);
    }

    private static StoredRun start(Store store) {
        return store.runs().start(StoreFixture.newRun(StoreFixture.KEY), CLAIM);
    }

    @Test
    void Silence_before_a_call_means_that_it_does_not_arrive() {
        Store store = cutAt(FaultPoint.silence("before-start", 1));

        assertThrown(StoreUnavailableException.class, () -> start(store), "before-start#1");
        assertThat(stored.runs().find(StoreFixture.KEY)).isNull();
        assertThat(start(store)).isNotNull();
    }

    @Test
    void Silence_after_a_call_means_that_its_reply_is_lost() {
        Store store = cutAt(FaultPoint.silence("after-start", 1));

        assertThatThrownBy(() -> start(store)).isInstanceOf(StoreUnavailableException.class);
        assertThat(stored.runs().find(StoreFixture.KEY)).isNotNull();
        assertThat(start(store)).isNull();
    }

    @Test
    void A_delayed_call_arrives_after_the_next_one_was_answered() {
        Store store = cutAt(FaultPoint.delay("before-start", 1));

        assertThatThrownBy(() -> start(store)).isInstanceOf(StoreUnavailableException.class);
        assertThat(store.runs().find(StoreFixture.KEY)).isNull();
        assertThat(stored.runs().find(StoreFixture.KEY)).isNotNull();
    }

    @Test
    void Places_are_counted_each_for_itself_and_written_down() throws IOException {
        CrashPoints points = CrashPoints.of(folder, List.of());
        Store store = points.around(stored);
        store.runs().find(StoreFixture.KEY);
        points.reach("inside-draft");
        store.runs().find(StoreFixture.KEY);

        assertThat(Files.readAllLines(folder.resolve("reached")))
                .containsExactly("before-find#1", "after-find#1", "inside-draft#1", "before-find#2", "after-find#2");
    }

    @Test
    void A_test_in_the_same_process_can_wait_for_a_place() throws Exception {
        CrashPoints points = CrashPoints.of(folder, List.of());
        Store store = points.around(stored);
        store.runs().find(StoreFixture.KEY);
        FutureTask<Boolean> waiting =
                new FutureTask<>(() -> points.awaitReached("after-find", 2, Duration.ofSeconds(30)));
        new Thread(waiting).start();

        assertThat(points.awaitReached("after-find", 2, Duration.ofMillis(1))).isFalse();
        assertThat(waiting.isDone()).isFalse();
        store.runs().find(StoreFixture.KEY);

        assertThat(waiting.get()).isTrue();
        assertThat(points.awaitReached("after-find", 1, Duration.ZERO)).isTrue();
    }

    @Test
    void Without_a_folder_nothing_happens() {
        CrashPoints points = CrashPoints.fromSystemProperties();
        points.reach("inside-draft");

        assertThat(start(points.around(stored))).isNotNull();
    }

    @Test
    void A_cut_is_read_as_it_was_written() {
        for (FaultPoint faultPoint : List.of(
                FaultPoint.halt("inside-draft", 2),
                FaultPoint.pause("before-commit", 1),
                FaultPoint.silence("after-answer", 13),
                FaultPoint.delay("before-release", 1))) {
            assertThat(FaultPoint.parse(faultPoint.toString())).isEqualTo(faultPoint);
        }
        assertThat(CrashPoints.arguments(Path.of("/here"), List.of(FaultPoint.halt("a", 1), FaultPoint.pause("b", 2))))
                .containsExactly(
                        "-Dstepgraph.crash.folder=" + Path.of("/here").toAbsolutePath(),
                        "-Dstepgraph.crash.cuts=HALT:a#1,PAUSE:b#2");
    }

    @Test
    void A_cut_that_cannot_happen_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> FaultPoint.halt("after-commit", 0));
        assertThatIllegalArgumentException().isThrownBy(() -> FaultPoint.halt("after#commit", 1));
        assertThatIllegalArgumentException().isThrownBy(() -> FaultPoint.silence("inside-draft", 1));
        assertThatIllegalArgumentException().isThrownBy(() -> FaultPoint.delay("after-commit", 1));
        assertThatIllegalArgumentException().isThrownBy(() -> FaultPoint.parse("HALT:after-commit"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CrashPoints.of(folder, List.of()).reach("before-dinner"));
    }
}
