package io.stepgraph.samples.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.ChatModel;
import io.stepgraph.samples.review.Readme.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The snippets of the README are compiled and run, the Gradle one apart, and every text it quotes from the compiler is what the
 * compiler prints.
 */
class ReadmeTest {
    private static final List<String> KINDS = List.of("picture", "file", "method", "mistake", "pom", "gradle", "shell");

    @TempDir
    Path folder;

    private Readme readme;

    @BeforeEach
    void read() throws IOException {
        readme = Readme.read();
    }

    @Test
    void every_block_says_what_it_is() {
        assertThat(readme.all())
                .isNotEmpty()
                .allSatisfy(block -> assertThat(KINDS).contains(block.kind()));
    }

    @Test
    void the_code_compiles_without_a_warning_and_runs() throws Exception {
        Snippets snippets = Snippets.compile(folder.resolve("classes"), readme.sources(folder.resolve("runs.db")));
        assertThat(snippets.printed()).isEmpty();

        Class<?> usage = snippets.load().loadClass("example.Usage");
        for (Block method : readme.of("method")) {
            String name = method.about().substring(0, method.about().indexOf('('));
            Object outcome = usage.getDeclaredMethod(name, ChatModel.class).invoke(null, new Scripted());
            assertThat(outcome.toString()).startsWith("Completed");
        }
        assertThat(folder.resolve("runs.db")).exists();
    }

    @Test
    void the_picture_is_the_one_that_the_build_draws() throws Exception {
        Block block = readme.only("picture");
        Snippets snippets = Snippets.compile(folder, readme.sources(folder.resolve("runs.db")));
        String drawn = Files.readString(snippets.output().resolve("META-INF/stepgraph/example.ReviewAgent.mmd"));
        quoted(block, drawn);
    }

    @Test
    void the_errors_are_as_printed() throws Exception {
        assertThat(readme.of("mistake")).hasSize(3);
        for (Block block : readme.of("mistake")) {
            String[] parts = block.about().split(" => ", 2);
            Map<String, String> sources = readme.sources(folder.resolve("runs.db"));
            sources.remove("Usage.java");
            String before = sources.get("ReviewAgent.java");
            String wrong = before.replaceFirst(Pattern.quote(parts[0]), Matcher.quoteReplacement(parts[1]));
            assertThat(wrong).isNotEqualTo(before);
            sources.put("ReviewAgent.java", wrong);
            quoted(block, Snippets.compile(folder, sources).printed());
        }
    }

    /** {@link EmptyProjectIT} builds with the versions that are printed here, this build with those of its own. */
    @Test
    void the_versions_are_those_of_this_build() throws Exception {
        String pom = Files.readString(Path.of("../../pom.xml"));
        String snippet = readme.only("pom").code();
        assertThat(version(snippet, "maven-compiler-plugin")).isEqualTo(property(pom, "maven-compiler-plugin.version"));
        assertThat(property(snippet, "release")).isEqualTo(property(pom, "maven.compiler.release"));
        assertThat(List.of(version(snippet, "stepgraph-jdbc"), version(snippet, "stepgraph-processor")))
                .containsOnly(version(pom, "stepgraph-parent"));
        assertThat(readme.dependencyOfTheAgent().version()).isEqualTo(property(pom, "langchain4j.version"));
    }

    @Test
    void every_link_leads_to_a_file() throws Exception {
        Pattern link = Pattern.compile("\\]\\((?!http)(.*?)\\)");
        assertThat(link.matcher(Files.readString(Path.of("../../README.md")))
                        .results()
                        .map(found -> found.group(1)))
                .isNotEmpty()
                .allSatisfy(path -> assertThat(Path.of("../..", path)).exists());
    }

    @Test
    void every_command_is_there() {
        assertThat(readme.of("shell").stream().map(Block::code))
                .containsExactly(
                        "samples/review/review samples/review/example.txt\n",
                        "mvn verify\n",
                        "samples/benchmarks/run\n");
        assertThat(List.of("review/review", "review/example.txt", "benchmarks/run"))
                .allSatisfy(path -> assertThat(Path.of("..", path)).exists());
    }

    /** No Gradle builds here, so that the snippet is only held to name what the Maven snippet names. */
    @Test
    void the_gradle_snippet_names_the_same_artifacts() {
        String maven = readme.only("pom").code();
        Pattern coordinates = Pattern.compile("\"io.stepgraph:(.*?):(.*?)\"");
        assertThat(coordinates.matcher(readme.only("gradle").code()).results())
                .hasSize(2)
                .allSatisfy(found -> assertThat(maven)
                        .contains("<artifactId>" + found.group(1) + "</artifactId>")
                        .contains("<version>" + found.group(2) + "</version>"));
    }

    private static String version(String pom, String artifact) {
        String after = pom.substring(pom.indexOf("<artifactId>" + artifact + "</artifactId>"));
        return property(after, "version");
    }

    private static String property(String pom, String name) {
        Matcher property = Pattern.compile("<" + name + ">(.*?)</" + name + ">").matcher(pom);
        assertThat(property.find()).as(name).isTrue();
        return property.group(1);
    }

    private void quoted(Block block, String printed) throws IOException {
        if (Boolean.getBoolean("readme.update")) {
            readme.rewrite(block, printed);
        } else {
            assertThat(block.code()).isEqualTo(printed);
        }
    }

    /** A model that finds something to criticise. */
    private static final class Scripted implements ChatModel {
        @Override
        public String chat(String prompt) {
            return "Said to '" + prompt + "'";
        }
    }
}
