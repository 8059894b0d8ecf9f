package io.stepgraph.processor.testing;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Class paths for what is compiled. */
final class ClassPath {

    private ClassPath() {}

    /** Only what an agent is written with: the more there is to search, the slower each compilation. */
    static List<Path> ofAnAgent() {
        Stream<Path> annotations = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> entry.matches(".*([/\\\\]annotations[/\\\\]|stepgraph-annotations|jackson-annotations).*"))
                .map(Path::of);
        return Stream.concat(annotations, Stream.of(RuntimeClasses.folder())).toList();
    }
}
