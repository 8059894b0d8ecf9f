package io.stepgraph.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Build;
import io.stepgraph.processor.testing.Program;
import io.stepgraph.processor.testing.Stored;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * R12: the compiler refuses what the runtime could not store, and nothing else. Each line of the tables is compiled in
 * an agent and tried with the runtime's codec. Where the two differ, the line says so, and the comment above it why:
 * {@code unsure}, the compiler cannot tell; {@code strict}, this value happens to come back, and others do not.
 */
final class UnstorableTypesIT {

    private static final String SUPPRESSED = "stepgraph:UnstorableType";

    @Nested
    final class ATenthOfThem extends Table {
        ATenthOfThem() {
            super(10);
        }
    }

    @Nested
    @Tag("nightly")
    final class AllOfThem extends Table {
        AllOfThem() {
            super(1);
        }
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class Table {

        private Build javac;
        private Build ecj;
        private Build suppressed;
        private final Map<String, String> atRunTime = new HashMap<>();

        private final int each;

        Table(int each) {
            this.each = each;
        }

        /** The first of each so many lines. */
        List<Stored> table() {
            List<Stored> all = Stored.all();
            return IntStream.range(0, all.size())
                    .filter(i -> i % each == 0)
                    .mapToObj(all::get)
                    .toList();
        }

        @BeforeAll
        void compileAndTry(@TempDir Path folder) throws Exception {
            List<Stored> table = table();
            List<Path> sources = Stored.write(folder.resolve("refused"), table, "");
            String classPath = Build.classPathOfModules();
            javac = Build.javac(out(folder, "javac"), sources, "-nowarn", "-Xmaxerrs", "1000", "-cp", classPath);
            ecj = Build.ecj(out(folder, "ecj"), sources, "-nowarn", "-cp", classPath);
            suppressed = Build.javac(
                    out(folder, "suppressed"),
                    Stored.write(folder.resolve("suppressed"), table, SUPPRESSED),
                    "-cp",
                    classPath);
            assertThat(suppressed.said()).isEmpty();
            try (Program program = new Program(suppressed)) {
                for (Stored line : table) {
                    Object value = program.call("rows." + line.agent(), "value");
                    Object said = program.call("rows.Trial", "of", value);
                    atRunTime.put(line.agent(), Objects.toString(said, ""));
                }
            }
        }

        private static Path out(Path folder, String name) throws Exception {
            return Files.createDirectories(folder.resolve(name));
        }

        @ParameterizedTest(name = "{0}")
        @MethodSource("table")
        void theCompilerSaysWhatTheRuntimeWould(Stored line) {
            boolean isRefused =
                    line.verdict().equals("refused") || line.verdict().equals("strict");
            boolean fails = line.verdict().equals("refused") || line.verdict().equals("unsure");
            String agent = line.agent();
            assertThat(said(javac, agent))
                    .as("javac")
                    .hasSize(isRefused ? 1 : 0)
                    .allMatch(text -> text.endsWith("[UnstorableType]"));
            assertThat(said(ecj, agent)).as("ecj").isEqualTo(said(javac, agent));
            assertThat(!Objects.requireNonNull(atRunTime.get(agent)).isEmpty())
                    .as("fails at run time: %s", atRunTime.get(agent))
                    .isEqualTo(fails);
        }

        private static List<String> said(Build build, String agent) {
            return build.said().stream()
                    .filter(line -> line.startsWith(agent + ".java:"))
                    .map(line -> line.replaceFirst("^.*?\\.java:\\d+: ", ""))
                    .toList();
        }
    }
}
