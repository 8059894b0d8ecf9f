package io.stepgraph.samples.events;

/** The machine without Stepgraph. */
final class HandWrittenMachineTest extends MachineContract {
    @Override
    Driven start(int maxCalls) {
        return Driven.handWritten(maxCalls);
    }
}
