package io.stepgraph.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.testkit.store.FaultPoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An agent whose values come back as other objects, undisturbed and killed for real (R5). */
@Timeout(120)
@Tag("R5")
final class ReadBackCrashIT {
    private static final int COMMITS = 4;

    @TempDir
    Path folder;

    private List<String> said(String name, FaultPoint... cuts) throws Exception {
        Path place = Files.createDirectories(folder.resolve(name));
        String store = Stores.SQLITE.create(place);
        List<String> said = new ArrayList<>();
        for (FaultPoint faultPoint : cuts) {
            try (Child child = Child.start(Bookkeeping.class, place.resolve("killed"), List.of(faultPoint), store)) {
                assertThat(child.end()).as(child.toString()).isEqualTo(Child.KILLED);
                said.addAll(child.said());
            }
        }
        try (Child child = Child.start(Bookkeeping.class, place.resolve("last"), List.of(), store)) {
            assertThat(child.end()).as(child.toString()).isZero();
            said.addAll(child.said());
        }
        return said;
    }

    @Test
    void R5_a_run_whose_values_come_back_as_other_objects_is_the_same_undisturbed_and_killed_after_any_commit()
            throws Exception {
        List<String> undisturbed = said("undisturbed");
        assertThat(undisturbed)
                .contains(
                        "BOOK: LinkedHashMap [b] {count=Integer}, [] 0 apart",
                        "SHARE: LinkedHashMap [b, a] {count=Integer, at=String}, [0] 0 apart",
                        "handed over: Integer",
                        "CLOSE: LinkedHashMap [b, a] {count=Integer, at=String}, [0] 1 apart");

        for (int commit = 1; commit <= COMMITS; commit++) {
            assertThat(said("killed-" + commit, FaultPoint.halt("after-commit", commit)))
                    .as("killed after commit " + commit)
                    .isEqualTo(undisturbed);
        }
    }
}
