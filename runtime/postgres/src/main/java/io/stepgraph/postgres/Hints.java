package io.stepgraph.postgres;

import io.stepgraph.store.RunKey;

/** Notifies the stores of the schema, in each process, that runs have changed (V4). */
interface Hints {

    /** Something of a run was stored. */
    void changed(RunKey run);

    /** A worker can claim the run now. */
    void claimable(RunKey run);
}
