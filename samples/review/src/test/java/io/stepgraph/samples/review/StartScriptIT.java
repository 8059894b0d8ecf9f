package io.stepgraph.samples.review;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first command of the page, as a reader types it. */
class StartScriptIT {
    @TempDir
    Path folder;

    @Test
    void the_start_script_runs_the_program() throws Exception {
        Files.copy(Path.of("example.txt"), folder.resolve("example.txt"));
        Program program = Program.script(folder, "example.txt").type("y");
        assertThat(program.exit()).as("%s", program).isZero();
        assertThat(folder.resolve("example.txt.summary.md")).isNotEmptyFile();
    }
}
