package io.stepgraph.postgres;

import io.stepgraph.store.RunKey;
import java.util.List;

/**
 * Hints in a transaction of the program: the server sends them once that is committed, and none if it is rolled back.
 */
record HintsWithCommit(PostgresSession session, String channel) implements Hints {

    @Override
    public void changed(RunKey run) {
        changed(List.of(run));
    }

    @Override
    public void changed(List<RunKey> runs) {
        if (!runs.isEmpty()) {
            session.call(
                    runs.get(0),
                    tx -> tx.sql(PostgresSql.NOTIFY_WITH_COMMIT)
                            .set("channel", channel)
                            .set(
                                    "payloads",
                                    "text",
                                    runs.stream().map(NotifyChannel::text).toArray(String[]::new))
                            .any());
        }
    }

    @Override
    public void claimable(RunKey run) {
        changed(run);
    }
}
