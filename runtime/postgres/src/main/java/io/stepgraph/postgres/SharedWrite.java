package io.stepgraph.postgres;

import io.stepgraph.jdbc.CommitQueue;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.Lease;
import io.stepgraph.store.RunKey;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A write of an owner that can share a transaction with those of others. It is written or not for itself. */
abstract class SharedWrite extends CommitQueue.Member {
    private final Lease lease;
    private final List<EffectEnd> ends;
    private Fate fate = Fate.TO_BE_SENT_ALONE;
    private @Nullable RuntimeException trouble;

    private enum Fate {
        WRITTEN,
        NOT_WRITTEN,
        TO_BE_SENT_ALONE
    }

    /**
     * A write under a lease.
     *
     * @param ends the ends of effects, which are written first
     */
    SharedWrite(Lease lease, List<EffectEnd> ends) {
        this.lease = lease;
        this.ends = ends;
    }

    final Lease lease() {
        return lease;
    }

    final RunKey key() {
        return lease.key();
    }

    final List<EffectEnd> ends() {
        return ends;
    }

    /** The bytes of its documents, without those of its ends. */
    abstract long size();

    /** The bytes of a document. */
    static long size(@Nullable Json document) {
        return document == null ? 0 : document.size();
    }

    /** Whether it is more than one statement. */
    abstract boolean isTransaction();

    /** Whether there is a statement that makes many writes of its kind. */
    boolean canShare() {
        return true;
    }

    /** Whether it has to survive a power cut. */
    boolean isSynced() {
        return true;
    }

    /** Writes it without others; false if it was not written. */
    abstract boolean write(Tx tx) throws SQLException;

    /** Records whether it was written, and returns that. */
    final boolean mark(boolean written) {
        fate = written ? Fate.WRITTEN : Fate.NOT_WRITTEN;
        return written;
    }

    final void hasFailed(RuntimeException failed) {
        trouble = failed;
    }

    /** Whether it is still to be written, by its own thread. */
    final boolean isOpen() {
        if (trouble != null) {
            throw trouble;
        }
        return fate == Fate.TO_BE_SENT_ALONE;
    }

    final boolean isWritten() {
        return fate == Fate.WRITTEN;
    }
}
