package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.RunNotFound;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import org.jspecify.annotations.Nullable;

/** Finds the runs of one graph; those of another one, or of another thread, are refused. */
final class Lookup {
    private final Shield store;
    private final StoredPositions<?, ?> positions;

    Lookup(Shield store, StoredPositions<?, ?> positions) {
        this.store = store;
        this.positions = positions;
    }

    /** A run; null if there is none. */
    @Nullable RunRecord find(RunKey key) {
        RunRecord found = store.find(key);
        if (found != null) {
            check(found);
        }
        return found;
    }

    /** A run that has to be there. */
    RunRecord existing(RunKey key) {
        RunRecord found = find(key);
        if (found == null) {
            throw key.notFound();
        }
        return found;
    }

    /** A run that a call has seen or started before. If it is gone it is not started anew, since it may have been done. */
    RunRecord awaited(RunKey key) {
        RunRecord found = find(key);
        if (found == null) {
            throw new RunNotFound(
                    "Run '" + key + "' in scope '" + key.scope() + "' has ended or was deleted while this call"
                            + " waited for it, and nothing of it is kept. Run it again to start another one.");
        }
        return found;
    }

    /** Says no to a run of another graph, or of another thread. */
    void check(RunRecord found) {
        positions.checkGraph(found);
    }
}
