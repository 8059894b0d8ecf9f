package io.stepgraph.benchmarks.compile;

import io.stepgraph.benchmarks.Workplace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A project on disk: the sources as a user writes them, and those that the processor adds to them.
 *
 * @param library whose annotations they carry
 * @param folder where they are
 * @param written what a user writes
 * @param complete the same, and what the processor generates from it
 */
record Project(Library library, Path folder, List<Path> written, List<Path> complete) {

    /**
     * Writes a project.
     *
     * @param library whose annotations it carries
     * @param types how many types it has
     * @param members how many steps or properties each has
     */
    static Project create(Library library, int types, int members) throws IOException {
        Path folder = Workplace.newFolder("compile");
        Path sources = Files.createDirectories(folder.resolve("src/generated"));
        List<Path> written = new ArrayList<>();
        for (int i = 0; i < types; i++) {
            String name = "Type" + i;
            written.add(Files.writeString(sources.resolve(name + ".java"), library.source(name, members)));
        }
        Path output = Files.createDirectories(folder.resolve("out"));
        WarmCompiler.with(library).compile(written, output, true);
        List<Path> complete = new ArrayList<>(written);
        try (Stream<Path> files = Files.walk(output)) {
            files.filter(file -> file.toString().endsWith(".java")).sorted().forEach(complete::add);
        }
        if (complete.size() == written.size()) {
            throw new IllegalStateException("The processor of " + library + " generated nothing");
        }
        return new Project(library, folder, List.copyOf(written), List.copyOf(complete));
    }

    /** The sources that one compilation is given. */
    List<Path> sources(boolean processed) {
        return processed ? written : complete;
    }

    /** An empty folder for classes. */
    Path newOutput() throws IOException {
        return Files.createTempDirectory(folder, "classes");
    }

    /** Removes it from the disk. */
    void delete() {
        Workplace.delete(folder);
    }
}
