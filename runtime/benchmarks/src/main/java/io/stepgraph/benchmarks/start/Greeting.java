package io.stepgraph.benchmarks.start;

/** The state. */
public final class Greeting {
    public String name = "";
    public String text = "";

    static Greeting of(String name) {
        Greeting greeting = new Greeting();
        greeting.name = name;
        return greeting;
    }
}
