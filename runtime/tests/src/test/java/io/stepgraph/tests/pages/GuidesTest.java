package io.stepgraph.tests.pages;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.ChatModel;
import io.stepgraph.tests.agents.PlayedTests;
import io.stepgraph.tests.pages.Guide.Block;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The snippets of the README and the guides are compiled and run, the Gradle one apart, and every text that a page
 * quotes from the compiler is what the compiler prints. {@code -Dguides.update} writes these texts, and formats the
 * code.
 */
class GuidesTest {
    private static final List<String> KINDS =
            List.of("picture", "file", "method", "compiled", "mistake", "javac", "copied", "gradle", "shell", "sql");
    private static final int LONGEST_LINE = 120;
    private static final Pattern TABLE_OR_SINGLE_LINK = Pattern.compile(" *\\|.*|(- )?\\[[^]]*]\\([^)]*\\)\\W?");

    static final List<String> PAGES = Guide.PAGES;

    @TempDir
    Path folder;

    @ParameterizedTest
    @FieldSource("PAGES")
    void every_block_says_what_it_is(String page) throws IOException {
        assertThat(Guide.read(page).all())
                .isNotEmpty()
                .allSatisfy(block -> assertThat(KINDS).contains(block.kind()));
    }

    @ParameterizedTest
    @FieldSource("PAGES")
    void the_code_compiles_without_a_warning_and_runs(String page) throws Exception {
        Guide guide = Guide.read(page);
        Snippets snippets = Snippets.compile(folder.resolve("classes"), guide.sources(folder.resolve("runs.db")));
        assertThat(snippets.printed()).isEmpty();

        List<Method> methods =
                List.of(snippets.load().loadClass("example.Usage").getDeclaredMethods());
        for (Block block : guide.of("method")) {
            Method method = methods.stream()
                    .filter(one -> one.getName().equals(block.name()))
                    .findAny()
                    .orElseThrow();
            Object outcome = method.invoke(
                    null,
                    Arrays.stream(method.getParameters())
                            .map(model -> new Scripted())
                            .toArray());
            assertThat(outcome.toString()).as(block.about()).startsWith("Completed");
        }
    }

    /** As JUnit does: the tests of a page pass. */
    @ParameterizedTest
    @CsvSource({
        "runtime/TESTING.md, ReviewAgentTest, survives, 40",
        "runtime/TESTING.md, RefundsTest, pays_once, 10",
        "runtime/UNDO.md, TripsTest, undoes, 30"
    })
    void the_tests_of_the_guide_pass(String page, String name, String factory, int least) throws Exception {
        Guide guide = Guide.read(page);

        Map<String, String> results = results(guide.agents(), name, factory);

        assertThat(results.values()).containsOnly("");
        assertThat(results).hasSizeGreaterThan(least);
    }

    /** Without its effect, the agent of the guide fails with what the guide quotes. */
    @Test
    void the_tests_of_the_guide_find_a_second_payment() throws Exception {
        Guide guide = Guide.read("runtime/TESTING.md");
        Map<String, String> careless = guide.agents();
        careless.computeIfPresent(
                "Refunds.java",
                (file, code) -> code.replaceFirst(
                        "(?s)context\\.once.*?;",
                        "payments.refund(new Request(claim.cents), java.util.UUID.randomUUID().toString());"));

        Map<String, String> results = results(careless, "RefundsTest", "pays_once");

        results.values().removeIf(String::isEmpty);
        assertThat(results).isNotEmpty();
        String quoted = guide.text()
                .lines()
                .dropWhile(line -> !line.startsWith("    The play that was killed"))
                .takeWhile(line -> !line.isEmpty())
                .map(String::strip)
                .collect(joining("\n"));
        assertThat(results.values().iterator().next().lines().map(String::strip).collect(joining("\n")))
                .startsWith(quoted);
    }

    private Map<String, String> results(Map<String, String> sources, String test, String factory) throws Exception {
        Snippets snippets = Snippets.compile(folder.resolve("classes"), sources);
        assertThat(snippets.printed()).isEmpty();
        Class<?> tests = snippets.load().loadClass("example." + test);
        Constructor<?> constructor = tests.getDeclaredConstructor();
        Method method = tests.getDeclaredMethod(factory);
        constructor.setAccessible(true);
        method.setAccessible(true);
        return PlayedTests.results((Stream<?>) method.invoke(constructor.newInstance()));
    }

    @Test
    void the_picture_is_the_one_that_the_build_draws() throws Exception {
        Guide readme = Guide.readme();
        Snippets snippets = Snippets.compile(folder, readme.agents());
        String drawn = Files.readString(snippets.output().resolve("META-INF/stepgraph/example.ReviewAgent.mmd"));
        assertQuoted(readme, readme.only("picture"), drawn);
    }

    @ParameterizedTest
    @FieldSource("PAGES")
    void the_errors_are_as_printed(String page) throws Exception {
        Guide guide = Guide.read(page);
        for (Block block : guide.of("mistake")) {
            String[] parts = block.about().split(" => ", 3);
            Map<String, String> wrong = guide.agents();
            wrong.replaceAll(
                    (name, code) -> code.replaceFirst(Pattern.quote(parts[0]), Matcher.quoteReplacement(parts[1])));
            assertThat(wrong).isNotEqualTo(guide.agents());
            String[] options = parts.length == 3 ? parts[2].split(" ") : new String[0];
            assertQuoted(guide, block, Snippets.compile(folder, wrong, options).printed());
        }
        for (Block block : guide.of("javac")) {
            String[] options = block.about().split(" ");
            assertQuoted(
                    guide,
                    block,
                    Snippets.compile(folder, guide.agents(), options).printed());
        }
    }

    @ParameterizedTest
    @FieldSource("PAGES")
    void what_is_copied_is_as_in_the_file(String page) throws Exception {
        String version = version(Files.readString(Guide.ROOT.resolve("pom.xml")), "stepgraph-parent");
        Guide guide = Guide.read(page);
        for (Block block : guide.of("copied")) {
            String file = Files.readString(Guide.ROOT.resolve(block.about())).replace("@project.version@", version);
            if (block.language().equals("text")) { // all of it; of code, a part
                assertQuoted(guide, block, file);
            } else {
                assertThat(file.replaceAll("(?m)^ +", "")).contains(block.code().replaceAll("(?m)^ +", ""));
            }
        }
    }

    /** A page reads well as a file, too. What a build prints, a row of a table and a single link may be longer. */
    @ParameterizedTest
    @FieldSource("PAGES")
    void no_line_is_too_long(String page) throws Exception {
        Guide guide = Guide.read(page);
        String text = guide.text();
        for (Block block : guide.all()) {
            text = List.of("mistake", "javac", "picture").contains(block.kind())
                    ? text.replace(block.code(), "")
                    : text;
        }
        assertThat(text.lines()
                        .filter(line -> !TABLE_OR_SINGLE_LINK.matcher(line).matches()))
                .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(LONGEST_LINE));
    }

    @ParameterizedTest
    @FieldSource("PAGES")
    void xml_has_one_element_a_line(String page) throws Exception {
        assertThat(Guide.read(page).all())
                .filteredOn(block -> block.language().equals("xml"))
                .flatExtracting(block -> block.code().lines().toList())
                .allSatisfy(line -> assertThat(line).doesNotContainPattern("<\\w.*<\\w"));
    }

    @ParameterizedTest
    @FieldSource("PAGES")
    void java_is_as_the_formatter_writes_it(String page) throws Exception {
        Guide guide = Guide.read(page);
        for (Block block : guide.all()) {
            if (List.of("file", "method", "compiled").contains(block.kind())) {
                assertQuoted(guide, block, PageFormat.formatted(block));
            }
        }
    }

    /** No Gradle builds here, so that the snippet is only held to name what the first project names. */
    @Test
    void the_gradle_snippet_names_the_same_artifacts() throws Exception {
        String maven = Files.readString(Guide.ROOT.resolve("samples/hello/pom.xml"))
                .replace(
                        "${stepgraph.version}",
                        version(Files.readString(Guide.ROOT.resolve("pom.xml")), "stepgraph-parent"));
        String gradle = Guide.read("annotations/README.md").only("gradle").code();
        Pattern coordinates = Pattern.compile("\"io.stepgraph:(.*?):(.*?)\"");
        assertThat(coordinates.matcher(gradle).results())
                .hasSize(2)
                .allSatisfy(found -> assertThat(maven)
                        .contains("<artifactId>" + found.group(1) + "</artifactId>")
                        .contains("<version>" + found.group(2) + "</version>"));
    }

    @Test
    void the_types_are_in_the_packages_that_the_guide_names() throws Exception {
        assertThat(Guide.types())
                .hasSizeGreaterThan(30)
                .allSatisfy(type -> assertThat(Class.forName(type)).isNotNull());
    }

    @ParameterizedTest
    @FieldSource("PAGES")
    void every_command_is_there(String page) throws Exception {
        for (Block shell : Guide.read(page).of("shell")) {
            for (String command : shell.code().lines().toList()) {
                String program = command.split(" ", 2)[0];
                assertThat(program.equals("mvn") || Files.isExecutable(Guide.ROOT.resolve(program)))
                        .as(command)
                        .isTrue();
                assertThat(command.split(" ", -1))
                        .filteredOn(word -> word.contains("/") && !word.startsWith("-"))
                        .allSatisfy(word -> assertThat(Guide.ROOT.resolve(word)).exists());
            }
        }
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

    private static void assertQuoted(Guide guide, Block block, String printed) throws IOException {
        if (Boolean.getBoolean("guides.update")) {
            guide.rewrite(block, printed);
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
