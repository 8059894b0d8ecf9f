package io.stepgraph.samples.events;

/** The machine of the generated graph. */
final class GeneratedMachineTest extends MachineContract {
    @Override
    Driven start(int maxCalls) {
        return Driven.generated(maxCalls);
    }
}
