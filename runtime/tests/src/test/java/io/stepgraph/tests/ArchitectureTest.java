package io.stepgraph.tests;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import io.stepgraph.store.Store;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
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
import java.util.TreeMap;
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

    private static final Pattern WRITES = Pattern.compile(
            "\\b(insert (or replace )?into|delete from|update (stepgraph\\.)?\\w+( (as )?\\w+)?( indexed by \\w+)?\\s+set)\\b");

    /** The operations of a store that write nothing. */
    private static final Pattern READING = Pattern.compile(
            "calls\\..*|lists\\..*|log\\.(?!save).*|.*\\.(find|look|waiting|count|check)\\w*|runs\\.(summary|expired)"
                    + "|queue\\.owners|joined\\..*");

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
    void everyStatementThatWritesIsListed() throws ReflectiveOperationException {
        Set<String> shared = new TreeSet<>();
        for (String name : List.of("Effects", "Labels", "Logs", "Messages", "Notices", "Questions", "Removals")) {
            shared.addAll(writing("io.stepgraph.jdbc." + name));
        }
        assertThat(shared).allSatisfy(statement -> assertThat(page).contains(statement));

        List<String> stores = List.of("io.stepgraph.sqlite.SqliteSql", "io.stepgraph.postgres.PostgresSql");
        for (int store = 0; store < stores.size(); store++) {
            int column = 2 + store;
            Set<String> statements = writing(stores.get(store));
            statements.addAll(shared);
            assertThat(rows("operation")
                            .flatMap(row -> Stream.of(row.get(column).split(", "))))
                    .as("%s", stores.get(store))
                    .containsAll(statements)
                    .isSubsetOf(statements);
        }
    }

    @Test
    void everyOperationThatWritesIsListed() {
        Set<String> writing = Stream.of(Store.class.getMethods())
                .filter(part -> part.getReturnType().getPackage() == Store.class.getPackage())
                .filter(part -> part.getParameterCount() == 0)
                .flatMap(part -> Stream.of(part.getReturnType().getMethods())
                        .map(method -> part.getName() + "." + method.getName()))
                .filter(operation -> !READING.matcher(operation).matches())
                .collect(toSet());
        assertThat(rows("operation").map(row -> row.get(0))).containsExactlyInAnyOrderElementsOf(writing);
        assertThat(rows("operation of the store").map(row -> row.get(0))).isSubsetOf(writing);
    }

    /** The constants of a class that are whole statements which write. A private part of another constant is none. */
    private static Set<String> writing(String type) throws ReflectiveOperationException {
        Map<String, String> statements = new TreeMap<>();
        Set<String> hidden = new TreeSet<>();
        for (Field field : Class.forName(type).getDeclaredFields()) {
            if (field.getType() == String.class && Modifier.isStatic(field.getModifiers())) {
                field.setAccessible(true);
                statements.put(field.getName(), (String) field.get(null));
                if (Modifier.isPrivate(field.getModifiers())) {
                    hidden.add(field.getName());
                }
            }
        }
        List<String> texts = List.copyOf(statements.values());
        hidden.removeIf(name -> texts.stream()
                .noneMatch(other -> !other.equals(statements.get(name)) && other.contains(statements.get(name))));
        statements.keySet().removeAll(hidden);
        statements.values().removeIf(text -> !WRITES.matcher(text).find());
        return new TreeSet<>(statements.keySet());
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
