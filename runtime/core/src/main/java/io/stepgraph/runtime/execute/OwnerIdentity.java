package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.store.Owner;
import java.util.concurrent.atomic.AtomicLong;

/** Who this process is to others that read its name in a store (R4). Read when the first run is executed. */
final class OwnerIdentity {
    /**
     * Told apart by more than the process: a web server may have loaded this library twice, and one copy knows nothing of the
     * runners of the other.
     */
    private static final String COPY =
            Long.toHexString(System.nanoTime()) + Long.toHexString(System.identityHashCode(OwnerIdentity.class));

    private static final AtomicLong RUNNERS = new AtomicLong();
    private static final MachineProcesses PROCESSES = MachineProcesses.ofThisMachine();

    private OwnerIdentity() {}

    /** The name of a new runner in this process. */
    static Owner ofNewRunner() {
        return new Owner(
                PROCESSES.machine(),
                PROCESSES.boot(),
                PROCESSES.pid(),
                PROCESSES.start(),
                COPY + "." + RUNNERS.incrementAndGet());
    }

    /** Whether an owner is in this process and of this copy of the library. */
    static boolean isOurs(Owner owner) {
        return isThisProcess(owner) && owner.runner().startsWith(COPY + ".");
    }

    static boolean isThisProcess(Owner owner) {
        return owner.machine().equals(PROCESSES.machine())
                && owner.boot().equals(PROCESSES.boot())
                && owner.pid() == PROCESSES.pid()
                && owner.processStart() == PROCESSES.start();
    }

    static MachineProcesses processes() {
        return PROCESSES;
    }
}
