package io.stepgraph.benchmarks.start;

final class EmptyProgram {
    /** The line that every program prints after its first step. */
    static final String DONE = "done";

    private EmptyProgram() {}

    public static void main(String[] arguments) {
        System.out.println(DONE);
    }
}
