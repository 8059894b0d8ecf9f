package io.stepgraph.samples.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real program in a process of its own, which is killed and started again. */
@Timeout(120)
final class ReportIT {
    @TempDir
    private Path folder;

    private Process process;
    private BufferedReader out;
    private List<String> lines;

    private void start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--enable-native-access=ALL-UNNAMED",
                "-Dstdout.encoding=UTF-8",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ReportProgram.class.getName()));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        out = process.inputReader(StandardCharsets.UTF_8);
        lines = new ArrayList<>();
    }

    private void type(String line) throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).append(line).append('\n').flush();
    }

    private void readUntil(String... texts) throws IOException {
        List<String> left = new ArrayList<>(List.of(texts));
        while (!left.isEmpty()) {
            String line = out.readLine();
            assertThat(line).as("%s not in %s", left, lines).isNotNull();
            lines.add(line);
            left.removeIf(line::contains);
        }
    }

    private int exit() throws IOException, InterruptedException {
        out.lines().forEach(lines::add);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @AfterEach
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    private List<String> begun() {
        return lines.stream()
                .filter(line -> line.contains("▸"))
                .map(line -> line.replaceFirst("^.*?(\\S+ +▸)", "$1").replaceAll(" +▸ ", " "))
                .toList();
    }

    @Test
    void killed_while_all_agents_work_no_finished_step_runs_again_and_there_is_one_report() throws Exception {
        start("--yes", "--slow", "2000");
        readUntil("history   ▸ choose", "light     ▸ choose", "keepers   ▸ choose");
        kill();

        start("--yes", "--slow", "0");
        assertThat(exit()).as("%s", lines).isZero();

        assertThat(begun())
                .contains("history choose", "light choose", "keepers choose", "report compose", "report write")
                .doesNotContain("report gather", "history read", "light read", "keepers read");
        assertThat(Files.readString(folder.resolve("report.md")))
                .containsOnlyOnce("The Pharos of Alexandria was more than 100 metres high.")
                .containsOnlyOnce("kept a log");
    }

    @Test
    void killed_while_it_asks_it_asks_again_and_computes_nothing_again() throws Exception {
        start("--slow", "0");
        readUntil("The documents say:");
        kill();

        start("--slow", "0");
        type("The Pharos of Alexandria was a tower.");
        assertThat(exit()).as("%s", lines).isZero();

        assertThat(begun()).containsExactly("checker correct", "report compose", "report write");
        assertThat(Files.readString(folder.resolve("report.md"))).contains("\nThe Pharos of Alexandria was a tower.\n");
    }

    @Test
    void without_an_answer_it_waits() throws Exception {
        start("--slow", "0");
        type("");
        assertThat(exit()).isEqualTo(3);
        assertThat(lines).contains("Not now, then. The same command asks again.");
        assertThat(folder.resolve("report.md")).doesNotExist();
    }
}
