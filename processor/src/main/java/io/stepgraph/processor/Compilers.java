package io.stepgraph.processor;

import javax.annotation.processing.ProcessingEnvironment;

/** Tells compilers apart where the standard lets them differ. */
final class Compilers {

    private Compilers() {}

    static boolean isEcj(ProcessingEnvironment environment) {
        return environment.getClass().getName().startsWith("org.eclipse.");
    }
}
