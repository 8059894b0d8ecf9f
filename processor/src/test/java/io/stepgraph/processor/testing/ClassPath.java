package io.stepgraph.processor.testing;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Class paths for what is compiled. */
final class ClassPath {

    private static final Pattern NEEDED =
            Pattern.compile("annotations|runtime.core|stepgraph-runtime|jackson|jspecify");

    private ClassPath() {}

    /** Only what an agent is written with: the more there is to search, the slower each compilation. */
    static List<Path> ofAnAgent() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> NEEDED.matcher(entry).find())
                .map(Path::of)
                .toList();
    }
}
