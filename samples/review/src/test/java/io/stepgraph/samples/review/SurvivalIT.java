package io.stepgraph.samples.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** R3, R4, I1: the real program is killed, and continues exactly there. */
@Tag("R3")
@Tag("R4")
@Tag("I1")
class SurvivalIT {
    private static String undisturbed = "";

    @TempDir
    Path folder;

    private Path text;

    @BeforeAll
    static void runUndisturbed(@TempDir Path quiet) throws Exception {
        Path text = exampleIn(quiet);
        Program program = Program.start(quiet, "example.txt", "--yes");
        assertThat(program.exit()).as("%s", program).isZero();
        undisturbed = Files.readString(Path.of(text + ".summary.md"));
        assertThat(undisturbed.split("\\s+", -1)).hasSizeBetween(50, 199);
    }

    @BeforeEach
    void bringText() throws IOException {
        text = exampleIn(folder);
    }

    @Test
    void killed_it_goes_on_exactly_there() throws Exception {
        Program first = Program.start(folder, "example.txt", "--yes", "--stop-at", "unstored review");
        first.until("· unstored review").kill();

        Program second = Program.start(folder, "example.txt", "--yes");
        assertThat(second.exit()).as("%s", second).isZero();

        assertThat(Path.of(text + ".summary.md")).hasContent(undisturbed);
        assertThat(second.lines()).anyMatch(line -> line.contains("recomputed"));
        assertThat(begun(second)).containsExactly("review", "approve", "revise", "write");
    }

    @Test
    void killed_before_the_summary_is_moved_it_leaves_nothing_half_done() throws Exception {
        Path summary = Path.of(text + ".summary.md");
        Path unfinished = Path.of(summary + ".part");
        Program first = Program.start(folder, "example.txt", "--yes", "--stop-at", "in write");
        first.until("· in write").kill();
        assertThat(summary).doesNotExist();
        assertThat(unfinished).hasContent(undisturbed);

        Files.writeString(unfinished, undisturbed.substring(0, 20));
        Program second = Program.start(folder, "example.txt", "--yes");
        assertThat(second.exit()).as("%s", second).isZero();
        assertThat(summary).hasContent(undisturbed);
        assertThat(unfinished).doesNotExist();
    }

    @Test
    void interrupted_from_the_keyboard_it_goes_on_exactly_there() throws Exception {
        assumeThat(Program.ignoresInterrupts())
                .as("programs ignore Ctrl-C here")
                .isFalse();
        Program first = Program.start(folder, "example.txt", "--yes", "--stop-at", "stored draft");
        first.until("· stored draft").interrupt();

        Program second = Program.start(folder, "example.txt", "--yes");
        assertThat(second.exit()).as("%s", second).isZero();
        assertThat(Path.of(text + ".summary.md")).hasContent(undisturbed);
    }

    @Test
    void told_not_now_it_asks_the_same_question_again_and_recomputes_nothing() throws Exception {
        Program first = Program.start(folder, "example.txt").type("n");
        assertThat(first.exit()).as("%s", first).isEqualTo(3);

        Program second = Program.start(folder, "example.txt").type("y");
        assertThat(second.exit()).as("%s", second).isZero();

        assertThat(begun(second)).containsExactly("revise", "write");
        assertThat(question(second)).isEqualTo(question(first)).isNotEmpty();
        assertThat(Path.of(text + ".summary.md")).hasContent(undisturbed);
    }

    @Test
    void killed_while_it_waits_it_asks_the_same_question_again() throws Exception {
        Program first = Program.start(folder, "example.txt");
        first.until("Revise the draft").kill();

        Program second = Program.start(folder, "example.txt").type("y");
        assertThat(second.exit()).as("%s", second).isZero();
        assertThat(begun(second)).containsExactly("revise", "write");
    }

    /** The steps this program executed, in order; the first one may stand behind a prompt. */
    private static List<String> begun(Program program) {
        return program.lines().stream()
                .filter(line -> line.contains("▸ "))
                .map(line -> line.substring(line.indexOf("▸ ") + 2, line.indexOf(" …")))
                .toList();
    }

    private static List<String> question(Program program) {
        List<String> lines = program.lines();
        int from = lines.indexOf("DRAFT");
        int to = lines.indexOf("CRITIQUE");
        return from < 0 || to < from ? List.of() : lines.subList(from, to);
    }

    private static Path exampleIn(Path folder) throws IOException {
        return Files.copy(Path.of("example.txt"), folder.resolve("example.txt"));
    }
}
