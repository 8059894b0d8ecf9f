package io.stepgraph.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.testkit.store.FaultPoint;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Processes that die, freeze and race on SQLite; and the disk that the file is on. */
@Tag("R4")
final class SqliteCrashIT extends CrashMatrix {
    SqliteCrashIT() throws Exception {
        super(Stores.SQLITE);
    }

    /** A disk with an empty store. */
    private SmallDisk disk() throws Exception {
        SmallDisk disk = keep(SmallDisk.mount(folder.resolve("disk")));
        store = stores.create(disk.folder());
        return disk;
    }

    @Test
    @Tag("R11")
    void R11_a_disk_that_is_full_costs_a_run_nothing_but_time() throws Exception {
        SmallDisk disk = disk();
        assertOutlasts(disk::fill, disk::makeRoom, "cannot grow, since the disk is full; make room");
    }

    @Test
    @Tag("R11")
    void R4_a_program_that_dies_on_a_full_disk_and_is_started_there_says_so_and_goes_on_when_there_is_room()
            throws Exception {
        SmallDisk disk = disk();
        FaultPoint full = FaultPoint.pause("inside-ask", 1);
        Trial trial = trial("one");
        try (Child child = trial.begin(full, FaultPoint.halt("after-commit", 5))) {
            child.awaitPause(full);
            disk.fill();
            child.goOn(full);
            assertThat(child.end()).as("%s", child).isEqualTo(Child.KILLED);
            disk.makeRoom();
            trial.die(child);
            disconnect();
            disk.fill();
        }
        try (Child child = trial.begin()) {
            assertThat(child.end()).isEqualTo(1);
            assertThat(child.toString())
                    .contains("[STORE_UNAVAILABLE] The store '" + disk.folder())
                    .contains("check the disk, and make room if it is full");
        }
        disk.makeRoom();
        trial.die(trial.begin(FaultPoint.halt("inside-pay", 1)));

        trial.endsUndisturbed();
    }
}
