package io.stepgraph.postgres;

import io.stepgraph.store.RunKey;

/**
 * Hints in a transaction of the program: the server sends them once that is committed, and none if it is rolled back.
 */
record HintsWithCommit(PostgresSession session, String channel) implements Hints {

    @Override
    public void changed(RunKey run) {
        session.call(
                run,
                tx -> tx.sql(PostgresSql.NOTIFY_WITH_COMMIT)
                        .set("channel", channel)
                        .set("payload", NotifyChannel.text(run))
                        .any());
    }

    @Override
    public void claimable(RunKey run) {
        changed(run);
    }
}
