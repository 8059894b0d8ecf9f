package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.store.Owner;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Proves owners dead (R4). Proof is only what this very boot of this machine shows: a runner of this process that was closed,
 * or a process number that is free or belongs to a later process.
 *
 * <p>Without a proof an owner lives, and its lease is waited for: a process that is stopped, on another machine, in another
 * container, or of another boot. The last, because nothing else names a machine for certain: clones and images share the host
 * name, the machine's id and network addresses, and two of them may be up at once. Whoever restores a machine several times
 * from one image of its memory gives all of them one boot as well; they must not share a store.
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
        return isDead(owner, OwnerIdentity.processes());
    }

    static boolean isDead(Owner owner, MachineProcesses here) {
        return !here.boot().isEmpty()
                && owner.boot().equals(here.boot())
                && owner.machine().equals(here.machine())
                && here.isGone(owner.pid(), owner.processStart());
    }
}
