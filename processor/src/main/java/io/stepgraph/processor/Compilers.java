package io.stepgraph.processor;

import javax.annotation.processing.ProcessingEnvironment;

/** Tells compilers apart where they differ in what the standard leaves open. */
final class Compilers {

    private Compilers() {}

    static boolean isEcj(ProcessingEnvironment environment) {
        return environment.getClass().getName().startsWith("org.eclipse.");
    }
}
