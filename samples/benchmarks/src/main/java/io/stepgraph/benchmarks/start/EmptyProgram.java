package io.stepgraph.benchmarks.start;

final class EmptyProgram {
    /** What every program prints when its first step is done. */
    static final String DONE = "done";

    private EmptyProgram() {}

    public static void main(String[] arguments) {
        System.out.println(DONE);
    }
}
