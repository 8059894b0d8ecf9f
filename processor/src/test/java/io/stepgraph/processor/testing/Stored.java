package io.stepgraph.processor.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A type in a field of an agent's state, with a value: a line in one of the tables in the folder {@code storable}. The
 * columns are verdict, type, value and the declarations that both need.
 */
public record Stored(String verdict, String type, String value, String declarations, String place) {

    private static final Path TABLES = Path.of("src/test/resources/storable");

    private static final String IMPORTS = Stream.of(
                    "java.beans.ConstructorProperties",
                    "java.io.*",
                    "java.lang.annotation.*",
                    "java.lang.ref.WeakReference",
                    "java.math.*",
                    "java.net.*",
                    "java.nio.ByteBuffer",
                    "java.nio.charset.Charset",
                    "java.nio.file.Path",
                    "java.time.*",
                    "java.time.format.DateTimeFormatter",
                    "java.util.*",
                    "java.util.concurrent.*",
                    "java.util.concurrent.atomic.*",
                    "java.util.concurrent.locks.*",
                    "java.util.function.*",
                    "java.util.regex.Pattern",
                    "java.util.stream.*",
                    "com.fasterxml.jackson.annotation.*",
                    "tools.jackson.databind.JsonNode",
                    "tools.jackson.databind.annotation.*",
                    "tools.jackson.databind.node.*")
            .map(name -> "import " + name + ";\n")
            .reduce("", String::concat);

    private static final String AGENT = """
            package rows;

            %s
            @io.stepgraph.StepGraph(start = "step")
            @SuppressWarnings({"all", "deprecation", "rawtypes", "removal", "serial", "unchecked"%s})
            final class %s {
                record State(%s field) {}

                %s(String unused) {}

                @io.stepgraph.Step(next = io.stepgraph.StepGraph.END)
                void step(State state) {}

                static State value() throws Exception {
                    return new State(%s);
                }

                %s
            }
            """;

    /** Tries one value: what the runtime says against it, or null. */
    private static final String TRIAL = """
            package rows;

            final class Trial {
                static String of(Object value) {
                    try {
                        var codec = new io.stepgraph.internal.codec.Codec(1_000_000)
                                .of(io.stepgraph.runtime.graph.ValueType.of(value.getClass()));
                        codec.checkType("the state");
                        codec.write(value);
                        return null;
                    } catch (RuntimeException | StackOverflowError e) {
                        return e.toString();
                    }
                }
            }
            """;

    /** The lines of all tables. */
    public static List<Stored> all() {
        try (Stream<Path> tables = Files.list(TABLES)) {
            return tables.sorted().flatMap(table -> read(table).stream()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Stored> read(Path table) {
        try {
            List<String> lines = Files.readAllLines(table);
            return IntStream.range(0, lines.size())
                    .filter(i -> !lines.get(i).isBlank() && !lines.get(i).startsWith("#"))
                    .mapToObj(i -> of(lines.get(i), table.getFileName() + ":" + (i + 1)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stored of(String line, String place) {
        String[] columns = line.split(" \\| ", 4);
        return new Stored(columns[0], columns[1], columns[2], columns.length < 4 ? "" : columns[3], place);
    }

    /** The simple name of its agent. */
    public String agent() {
        return "Row_" + place.replaceAll("\\W", "_");
    }

    /** The sources of the agents of some lines, and of the trial, written into a folder. */
    public static List<Path> write(Path folder, List<Stored> lines, String suppressed) throws IOException {
        List<Path> sources = new ArrayList<>(List.of(Build.source(folder, "Trial.java", TRIAL)));
        for (Stored line : lines) {
            String name = line.agent();
            String source = AGENT.formatted(
                    IMPORTS,
                    suppressed.isEmpty() ? "" : ", \"" + suppressed + "\"",
                    name,
                    line.type(),
                    name,
                    line.value().replace("Row(", name + "(").replace("Row.", name + "."),
                    line.declarations());
            sources.add(Build.source(folder, name + ".java", source));
        }
        return sources;
    }

    @Override
    public String toString() {
        return place + " " + verdict + " " + type;
    }
}
