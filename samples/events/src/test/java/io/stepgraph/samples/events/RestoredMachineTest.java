package io.stepgraph.samples.events;

/** Writing and restoring a machine between two events changes nothing. */
final class RestoredMachineTest extends MachineContract {
    @Override
    Driven start(int maxCalls) {
        return Driven.restored(maxCalls);
    }
}
