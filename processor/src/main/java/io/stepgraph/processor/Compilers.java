package io.stepgraph.processor;

import com.sun.source.util.Trees;
import javax.annotation.processing.ProcessingEnvironment;
import org.jspecify.annotations.Nullable;

/** Tells compilers apart where the standard lets them differ. */
final class Compilers {

    private static final String JAVAC = "com.sun.tools.javac.processing.JavacProcessingEnvironment";

    private Compilers() {}

    static boolean isEcj(ProcessingEnvironment environment) {
        return environment.getClass().getName().startsWith("org.eclipse.");
    }

    /**
     * The syntax trees of javac. Null on other compilers, which may run where javac's classes do not exist, and under
     * build tools that wrap javac.
     */
    static @Nullable Trees trees(ProcessingEnvironment environment) {
        return environment.getClass().getName().equals(JAVAC) ? Trees.instance(environment) : null;
    }
}
