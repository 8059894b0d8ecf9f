package io.stepgraph.benchmarks.start;

import static java.util.stream.Collectors.joining;

import io.stepgraph.benchmarks.Workplace;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A program that is started; each with its own libraries on its class path and no others. */
public enum Program {
    /** Says that it is there. */
    EMPTY(EmptyProgram.class),

    /** Takes one step on a store in memory. */
    STEPGRAPH(
            MemoryProgram.class,
            "stepgraph-annotations",
            "stepgraph-runtime",
            "jackson-databind-3",
            "jackson-core-3",
            "jackson-annotations",
            "slf4j-api"),

    /** Takes the same step with langgraph4j and its saver in memory. */
    LANGGRAPH4J(PeerProgram.class, "langgraph4j-core", "async-generator", "slf4j-api"),

    /** Writes one row with SQLite's driver and nothing else. */
    DRIVER(DriverProgram.class, "sqlite-jdbc", "slf4j-api"),

    /** Takes one step on a store in SQLite. */
    STEPGRAPH_SQLITE(
            SqliteProgram.class,
            "stepgraph-annotations",
            "stepgraph-runtime",
            "stepgraph-jdbc",
            "sqlite-jdbc",
            "jackson-databind-3",
            "jackson-core-3",
            "jackson-annotations",
            "slf4j-api");

    private final Class<?> main;
    private final String[] libraries;

    Program(Class<?> main, String... libraries) {
        this.main = main;
        this.libraries = libraries;
    }

    /**
     * How to start it.
     *
     * @param folder where it may leave files
     */
    List<String> command(Path folder) {
        String classPath = Stream.concat(
                        Stream.of(Workplace.benchmarks()), Workplace.libraries(libraries).stream())
                .map(Path::toString)
                .collect(joining(File.pathSeparator));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return List.of(java, "-cp", classPath, main.getName(), folder.toString());
    }
}
