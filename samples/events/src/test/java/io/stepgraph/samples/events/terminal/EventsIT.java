package io.stepgraph.samples.events.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The real program in processes of its own: with the recorded session, real files and real git. */
final class EventsIT {
    private static final int KILLS = 4;

    @TempDir
    private Path folder;

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dstdout.encoding=UTF-8",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Events.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.endsWith("_API_KEY"));
        return builder.start();
    }

    private static void type(Process program, String line) throws IOException {
        program.outputWriter(StandardCharsets.UTF_8).append(line).append('\n').flush();
    }

    /** All that a program writes, after its input has ended. */
    private static String rest(Process program) throws IOException, InterruptedException {
        program.getOutputStream().close();
        String text = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        program.waitFor();
        return text;
    }

    private String git(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Process git = new ProcessBuilder(command)
                .directory(folder.resolve("events-example").toFile())
                .redirectErrorStream(true)
                .start();
        return new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private void assertMended() throws IOException {
        assertThat(folder.resolve("events-example/greet.sh")).content().contains("Hello, $1!");
        assertThat(git("status", "--porcelain")).isEmpty();
        assertThat(git("log", "--format=%s").lines().filter(line -> line.startsWith("Agent:")))
                .hasSize(1);
    }

    @Test
    void theAgentMendsTheExampleAndCommitsIt() throws Exception {
        Process program = start("--slow", "0");
        type(program, "Please mend the test.");

        assertThat(rest(program))
                .contains("run_command {\"command\":\"sh test.sh\"}", "= {\"exitCode\":1", "= {\"exitCode\":0")
                .contains("Done. greet.sh now greets its first argument")
                .contains("The session is kept.");
        assertThat(program.exitValue()).isZero();
        assertMended();
    }

    @Test
    void afterEachKillTheSameCommandContinues() throws Exception {
        Random random = new Random(7);
        Process first = start("--slow", "40");
        type(first, "Please mend the test.");
        BufferedReader out = first.inputReader(StandardCharsets.UTF_8);
        while (!out.readLine().startsWith("> ")) {
            // until the message has arrived
        }
        first.destroyForcibly().waitFor();
        for (int i = 0; i < KILLS; i++) {
            Process program = start("--slow", "20");
            BufferedReader said = program.inputReader(StandardCharsets.UTF_8);
            assertThat(said.readLine()).startsWith("The session continues in ");
            for (int characters = random.nextInt(120); characters > 0 && said.read() >= 0; characters--) {
                // so far
            }
            program.destroyForcibly().waitFor();
        }

        assertThat(rest(start("--slow", "0"))).contains("The session is kept.");
        assertMended();
    }

    @Test
    void aSecondProgramInTheSameFolderIsRefused() throws Exception {
        Process first = start();
        BufferedReader out = first.inputReader(StandardCharsets.UTF_8);
        out.readLine();
        Process second = start();

        assertThat(rest(second)).contains("events: Another process works on ");
        assertThat(second.exitValue()).isEqualTo(1);
        assertThat(rest(first)).contains("The session is kept.");
    }

    @Test
    void aSessionThatIsQuitBeginsAnew() throws Exception {
        Process first = start();
        type(first, "/quit");
        assertThat(rest(first)).contains("The session is over.");

        assertThat(rest(start())).contains("A new session in ");
    }

    @Test
    void aDamagedSessionIsReportedAndKept() throws Exception {
        rest(start());
        Path session = folder.resolve("events-example/.events/session.json");
        Files.writeString(session, "{\"graph\":");

        Process program = start();

        assertThat(rest(program)).startsWith("events: ").doesNotContain("\tat ");
        assertThat(program.exitValue()).isEqualTo(1);
        assertThat(session).hasContent("{\"graph\":");
        assertThat(rest(start("--fresh"))).contains("A new session in ");
    }

    @Test
    void inAnotherFolderNothingIsChangedWithoutTheMode() throws Exception {
        Path own = Files.createDirectory(folder.resolve("own"));
        Files.writeString(own.resolve("greet.sh"), "echo \"Hello, $2!\"\n");
        Process program = start("--slow", "0", "--dir", "own");
        type(program, "Please mend the test.");

        assertThat(rest(program)).contains("needs the mode ACCEPT_EDITS");
        assertThat(own.resolve("greet.sh")).hasContent("echo \"Hello, $2!\"\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--fast | x | Unknown options: '--fast', 'x'",
                "--slow | soon | Invalid value for option '--slow'",
                "--max-calls | 0 | --max-calls is 1 or more."
            })
    void wrongUsageIsToldBelowTheUsage(String option, String value, String error) throws Exception {
        Process program = start(option, value);

        assertThat(rest(program).lines())
                .satisfies(lines -> assertThat(lines.get(0)).startsWith("Usage: "))
                .last()
                .asString()
                .startsWith("events: " + error);
        assertThat(program.exitValue()).isEqualTo(2);
    }

    @Test
    void aFolderThatCannotBeUsedIsNamedInASentence() throws Exception {
        Files.createFile(folder.resolve("file"));
        Files.createFile(Files.createDirectory(folder.resolve("own")).resolve(".events"));

        assertThat(rest(start("--dir", "file"))).isEqualTo("events: There is no folder file.\n");
        assertThat(rest(start("--dir", "own")))
                .startsWith("events: ")
                .endsWith("own/.events cannot be used (FileAlreadyExistsException).\n");
        Files.createFile(folder.resolve("events-example"));
        assertThat(rest(start())).isEqualTo("events: There is no folder events-example.\n");
    }
}
