package io.stepgraph.internal.lease;

import io.stepgraph.store.Owner;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The names of this process's runners as owners, and the proof that an owner is dead (R4). Only the present boot of
 * this machine gives proof: a runner of this process that was closed, or a process that {@link ProcessLiveness} does
 * not find.
 *
 * <p>Without a proof the owner counts as alive, and the runtime waits for its lease: a process that is stopped, on
 * another machine, in another container, or of another boot. The boot is part of the identity because nothing else
 * names a machine for certain: clones and images share the host name, the machine's id and network addresses, and two
 * of them may run at once. Machines that are restored from one image of a machine's memory share the boot as well. They
 * must not share a store.
 */
public final class OwnerIdentity {
    /**
     * Identifies this copy of the library: a web server may load the library twice, and one copy does not know the
     * runners of the other.
     */
    private static final String COPY =
            Long.toHexString(System.nanoTime()) + Long.toHexString(System.identityHashCode(OwnerIdentity.class));

    private static final AtomicLong RUNNERS = new AtomicLong();

    /** The runners of this process that are open. */
    private static final Set<String> OPEN = ConcurrentHashMap.newKeySet();

    private static final ProcessLiveness THIS_PROCESS = ProcessLiveness.ofThisProcess();

    private OwnerIdentity() {}

    /** The name of a new runner in this process. */
    public static Owner ofNewRunner() {
        return new Owner(
                THIS_PROCESS.machine(),
                THIS_PROCESS.boot(),
                THIS_PROCESS.pid(),
                THIS_PROCESS.start(),
                COPY + "." + RUNNERS.incrementAndGet());
    }

    public static void opened(Owner owner) {
        OPEN.add(owner.runner());
    }

    public static void closed(Owner owner) {
        OPEN.remove(owner.runner());
    }

    /** Whether an owner is proven dead. */
    public static boolean isDead(Owner owner) {
        if (THIS_PROCESS.isSelf(owner)) {
            return owner.runner().startsWith(COPY + ".") && !OPEN.contains(owner.runner());
        }
        return THIS_PROCESS.isDead(owner);
    }
}
