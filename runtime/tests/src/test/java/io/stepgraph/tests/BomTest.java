package io.stepgraph.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The BOM has a version for each artifact that is published, and for the annotations of Jackson, which must not be too
 * old.
 */
class BomTest {
    private static final Path ROOT = Path.of("../..");
    private static final Path BOM = ROOT.resolve("runtime/bom/pom.xml");
    private static final Pattern MODULE = Pattern.compile("<module>(.*?)</module>");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(.*?)</artifactId>");
    private static final String ANNOTATIONS = "jackson-annotations";
    private static final Pattern ANNOTATIONS_VERSION = Pattern.compile("<jackson-annotations.version>.*?</");
    private static final Pattern VERSION =
            Pattern.compile("<artifactId>.*?</artifactId>\\s*<version>(?!\\$).*?</version>");

    @Test
    void the_bom_lists_every_artifact_that_is_published() throws IOException {
        Path runtime = ROOT.resolve("runtime");
        List<Path> modules = Stream.concat(
                        Stream.of("annotations", "processor").map(ROOT::resolve),
                        MODULE.matcher(Files.readString(runtime.resolve("pom.xml")))
                                .results()
                                .map(module -> runtime.resolve(module.group(1))))
                .toList();
        List<String> published = modules.stream()
                .map(BomTest::read)
                .filter(pom -> !pom.contains("<maven.deploy.skip>true"))
                .map(pom -> pom.replaceFirst("(?s)<parent>.*?</parent>", ""))
                .map(BomTest::artifact)
                .filter(artifact -> !artifact.equals("stepgraph-bom"))
                .toList();

        assertThat(managed())
                .filteredOn(artifact -> !artifact.equals(ANNOTATIONS))
                .containsExactlyInAnyOrderElementsOf(published);
    }

    @Test
    void the_bom_manages_no_other_library_but_the_annotations_of_jackson_and_inherits_none() throws IOException {
        assertThat(managed())
                .filteredOn(artifact -> !artifact.startsWith("stepgraph-"))
                .containsExactly(ANNOTATIONS);
        assertThat(Files.readString(BOM)).doesNotContain("<parent>");
    }

    @Test
    void what_the_bom_repeats_is_as_in_the_parent_of_all_modules() throws IOException {
        String parent = read(ROOT).replaceAll("\\s+", "").replace("stepgraph-parent", "stepgraph-bom");
        Matcher annotations = ANNOTATIONS_VERSION.matcher(Files.readString(BOM));
        assertThat(annotations.find()).isTrue();
        assertThat(parent).contains(annotations.group());
        assertThat(VERSION.matcher(Files.readString(BOM)).results())
                .hasSize(5)
                .allSatisfy(
                        repeated -> assertThat(parent).contains(repeated.group().replaceAll("\\s+", "")));
    }

    private static List<String> managed() throws IOException {
        String bom = Files.readString(BOM);
        String management =
                bom.substring(bom.indexOf("<dependencyManagement>"), bom.indexOf("</dependencyManagement>"));
        return ARTIFACT.matcher(management)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static String artifact(String pom) {
        Matcher artifact = ARTIFACT.matcher(pom);
        assertThat(artifact.find()).isTrue();
        return artifact.group(1);
    }

    private static String read(Path module) {
        try {
            return Files.readString(module.resolve("pom.xml"));
        } catch (IOException missing) {
            throw new AssertionError(missing);
        }
    }
}
