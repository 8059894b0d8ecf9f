package io.stepgraph.samples.review;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code VERSIONS.md} lists the packages that the modules export to everybody, and no other. */
class VersionsTest {
    private static final Pattern EXPORTED = Pattern.compile("exports ([\\w.]+);");
    private static final Pattern LISTED = Pattern.compile("`(io\\.stepgraph[\\w.]*)`");

    /** It depends on libraries that are no modules, so no compiler checks what it exports. */
    private static final String TEMPORAL = "io.stepgraph.temporal";

    @Test
    void the_page_lists_what_the_modules_export() throws IOException {
        List<String> exported;
        try (Stream<Path> runtime = Files.list(Guide.ROOT.resolve("runtime"))) {
            exported = Stream.concat(Stream.of(Guide.ROOT.resolve("annotations")), runtime)
                    .map(folder -> folder.resolve("src/main/java/module-info.java"))
                    .filter(Files::exists)
                    .flatMap(module -> EXPORTED.matcher(text(module)).results().map(found -> found.group(1)))
                    .toList();
        }
        String page = text(Guide.ROOT.resolve("VERSIONS.md"));
        assertThat(LISTED.matcher(page).results().map(found -> found.group(1)).filter(name -> !name.equals(TEMPORAL)))
                .containsExactlyInAnyOrderElementsOf(exported);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
