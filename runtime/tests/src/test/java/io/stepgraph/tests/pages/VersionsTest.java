package io.stepgraph.tests.pages;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code VERSIONS.md} lists the packages that the modules export to everybody, and no other. The poms of samples, which
 * have no parent because readers copy them, name the versions of this build.
 */
class VersionsTest {
    private static final Pattern EXPORTED = Pattern.compile("exports ([\\w.]+);");
    private static final Pattern LISTED = Pattern.compile("`(io\\.stepgraph[\\w.]*)`");

    private static final Pattern VERSION =
            Pattern.compile("<artifactId>(.*?)</artifactId>\\s*<version>(.*?)</version>");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(.*?)}");

    /** They depend on libraries that are no modules, so no compiler checks what they export. */
    private static final Set<String> AUTOMATIC =
            Set.of("io.stepgraph.langchain4j", "io.stepgraph.temporal", "io.stepgraph.spring");

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
        String page = text(Guide.ROOT.resolve("runtime/VERSIONS.md"));
        assertThat(LISTED.matcher(page)
                        .results()
                        .map(found -> found.group(1))
                        .filter(name -> !AUTOMATIC.contains(name)))
                .containsExactlyInAnyOrderElementsOf(exported);
    }

    @ParameterizedTest
    @ValueSource(strings = {"samples/hello/pom.xml", "samples/review/pom.xml", "samples/spring/pom.xml"})
    void the_poms_to_copy_have_the_versions_of_this_build(String copied) {
        Path root = Guide.ROOT.resolve("pom.xml");
        Map<String, String> ours = new HashMap<>(versions(root));
        ours.put("spring-boot-starter-parent", value(text(root), "${spring-boot.version}"));
        ours.put("hello", "1"); // the version of the reader's own project
        ours.put(
                "exec-maven-plugin",
                value(text(Guide.ROOT.resolve("runtime/tests/pom.xml")), "${exec-maven-plugin.version}"));
        assertThat(versions(Guide.ROOT.resolve(copied)))
                .hasSizeGreaterThan(4)
                .allSatisfy((artifact, version) -> assertThat(version)
                        .as(artifact)
                        .isEqualTo(ours.get(artifact.replace("junit-jupiter", "junit-bom")
                                .replaceFirst("^stepgraph-.*", "stepgraph-parent"))));
    }

    /** The versions that a pom writes, by the names of their artifacts. */
    private static Map<String, String> versions(Path file) {
        String pom = text(file);
        return VERSION.matcher(pom)
                .results()
                .collect(toMap(found -> found.group(1), found -> value(pom, found.group(2)), (first, second) -> first));
    }

    private static String value(String pom, String version) {
        return VARIABLE.matcher(version).replaceAll(variable -> {
            String name = Pattern.quote(variable.group(1));
            Matcher property =
                    Pattern.compile("<" + name + ">(.*?)</" + name + ">").matcher(pom);
            return property.find() ? property.group(1) : Matcher.quoteReplacement(variable.group());
        });
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
