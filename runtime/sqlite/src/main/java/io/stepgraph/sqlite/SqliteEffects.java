package io.stepgraph.sqlite;

import io.stepgraph.jdbc.Database.Work;
import io.stepgraph.jdbc.EffectReader;
import io.stepgraph.jdbc.Effects;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.KeyHolder;
import io.stepgraph.store.Lease;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StoredRun;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;

/** The ledger: the effects of runs (E3). Started effects of a run that stops become doubtful by a trigger. */
final class SqliteEffects extends Effects {
    private final SqliteSession session;

    SqliteEffects(SqliteSession session) {
        super(session, SqliteSql.EFFECTS);
        this.session = session;
    }

    @Override
    public EffectRecord begin(Lease lease, EffectStart start) {
        Work<EffectRecord> begin = tx -> {
            SqliteCommits.writeEnds(tx, lease, start.earlier());
            return start.isKeyed() ? beginKeyed(tx, lease, start) : begin(tx, lease, start);
        };
        return Objects.requireNonNull(
                start.isRepeatable() ? session.writeUnsynced(lease.key(), begin) : session.write(lease.key(), begin));
    }

    @Override
    protected EffectRecord begin(Tx tx, Lease lease, EffectStart start) throws SQLException {
        if (tx.sql(SqliteSql.BEGIN_EFFECT).set(lease).set(start).update() == 0) {
            check(tx, lease);
        } else if (!start.isAgain()) {
            return start.begun(lease.fencingToken(), ((SqliteTx) tx).moment());
        }
        return Objects.requireNonNull(tx.sql(SqliteSql.FIND_EFFECT)
                .set("run", lease.runNumber())
                .set(start.id())
                .first(row -> EffectReader.read(lease.key(), row, tx.clock())));
    }

    @Override
    protected KeyHolder hold(Tx tx, Lease lease, EffectStart start) throws SQLException {
        check(tx, lease);
        here(tx.sql(SqliteSql.HOLD_KEY), lease, start)
                .set("call_timeout", start.callTimeout())
                .set("request", start.request())
                .update();
        return Objects.requireNonNull(keyed(tx.sql(SqliteSql.FIND_KEY), lease.key(), start.id())
                .first(row -> EffectReader.holder(lease.key(), start.id(), row, tx.clock())));
    }

    @Override
    public void end(Lease lease, List<EffectEnd> ends) {
        session.writeInStep(lease.key(), tx -> {
            if (SqliteCommits.writeEnds(tx, lease, ends) < ends.size()) {
                check(tx, lease);
            }
            return null;
        });
    }

    /** The transaction has the only write lock. */
    @Override
    protected void lock(Tx tx, RunKey key, EffectResolution resolution) {}

    private static void check(Tx tx, Lease lease) throws SQLException {
        RunHeader run = tx.summary(lease.key());
        boolean isHeld = run != null
                && run.runNumber() == lease.runNumber()
                && run.fencingToken() == lease.fencingToken()
                && run.status() == Status.RUNNING
                && !run.isLeaseOver();
        if (!isHeld) {
            StoredRun found = tx.find(lease.key());
            throw lease.lost(found == null ? 0 : found.revision(), found);
        }
    }
}
