package io.stepgraph.benchmarks.start;

import io.stepgraph.benchmarks.start.GreetingAgentGraph.Outcome;

final class MachineProgram {
    private MachineProgram() {}

    public static void main(String[] arguments) {
        Outcome outcome = GreetingAgentGraph.of(new GreetingAgent()).machine().start(Greeting.of("world"));
        if (outcome instanceof Outcome.Completed) {
            System.out.println(EmptyProgram.DONE);
        }
    }
}
