package io.stepgraph.processor.testing;

import java.io.IOException;

/** Compiles the fixtures of a folder on the JDK that runs it, and prints what it says of each. */
public final class CompileFixtures {

    static final String HEADING = "== ";

    private CompileFixtures() {}

    /** Takes the folder. */
    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws IOException {
        try (Compiler compiler = new Javac()) {
            for (Fixture fixture : Fixture.all(arguments[0])) {
                System.out.println(HEADING + fixture.name());
                fixture.heard(compiler.compile(fixture)).forEach(System.out::println);
            }
        }
    }
}
