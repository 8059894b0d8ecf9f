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

    /** Takes one step on the synchronous machine. */
    STEPGRAPH_MACHINE(MachineProgram.class),

    /** Takes the same step on a runner with a store in memory. */
    STEPGRAPH_MEMORY(MemoryProgram.class),

    /** Takes the same step with langgraph4j and its saver in memory. */
    LANGGRAPH4J(PeerProgram.class),

    /** Writes one row with SQLite's driver and nothing else. */
    DRIVER(DriverProgram.class),

    /** Takes the same step on a runner with a store in SQLite. */
    STEPGRAPH_SQLITE(SqliteProgram.class);

    private static final List<String> RUNTIME = List.of(
            "stepgraph-runtime",
            "stepgraph-annotations",
            "jackson-databind-3",
            "jackson-core-3",
            "jackson-annotations",
            "slf4j-api");

    private final Class<?> main;

    Program(Class<?> main) {
        this.main = main;
    }

    /**
     * How to start it.
     *
     * @param options of the JVM
     * @param folder where it may leave files
     */
    List<String> command(List<String> options, Path folder) {
        String classPath = Stream.concat(Stream.of(Workplace.programs()), Workplace.libraries(libraries()).stream())
                .map(Path::toString)
                .collect(joining(File.pathSeparator));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return Stream.of(List.of(java), options, List.of("-cp", classPath, main.getName(), folder.toString()))
                .flatMap(List::stream)
                .toList();
    }

    private List<String> libraries() {
        return switch (this) {
            case EMPTY -> List.of();
            case STEPGRAPH_MACHINE, STEPGRAPH_MEMORY -> RUNTIME;
            case LANGGRAPH4J -> List.of("langgraph4j-core", "async-generator", "slf4j-api");
            case DRIVER -> List.of("sqlite-jdbc", "slf4j-api");
            case STEPGRAPH_SQLITE -> with(RUNTIME, "stepgraph-jdbc", "stepgraph-sqlite", "sqlite-jdbc");
        };
    }

    private static List<String> with(List<String> libraries, String... more) {
        return Stream.concat(libraries.stream(), Stream.of(more)).toList();
    }
}
