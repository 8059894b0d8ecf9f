package io.stepgraph.benchmarks.start;

import io.stepgraph.benchmarks.start.GreetingAgentGraph.Outcome;
import io.stepgraph.engine.Runner;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;

final class MemoryProgram {
    private MemoryProgram() {}

    public static void main(String[] arguments) {
        run(new MemoryStore());
    }

    static void run(Store opened) {
        try (Store store = opened;
                Runner runner = Runner.builder(store).build()) {
            Outcome outcome =
                    GreetingAgentGraph.of(new GreetingAgent()).on(runner).run("run-1", Greeting.of("world"));
            if (outcome instanceof Outcome.Completed) {
                System.out.println(EmptyProgram.DONE);
            }
        }
    }
}
