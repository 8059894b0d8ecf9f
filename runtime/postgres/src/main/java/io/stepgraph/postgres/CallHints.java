package io.stepgraph.postgres;

import io.stepgraph.store.NewCall;
import io.stepgraph.store.NewChild;
import io.stepgraph.store.RunKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hints about calls: that workers can claim the runs that were called, and the caller once these have ended (C3). */
record CallHints(PostgresSession session, Hints hints) {
    private static final Logger log = LoggerFactory.getLogger(CallHints.class);

    /** Runs were called: one hint for each graph. */
    void called(RunKey caller, NewCall call) {
        Set<String> graphs = new HashSet<>();
        for (NewChild child : call.children()) {
            if (graphs.add(child.graph())) {
                hints.claimable(new RunKey(caller.namespace(), child.id()));
            }
        }
    }

    /**
     * A run has ended.
     *
     * @param caller the number of the run that has called it; 0 if none has
     */
    void ended(RunKey run, long caller) {
        if (caller == 0) {
            return;
        }
        try {
            String id = session.call(
                    run,
                    tx -> tx.sql(PostgresSql.JOINED_CALLER)
                            .set(run, caller)
                            // In a transaction of the program, the end is counted when that is committed.
                            .set("is_open", session.isJoined())
                            .first(row -> row.getString("id")));
            if (id != null) {
                hints.claimable(new RunKey(run.namespace(), id));
            }
        } catch (RuntimeException failed) {
            // The end is stored, and workers poll.
            log.debug("The hint for the caller of run {} was not sent", run, failed);
        }
    }

    void changed(List<RunKey> runs) {
        hints.changed(runs);
    }

    void claimable(RunKey run) {
        hints.claimable(run);
    }
}
