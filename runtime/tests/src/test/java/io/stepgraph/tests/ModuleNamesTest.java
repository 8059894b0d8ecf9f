package io.stepgraph.tests;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of modules in the guide to the annotations says what the modules declare. */
class ModuleNamesTest {
    private static final Path ROOT = Path.of("../..");
    private static final Pattern ROW =
            Pattern.compile("\\| `stepgraph-([\\w-]+)` \\| `(io\\.stepgraph[.\\w]*)`[^|]*\\|\n");
    private static final Pattern NAME =
            Pattern.compile("(?:\\bmodule |<Automatic-Module-Name>)(io\\.stepgraph[.\\w]*)");

    @Test
    void the_table_names_each_module() throws IOException {
        List<MatchResult> rows = ROW.matcher(Files.readString(ROOT.resolve("annotations/README.md")))
                .results()
                .toList();
        Map<String, String> modules = modules();

        assertThat(rows).extracting(row -> row.group(1)).containsExactlyInAnyOrderElementsOf(modules.keySet());
        assertThat(rows)
                .allSatisfy(row -> assertThat(
                                NAME.matcher(modules.get(row.group(1))).results())
                        .extracting(name -> name.group(1))
                        .containsExactly(row.group(2)));
    }

    /** What declares each module: its module-info.java, or a pom that names an automatic module. */
    private static Map<String, String> modules() throws IOException {
        try (Stream<Path> runtime = Files.list(ROOT.resolve("runtime"))) {
            return Stream.concat(Stream.of(ROOT.resolve("annotations")), runtime)
                    .filter(module -> Files.exists(module.resolve("pom.xml")))
                    .map(module -> Map.entry(artifact(module), declaration(module)))
                    .filter(module -> NAME.matcher(module.getValue()).find())
                    .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
        }
    }

    private static String artifact(Path module) {
        String folder = module.getFileName().toString();
        return folder.equals("core") ? "runtime" : folder;
    }

    private static String declaration(Path module) {
        Path named = module.resolve("src/main/java/module-info.java");
        return read(Files.exists(named) ? named : module.resolve("pom.xml"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }
}
