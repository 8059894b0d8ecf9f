package io.stepgraph.tests;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import io.stepgraph.store.EffectStore;
import io.stepgraph.store.RunQueue;
import io.stepgraph.store.RunWriter;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** ARCHITECTURE.md agrees with the code: the types, packages, operations and statements that it names exist. */
class ArchitectureTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path PAGE = ROOT.resolve("runtime/ARCHITECTURE.md");
    private static final Pattern FENCED = Pattern.compile("```.*?```", Pattern.DOTALL);
    private static final Pattern TYPE = Pattern.compile("`@?([A-Z]\\w*[a-z]\\w*)(?:\\.(\\w+))?`");
    private static final Pattern LINK = Pattern.compile("\\[`(\\w+)`]\\(([^)]*)\\)");
    private static final Pattern STATEMENT = Pattern.compile("\\b[A-Z]+(?:_[A-Z]+)*\\b");
    private static final Pattern WRITING = Pattern.compile(
            "^ {4}static final \\w+ (\\w+) =(?:(?!^ {4}(?:private )?static).)*?"
                    + "\\b(?:insert(?: or \\w+)? into|update|delete from) (?:stepgraph\\.)?(?!meta\\b)\\w",
            Pattern.DOTALL | Pattern.MULTILINE);

    /** The Java sources of the project by the simple names of their types. */
    private static final Map<String, String> SOURCES = new HashMap<>();

    private static String page = "";

    @BeforeAll
    static void read() throws IOException {
        page = FENCED.matcher(Files.readString(PAGE)).replaceAll("");
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                boolean isSource = !name.equals("target") && !name.equals("resources") && !name.startsWith(".");
                return isSource || folder.equals(ROOT) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String name = file.getFileName().toString();
                if (name.endsWith(".java")) {
                    SOURCES.merge(name.substring(0, name.length() - 5), Files.readString(file), String::concat);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    @Test
    void everyTypeAndMemberExists() {
        List<MatchResult> named = TYPE.matcher(page).results().toList();
        assertThat(named).hasSizeGreaterThan(100).allSatisfy(name -> {
            assertThat(SOURCES).containsKey(name.group(1));
            if (name.group(2) != null) {
                assertThat(SOURCES.get(name.group(1))).containsPattern("\\b" + name.group(2) + "\\b");
            }
        });
    }

    @Test
    void everyTypeLinksToItsFile() {
        assertThat(LINK.matcher(page).results().toList()).hasSizeGreaterThan(50).allSatisfy(link -> {
            assertThat(link.group(2)).endsWith("/" + link.group(1) + ".java");
            assertThat(PAGE.resolveSibling(link.group(2)).normalize()).exists();
        });
    }

    @Test
    void everyPackageIsListed() {
        assertThat(rows("package").map(row -> "io.stepgraph." + row.get(0)))
                .containsExactlyInAnyOrderElementsOf(LayersTest.LIBRARY.stream()
                        .map(JavaClass::getPackageName)
                        .filter(name -> !name.equals("io.stepgraph") && !name.startsWith("io.stepgraph.processor"))
                        .collect(toSet()));
    }

    @Test
    void everyOperationThatWritesIsListedWithItsCallers() {
        Set<String> operations = Stream.of(
                        operations(RunWriter.class, "", Set.of()),
                        operations(EffectStore.class, "effects.", Set.of("find", "findInDoubt", "countPrunableKeys")),
                        operations(RunQueue.class, "queue.", Set.of("owners")))
                .flatMap(names -> names)
                .collect(toSet());
        assertThat(rows("operation").map(row -> row.get(0))).containsExactlyInAnyOrderElementsOf(operations);
        assertThat(rows("operation"))
                .allSatisfy(row -> assertThat(List.of(row.get(1).split(", ")))
                        .filteredOn(caller -> !caller.equals("the program"))
                        .allSatisfy(caller -> assertThat(SOURCES.get(link(caller)))
                                .contains("." + row.get(0).replaceAll("^\\w+[.]", "") + "(")));
    }

    private static Stream<String> operations(Class<?> part, String prefix, Set<String> reading) {
        return Stream.of(part.getDeclaredMethods())
                .map(Method::getName)
                .filter(name -> !reading.contains(name))
                .map(name -> prefix + name);
    }

    @Test
    void everyStatementThatWritesIsListed() {
        assertThat(listed(2)).isEqualTo(writing("SqliteSql"));
        assertThat(listed(3)).isEqualTo(writing("PostgresSql"));
    }

    private static Set<String> listed(int column) {
        Set<String> names = new TreeSet<>();
        rows("operation")
                .flatMap(row -> STATEMENT.matcher(row.get(column)).results())
                .forEach(name -> names.add(name.group()));
        return names;
    }

    private static Set<String> writing(String file) {
        Set<String> names = new TreeSet<>();
        WRITING.matcher(SOURCES.get(file)).results().forEach(statement -> names.add(statement.group(1)));
        return names;
    }

    private static String link(String text) {
        return text.replaceAll("\\[(\\w+)].*", "$1");
    }

    /** The rows of all tables whose first heading is this, without the marks around code. */
    private static Stream<List<String>> rows(String heading) {
        List<List<String>> rows = new ArrayList<>();
        boolean isInside = false;
        for (String line : page.lines().toList()) {
            if (line.startsWith("| " + heading + " |")) {
                isInside = true;
            } else if (!line.startsWith("|")) {
                isInside = false;
            } else if (isInside && !line.startsWith("|--")) {
                rows.add(List.of(line.substring(2).replace("`", "").split(" \\| | \\|$")));
            }
        }
        return rows.stream();
    }
}
