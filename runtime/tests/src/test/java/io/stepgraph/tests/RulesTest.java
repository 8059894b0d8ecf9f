package io.stepgraph.tests;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rules of {@code SEMANTICS.md}, the tests that are tagged with them, and the comments that cite them agree. */
final class RulesTest {
    private static final String UPDATE = "rules.update";
    private static final String COMMAND =
            "mvn -pl runtime/tests -am test -Dtest=RulesTest" + " -Dsurefire.failIfNoSpecifiedTests=false -D" + UPDATE;

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path PAGE = ROOT.resolve("runtime/SEMANTICS.md");
    private static final Path TABLE = ROOT.resolve("runtime/RULES.md");
    private static final Pattern RULE = Pattern.compile("\\b[A-Z]\\d{1,2}\\b");
    private static final Pattern HEADING = Pattern.compile("^### (([A-Z]\\d{1,2})\\b.*)$", Pattern.MULTILINE);
    private static final Pattern TAG = Pattern.compile("@Tag\\(\"([A-Z]\\d{1,2})\"\\)");
    private static final Pattern NAMED = Pattern.compile("\\bvoid ((?:[A-Z]\\d{1,2}_)+)");
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\\n]*", Pattern.DOTALL);

    private String page = "";
    private List<Source> sources = List.of();

    /** A Java file of the project. */
    private record Source(Path file, String text) {
        boolean isUnder(String folder) {
            return file.toString().replace('\\', '/').contains(folder);
        }

        /** The rules that this file's tests are tagged with. */
        Set<String> tags() {
            return found(TAG, text);
        }

        /** The rules that the names of this file's test methods begin with. */
        Set<String> named() {
            Set<String> rules = new TreeSet<>();
            NAMED.matcher(text)
                    .results()
                    .forEach(name -> rules.addAll(List.of(name.group(1).split("_"))));
            return rules;
        }

        /** The rules that this file's comments cite. */
        Set<String> cited() {
            Set<String> rules = new TreeSet<>();
            COMMENT.matcher(text).results().forEach(comment -> rules.addAll(found(RULE, comment.group())));
            return rules;
        }

        String name() {
            return file.getFileName().toString().replace(".java", "");
        }

        private static Set<String> found(Pattern pattern, String text) {
            Set<String> found = new TreeSet<>();
            pattern.matcher(text).results().forEach(match -> found.add(match.group(match.groupCount())));
            return found;
        }
    }

    @BeforeEach
    void read() throws IOException {
        page = Files.readString(PAGE);
        List<Source> read = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                boolean isOurs = !name.equals("target") && (!name.startsWith(".") || folder.equals(ROOT));
                return isOurs ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (file.toString().endsWith(".java")) {
                    read.add(new Source(file, Files.readString(file)));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        sources = read;
    }

    @Test
    void the_table_names_all_tests_of_every_rule() throws IOException {
        String expected = table();
        if (Boolean.getBoolean(UPDATE)) {
            Files.writeString(TABLE, expected);
        }
        assertThat(TABLE)
                .as("%s is stale. Write it: %s", TABLE, COMMAND)
                .content()
                .isEqualTo(expected);
    }

    @Test
    void every_tag_and_every_rule_that_a_comment_cites_is_on_the_page() {
        Set<String> rules = rules(page);
        assertThat(rules).contains("R1", "I3", "M2", "H1", "V4", "L7", "S6", "E1");
        assertThat(complaints(source -> true, source -> without(source.tags(), rules), "tags its tests with"))
                .isEmpty();
        assertThat(complaints(
                        source -> source.isUnder("/src/main/"), source -> without(source.cited(), rules), "cites"))
                .isEmpty();
    }

    @Test
    void every_test_that_a_rule_stands_in_the_name_of_is_tagged_with_it() {
        assertThat(complaints(
                        source -> true,
                        source -> without(source.named(), source.tags()),
                        "has no @Tag for its test of"))
                .isEmpty();
    }

    private interface Missing {
        Set<String> of(Source source);
    }

    private List<String> complaints(Predicate<Source> which, Missing missing, String verb) {
        return sources.stream()
                .filter(which)
                .filter(source -> !missing.of(source).isEmpty())
                .map(source -> ROOT.relativize(source.file()) + " " + verb + " " + missing.of(source))
                .toList();
    }

    private String table() {
        return "# The rules and their tests\n\n<!-- Written by " + COMMAND + " -->\n\n"
                + "Each rule of [SEMANTICS.md](SEMANTICS.md), and the test classes that have its name as a JUnit tag.\n\n"
                + "| rule | tests |\n|---|---|\n"
                + HEADING.matcher(page)
                        .results()
                        .map(rule -> "| [%s](SEMANTICS.md#%s) | %s |\n"
                                .formatted(rule.group(2), anchor(rule.group(1)), tests(rule.group(2))))
                        .collect(joining());
    }

    /** A heading as GitHub names it in links. */
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    private String tests(String rule) {
        List<Source> tests = sources.stream()
                .filter(source -> source.tags().contains(rule))
                .sorted(Comparator.comparing(Source::name))
                .toList();
        assertThat(tests).as("The tests that are tagged with " + rule).isNotEmpty();
        return tests.stream()
                .map(test -> "[" + test.name() + "]("
                        + TABLE.getParent().relativize(test.file()).toString().replace('\\', '/') + ")")
                .collect(joining(", "));
    }

    private static Set<String> rules(String page) {
        Set<String> rules = new TreeSet<>();
        HEADING.matcher(page).results().forEach(heading -> rules.add(heading.group(2)));
        return rules;
    }

    private static Set<String> without(Set<String> all, Set<String> known) {
        Set<String> rest = new TreeSet<>(all);
        rest.removeAll(known);
        return rest;
    }
}
