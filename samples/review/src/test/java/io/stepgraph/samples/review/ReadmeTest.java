package io.stepgraph.samples.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.ChatModel;
import io.stepgraph.samples.review.Readme.Block;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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
    private static final String IMPORTS = """
            package example;

            import static example.ReviewAgentGraph.*;

            import example.ReviewAgent.*;
            import io.stepgraph.PermissionMode;
            import io.stepgraph.jdbc.SqliteStore;
            import io.stepgraph.runtime.Runner;
            import io.stepgraph.runtime.event.*;
            import io.stepgraph.runtime.store.Store;
            import java.nio.file.Path;
            import tools.jackson.databind.PropertyNamingStrategies;

            public final class Usage {
            """;

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
        Snippets snippets = Snippets.compile(folder.resolve("classes"), sources());
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
        Snippets snippets = Snippets.compile(folder, sources());
        String drawn = Files.readString(snippets.output().resolve("META-INF/stepgraph/example.ReviewAgent.mmd"));
        quoted(block, drawn);
    }

    @Test
    void the_errors_are_as_printed() throws Exception {
        assertThat(readme.of("mistake")).hasSize(3);
        for (Block block : readme.of("mistake")) {
            String[] parts = block.about().split(" => ", 2);
            Map<String, String> sources = sources();
            sources.remove("Usage.java");
            String before = sources.get("ReviewAgent.java");
            String wrong = before.replaceFirst(Pattern.quote(parts[0]), Matcher.quoteReplacement(parts[1]));
            assertThat(wrong).isNotEqualTo(before);
            sources.put("ReviewAgent.java", wrong);
            quoted(block, Snippets.compile(folder, sources).printed());
        }
    }

    /** The project built outside the reactor has the same lines in its pom, so that they are known to work. */
    @Test
    void the_maven_snippet_is_what_an_outside_project_is_built_with() throws Exception {
        String pom = Files.readString(Path.of("../../runtime/jdbc/src/it/maven-app/pom.xml"), StandardCharsets.UTF_8)
                .replace("@project.version@", "0.1.0-SNAPSHOT");
        readme.only("pom")
                .code()
                .lines()
                .map(line -> line.replaceAll("<!--.*?-->", "").strip())
                .forEach(line -> assertThat(pom).contains(line));
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

    private void quoted(Block block, String printed) throws IOException {
        if (Boolean.getBoolean("readme.update")) {
            readme.rewrite(block, printed);
        } else {
            assertThat(block.code()).isEqualTo(printed);
        }
    }

    private Map<String, String> sources() {
        Map<String, String> sources = new LinkedHashMap<>();
        for (Block file : readme.of("file")) {
            sources.put(file.about(), file.code());
        }
        StringBuilder usage = new StringBuilder(IMPORTS);
        for (Block method : readme.of("method")) {
            usage.append("public static Outcome ").append(method.about()).append(" {\n");
            usage.append(
                    method.code().replace("runs.db", folder.resolve("runs.db").toString()));
            usage.append("}\n");
        }
        sources.put("Usage.java", usage.append("}\n").toString());
        return sources;
    }

    /** A model that finds something to criticise. */
    private static final class Scripted implements ChatModel {
        @Override
        public String chat(String prompt) {
            return "Said to '" + prompt + "'";
        }
    }
}
