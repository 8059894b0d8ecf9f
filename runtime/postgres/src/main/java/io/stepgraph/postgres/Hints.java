package io.stepgraph.postgres;

import io.stepgraph.store.RunKey;
import java.util.List;

/** Notifies the stores of the schema, in each process, that runs have changed (V4). */
interface Hints {

    /** Something of a run was stored. */
    void changed(RunKey run);

    /** Something of these runs was stored. */
    default void changed(List<RunKey> runs) {
        runs.forEach(this::changed);
    }

    /** A worker can claim the run now. */
    void claimable(RunKey run);
}
