package io.stepgraph.benchmarks.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProjectIT {

    @ParameterizedTest
    @EnumSource
    void classesAreTheSameWhetherSourcesWereGeneratedJustNowOrBefore(Library library) throws Exception {
        Project project = Project.create(library, 2, 20);

        Map<String, byte[]> processed = classes(project, true);

        assertThat(processed).hasSizeGreaterThan(2).containsExactlyEntriesOf(classes(project, false));
        project.delete();
    }

    private static Map<String, byte[]> classes(Project project, boolean processed) throws IOException {
        Path output = project.newOutput();
        WarmCompiler.with(project.library()).compile(project.sources(processed), output, processed);
        Map<String, byte[]> classes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(output)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".class")).toList()) {
                classes.put(output.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return classes;
    }
}
