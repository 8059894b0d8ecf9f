package io.stepgraph.samples.review;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The recording of the project's README: a real program, killed inside a step, and the next one.
 * {@code -Dguides.update} writes it.
 */
class RecordingIT {
    private static final Path RECORDING = Path.of("kill-9.txt");

    @TempDir
    Path folder;

    @Test
    void killed_inside_a_step_it_goes_on_as_recorded() throws Exception {
        Files.copy(Path.of("example.txt"), folder.resolve("example.txt"));
        // It stays in the step, so that the kill finds it there on each machine.
        Program first = Program.start(folder, "example.txt", "--yes", "--stop-at", "in review");
        first.until("· in review").kill();
        Program second = Program.start(folder, "example.txt", "--yes");
        assertThat(second.exit()).as("%s", second).isZero();

        List<String> recorded = new ArrayList<>();
        recorded.add("$ samples/review/review --yes example.txt");
        recorded.addAll(shortened(first));
        recorded.add("Killed                                  # by kill -9, from another terminal");
        recorded.add("$ samples/review/review --yes example.txt");
        recorded.addAll(shortened(second));
        if (Boolean.getBoolean("guides.update")) {
            Files.write(RECORDING, recorded);
        }
        assertThat(Files.readAllLines(RECORDING)).isEqualTo(recorded);
    }

    /**
     * Leaves out the folder, the times, the places that are printed for tests, and the texts that the question shows.
     */
    private List<String> shortened(Program program) throws IOException {
        List<String> lines = new ArrayList<>(program.lines());
        int draft = lines.indexOf("DRAFT");
        if (draft >= 0) {
            lines.subList(draft - 1, lines.indexOf("Approved by --yes.") - 1).clear();
            lines.add(draft - 1, "[the draft, and what is wrong with it]");
        }
        String inFolder = folder.toRealPath() + "/";
        return lines.stream()
                .filter(line -> !line.startsWith("  ·"))
                .map(line -> line.replace(inFolder, "").replaceFirst(" \\(\\d+ ms\\)$", ""))
                .toList();
    }
}
