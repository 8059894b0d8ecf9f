package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.store.Owner;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Proves owners dead (R4). Without a proof an owner lives: a process that is stopped, on another machine, or in another
 * container is not dead.
 */
final class DeadOwners {
    /** The runners of this process that are open, for all of them to see. */
    private static final Set<String> OPEN = ConcurrentHashMap.newKeySet();

    private DeadOwners() {}

    static void opened(Owner owner) {
        OPEN.add(owner.runner());
    }

    static void closed(Owner owner) {
        OPEN.remove(owner.runner());
    }

    static boolean isDead(Owner owner) {
        if (OwnerIdentity.isThisProcess(owner)) {
            return OwnerIdentity.isOurs(owner) && !OPEN.contains(owner.runner());
        }
        MachineProcesses here = OwnerIdentity.processes();
        if (!owner.machine().equals(here.machine())) {
            return false;
        }
        if (!owner.boot().equals(here.boot())) {
            return here.isKnownAcrossBoots();
        }
        return here.isGone(owner.pid(), owner.processStart());
    }
}
