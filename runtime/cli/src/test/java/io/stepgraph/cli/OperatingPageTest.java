package io.stepgraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.cli.io.ExitCodes;
import io.stepgraph.cli.io.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/**
 * OPERATING.md and TESTING.md: each command does what the page says, and each name of a command or an option exists.
 */
final class OperatingPageTest {
    private static final Path PAGE = Path.of("../OPERATING.md");
    private static final Path GUIDE = Path.of("../TESTING.md");
    private static final Pattern BLOCK = Pattern.compile("```sh\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
    private static final Pattern NAMED = Pattern.compile("`stepgraph ([a-z]+)([^`]*)`");
    private static final Pattern ROW = Pattern.compile("^\\| `([a-z]+)[^`]*` \\| (.*) \\|$", Pattern.MULTILINE);
    private static final Pattern OPTION = Pattern.compile("`(--[a-z-]+)");
    private static final Pattern CODE = Pattern.compile("^\\| (\\d) \\|", Pattern.MULTILINE);

    @TempDir
    Path folder;

    static Stream<String> commands() throws IOException {
        return BLOCK.matcher(Files.readString(PAGE))
                .results()
                .flatMap(block -> block.group(1).lines());
    }

    private static CommandLine program() {
        return Stepgraph.commandLine(Terminal.NONE, new StringWriter(), new PrintWriter(new StringWriter()));
    }

    /** A store with the runs that the page names. */
    private Path store() {
        Path file = TestRuns.reviews(folder);
        TestRuns.labelled(file, "essay-1", "ann", Map.of("owner", "ann"));
        TestRuns.failing(file, "claim-2");
        TestRuns.inDoubt(file, "claim-1", "");
        TestRuns.listening(file, "cluster-1");
        TestRuns.in("tenant-7", file, "essay-1");
        return file;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void a_command_of_the_page_can_be_run(String line) {
        assertThat(line).startsWith("stepgraph ");
        List<String> words = new ArrayList<>(WORD.matcher(line)
                .results()
                .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                .toList());
        words.remove(0);
        words.replaceAll(word -> word.equals("example.Claims") ? "test" : word.equals("draft") ? "first" : word);
        words.addAll(List.of("--store", store().toString()));

        Cli.Result result = Cli.on(new Terminal(true, false, 200, () -> "y"), words.toArray(String[]::new));

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).isNotEmpty();
        assertThat(result.err()).doesNotContain("No ");
    }

    @Test
    void the_options_that_the_pages_name_exist() throws IOException {
        for (Path page : List.of(PAGE, GUIDE)) {
            assertThat(NAMED.matcher(Files.readString(page)).results())
                    .isNotEmpty()
                    .allSatisfy(named -> {
                        CommandLine command = Objects.requireNonNull(
                                program().getSubcommands().get(named.group(1)), named.group());
                        assertThat(named.group(2).split(" "))
                                .filteredOn(word -> word.startsWith("--"))
                                .allSatisfy(option -> assertThat(
                                                command.getCommandSpec().findOption(option))
                                        .as(option)
                                        .isNotNull());
                    });
        }
    }

    @Test
    void the_guide_has_each_command_and_only_options_that_exist() throws IOException {
        String guide = Files.readString(GUIDE);
        String rest = guide.substring(guide.indexOf("\n## Command line\n") + 1);
        String section = rest.substring(0, rest.indexOf("\n## "));
        assertThat(ROW.matcher(section).results().map(row -> row.group(1)))
                .containsExactlyInAnyOrderElementsOf(program().getSubcommands().keySet().stream()
                        .filter(name -> !name.equals("help"))
                        .toList());
        assertThat(ROW.matcher(section).results())
                .allSatisfy(row -> assertThat(OPTION.matcher(row.group(2)).results())
                        .allSatisfy(option -> assertThat(program()
                                        .getSubcommands()
                                        .get(row.group(1))
                                        .getCommandSpec()
                                        .findOption(option.group(1)))
                                .as(row.group(1) + " " + option.group(1))
                                .isNotNull()));
    }

    @Test
    void each_exit_code_is_on_the_pages_and_in_the_help() throws IOException {
        List<String> codes = Arrays.stream(ExitCodes.class.getDeclaredFields())
                .filter(field -> Modifier.isPublic(field.getModifiers()))
                .map(OperatingPageTest::value)
                .toList();
        assertThat(program().getCommandSpec().usageMessage().exitCodeList().keySet())
                .containsExactlyElementsOf(codes);
        for (Path page : List.of(PAGE, GUIDE)) {
            assertThat(CODE.matcher(Files.readString(page)).results().map(row -> row.group(1)))
                    .containsExactlyElementsOf(codes);
        }
    }

    private static String value(Field field) {
        try {
            return String.valueOf(field.get(null));
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
