package io.stepgraph.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.testkit.store.FaultPoint;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real processes that are cut, on SQLite; and the disk that the file is on. */
@Tag("R4")
@Tag("R11")
final class SqliteCrashIT extends CrashMatrix {
    private static final String COMPLAINT = "cannot grow, since the disk is full; make room";

    SqliteCrashIT() {
        super(Stores.SQLITE);
    }

    /** A disk with an empty store. */
    private SmallDisk disk() throws Exception {
        SmallDisk disk = SmallDisk.mount(folder.resolve("disk"));
        store = stores.create(disk.folder());
        return disk;
    }

    @Test
    void R11_a_disk_that_is_full_again_and_again_costs_a_run_nothing_but_time() throws Exception {
        List<FaultPoint> writes = List.of(
                FaultPoint.pause("inside-plan", 1),
                FaultPoint.pause("inside-fetch", 1), // a failed attempt
                FaultPoint.pause("inside-ask", 1), // the question
                FaultPoint.pause("before-answer", 1),
                FaultPoint.pause("inside-report", 1)); // the end
        try (SmallDisk disk = disk()) {
            assertOutlasts(writes, 2, disk::fill, disk::makeRoom);
        }
    }

    @Test
    void R11_a_disk_that_stays_full_is_told_to_the_caller_whose_same_call_goes_on() throws Exception {
        try (SmallDisk disk = disk()) {
            assertTold(COMPLAINT, disk::fill, disk::makeRoom);
        }
    }

    @Test
    void R4_a_program_that_dies_on_a_full_disk_and_is_started_there_says_so_and_goes_on_when_there_is_room()
            throws Exception {
        try (SmallDisk disk = disk()) {
            Trial trial = Trial.inFolder(store, folder);
            FaultPoint full = FaultPoint.pause("inside-book", 1);
            try (Child child = trial.begin(full, FaultPoint.halt("before-commit", 6))) {
                child.awaitPause(full);
                disk.fill();
                child.goOn(full);
                assertThat(child.end()).isEqualTo(Child.KILLED);
                disk.makeRoom();
                assertThat(trial.look(child)).isTrue();
                disk.fill();
            }
            try (Child child = trial.begin()) {
                assertThat(child.end()).isEqualTo(1);
                child.awaitComplaint("[STORE_UNAVAILABLE] The store '" + disk.folder());
                child.awaitComplaint("check the disk, and make room if it is full");
            }
            disk.makeRoom();

            assertThat(trial.end()).isEmpty();
        }
    }
}
