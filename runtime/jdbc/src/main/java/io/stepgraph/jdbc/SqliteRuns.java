package io.stepgraph.jdbc;

import io.stepgraph.runtime.store.Control;
import io.stepgraph.runtime.store.Lease;
import io.stepgraph.runtime.store.NewRun;
import io.stepgraph.runtime.store.Owner;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import org.jspecify.annotations.Nullable;

/** Starts, acquires, releases, controls and deletes runs. */
final class SqliteRuns {
    private final SqliteSession session;
    private final StoreClock clock;

    SqliteRuns(SqliteSession session, StoreClock clock) {
        this.session = session;
        this.clock = clock;
    }

    @Nullable RunRecord start(NewRun run, Owner owner) {
        return session.transaction(run.key(), () -> {
            long now = clock.now();
            int inserted = session.sql(SqliteSql.INSERT_RUN)
                    .set(run.key())
                    .set("graph", run.graph())
                    .set("fingerprint", run.fingerprint())
                    .set("mode", run.mode().name())
                    .set(owner)
                    .set(run.checkpoint())
                    .set("state", run.checkpoint().state())
                    .set("now", now)
                    .set(
                            "deadline",
                            run.timeLimit() == null
                                    ? null
                                    : (Long) (now + run.timeLimit().toMillis()))
                    .update();
            if (inserted == 0) {
                return null;
            }
            session.sql(SqliteSql.INSERT_START).set("start", run.start()).update();
            return session.read(run.key());
        });
    }

    @Nullable RunRecord find(RunKey key) {
        return session.call(key, () -> session.read(key));
    }

    @Nullable RunRecord acquire(RunRecord seen, Owner owner) {
        seen.checkAcquirable();
        return session.transaction(seen.key(), () -> {
            int acquired = session.sql(SqliteSql.ACQUIRE)
                    .set("run", seen.incarnation())
                    .set("token", seen.token())
                    .set("revision", seen.revision())
                    .set("status", seen.status().name())
                    .set(owner)
                    .update();
            return acquired == 0 ? null : session.read(seen.key());
        });
    }

    void release(Lease lease) {
        session.call(
                lease.key(),
                () -> session.sql(SqliteSql.RELEASE)
                        .set("run", lease.incarnation())
                        .set("token", lease.token())
                        .set("now", clock.now())
                        .update());
    }

    RunRecord control(RunKey key, Control control) {
        RunRecord run = session.transaction(key, () -> {
            if (control instanceof Control.SetMode set) {
                session.sql(SqliteSql.SET_MODE)
                        .set(key)
                        .set("mode", set.mode().name())
                        .set("by", set.by())
                        .update();
            } else {
                session.sql(SqliteSql.CANCEL)
                        .set(key)
                        .set("by", control.by())
                        .set("now", clock.now())
                        .update();
            }
            return session.read(key);
        });
        if (run == null) {
            throw key.notFound();
        }
        return run;
    }

    boolean delete(RunKey key) {
        return Boolean.TRUE.equals(
                session.call(key, () -> session.sql(SqliteSql.DELETE).set(key).update() == 1));
    }
}
