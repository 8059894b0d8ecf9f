package io.stepgraph.samples.review;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The program's output, option by option, also for bad input. */
class ReviewIT {
    @TempDir
    Path folder;

    private Path summary = Path.of("");

    @BeforeEach
    void bringText() throws IOException {
        Path text = Files.copy(Path.of("example.txt"), folder.resolve("example.txt"));
        summary = Path.of(text + ".summary.md");
    }

    @Test
    void without_the_mode_it_parks_and_goes_on_when_the_mode_is_raised() throws Exception {
        Program held = Program.start(folder, "example.txt", "--yes", "--mode", "PLAN");
        assertThat(held.exit()).as("%s", held).isEqualTo(3);
        assertThat(held.lines()).contains("Step 'revise' requires ACCEPT_EDITS mode; current mode is PLAN.");
        assertThat(summary).doesNotExist();

        Program raised = Program.start(folder, "example.txt", "--mode", "accept_edits");
        assertThat(raised.exit()).as("%s", raised).isZero();
        assertThat(summary).exists();
        assertThat(raised.lines()).noneMatch(line -> line.startsWith("▸ draft"));
    }

    @Test
    void keeping_the_draft_writes_the_draft() throws Exception {
        Program program = Program.start(folder, "example.txt").type("what?").type("k");
        assertThat(program.exit()).as("%s", program).isZero();
        assertThat(program.lines()).anyMatch(line -> line.contains("Please type y, n or k."));
        assertThat(summary).isNotEmptyFile();
    }

    @Test
    void a_run_that_is_done_is_not_done_again_unless_fresh() throws Exception {
        assertThat(Program.start(folder, "example.txt", "--yes").exit()).isZero();
        Files.delete(summary);

        Program again = Program.start(folder, "example.txt", "--yes");
        assertThat(again.exit()).isZero();
        assertThat(again.lines()).noneMatch(line -> line.startsWith("▸"));
        assertThat(summary).doesNotExist();

        Program fresh = Program.start(folder, "example.txt", "--yes", "--fresh");
        assertThat(fresh.exit()).as("%s", fresh).isZero();
        assertThat(summary).exists();
    }

    @Test
    void the_diagram_is_printed() throws Exception {
        Program program = Program.start(folder, "--graph");
        assertThat(program.exit()).isZero();
        assertThat(program.toString()).startsWith("digraph").contains("approve", "ACCEPT_EDITS");
    }

    @Test
    void a_missing_file_is_named_and_leaves_no_run() throws Exception {
        Program program = Program.start(folder, "nowhere.txt", "--yes");
        assertThat(program.exit()).isEqualTo(1);
        assertThat(program.toString())
                .contains("There is no file", "nowhere.txt")
                .doesNotContain("\tat ");
    }

    @Test
    void a_file_that_is_no_text_is_named() throws Exception {
        Files.write(folder.resolve("picture.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', (byte) 0xff, 0});
        Program program = Program.start(folder, "picture.png", "--yes");
        assertThat(program.exit()).isEqualTo(1);
        assertThat(program.toString()).contains("is not a text in UTF-8").doesNotContain("\tat ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "--fast example.txt; Unknown option: '--fast'",
                "example.txt --mode fast; Invalid value for option '--mode'",
                "example.txt --slow=-5; --slow takes 0 milliseconds or more.",
                "example.txt --db x.db --temporal; Name --db or --temporal, not both.",
                "--yes; Name the FILE to summarise."
            })
    void wrong_usage_is_told_below_the_usage(String arguments, String error) throws Exception {
        Program program = Program.start(folder, arguments.split(" "));
        assertThat(program.exit()).isEqualTo(2);
        assertThat(program.lines().get(0)).startsWith("Usage: ");
        assertThat(program.lines().get(program.lines().size() - 1)).startsWith("review: " + error);
    }

    @Test
    void a_path_that_is_too_long_is_told_in_a_sentence() throws Exception {
        Path deep = Files.createDirectories(folder.resolve("x".repeat(200)));
        Program program = Program.start(deep, "example.txt", "--yes");
        assertThat(program.exit()).isEqualTo(1);
        assertThat(program.toString())
                .contains("The path of a text must have 1 to 200")
                .doesNotContain("\tat ");
    }

    @ParameterizedTest
    @ValueSource(strings = {":::", "127.0.0.1:1"})
    void an_address_where_no_temporal_answers_is_named(String address) throws Exception {
        Program program =
                Program.start(folder, Map.of("TEMPORAL_ADDRESS", address), "example.txt", "--yes", "--temporal");
        assertThat(program.exit()).isEqualTo(1);
        assertThat(program.toString())
                .contains("No Temporal server answers at " + address)
                .doesNotContain("\tat ");
    }

    @Test
    void a_database_that_is_none_is_named_and_left_alone() throws Exception {
        Path notes = Files.writeString(folder.resolve("notes.txt"), "not a database, but something dear to its owner");
        Program program = Program.start(folder, "example.txt", "--yes", "--db", "notes.txt");
        assertThat(program.exit()).isEqualTo(1);
        assertThat(program.toString()).contains("notes.txt").doesNotContain("\tat ");
        assertThat(notes).hasContent("not a database, but something dear to its owner");
    }

    @Test
    void two_programs_on_one_text_do_the_work_once() throws Exception {
        Program first = Program.start(folder, "example.txt", "--yes", "--slow", "300");
        first.until("· begin draft");
        Program second = Program.start(folder, "example.txt", "--yes");
        assertThat(first.exit()).as("%s", first).isZero();
        assertThat(second.exit()).as("%s", second).isZero();
        assertThat(summary).isNotEmptyFile();
        assertThat(second.lines()).noneMatch(line -> line.startsWith("▸ draft"));
    }
}
