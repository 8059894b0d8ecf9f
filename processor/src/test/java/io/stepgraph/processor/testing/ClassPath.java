package io.stepgraph.processor.testing;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Class paths for what is compiled. */
final class ClassPath {

    private static final Pattern ANNOTATIONS =
            Pattern.compile("[/\\\\](stepgraph-)?annotations[/\\\\]|jackson-annotations");
    private static final Pattern BELOW_THE_RUNTIME = Pattern.compile("jackson|jspecify|slf4j");

    private ClassPath() {}

    /** Only what an agent is written with: the more there is to search, the slower each compilation. */
    static List<Path> ofAnAgent() {
        return Stream.concat(own(ANNOTATIONS), Stream.of(RuntimeClasses.folder()))
                .toList();
    }

    static List<Path> modules() {
        return Stream.concat(ofAnAgent().stream(), own(BELOW_THE_RUNTIME)).toList();
    }

    /** The class path of the runtime's compilation. */
    static List<Path> belowTheRuntime() {
        return Stream.concat(own(ANNOTATIONS), own(BELOW_THE_RUNTIME)).toList();
    }

    private static Stream<Path> own(Pattern pattern) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> pattern.matcher(entry).find())
                .map(Path::of);
    }
}
