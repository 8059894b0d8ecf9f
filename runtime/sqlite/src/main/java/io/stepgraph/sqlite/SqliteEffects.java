package io.stepgraph.sqlite;

import io.stepgraph.jdbc.Database.Work;
import io.stepgraph.jdbc.EffectReader;
import io.stepgraph.jdbc.Effects;
import io.stepgraph.jdbc.NamedStatement;
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
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
            if (start.isKeyed()) {
                check(tx, lease);
                if (holdsKey(tx, lease, start)) {
                    beginIfHeld(tx, lease, start);
                }
                here(tx, SqliteSql.COPY_TO_KEY, lease, start)
                        .set("ordinal", start.id().ordinal())
                        .update();
            } else {
                Long begunAt = beginIfHeld(tx, lease, start);
                if (begunAt == null) {
                    check(tx, lease);
                } else if (!start.isAgain()) {
                    return start.begun(lease.fencingToken(), Instant.ofEpochMilli(begunAt));
                }
            }
            return tx.sql(SqliteSql.FIND_EFFECT)
                    .set("run", lease.runNumber())
                    .set(start.id())
                    .first(row -> EffectReader.read(lease.key(), row, tx.clock()));
        };
        return Objects.requireNonNull(
                start.isRepeatable() ? session.writeUnsynced(lease.key(), begin) : session.write(lease.key(), begin));
    }

    /** When the call began; null if the effect was begun before, or the lease is lost. */
    private static @Nullable Long beginIfHeld(Tx tx, Lease lease, EffectStart start) throws SQLException {
        return tx.sql(SqliteSql.BEGIN_EFFECT).set(lease).set(start).first(row -> row.getLong("begun_at"));
    }

    /** Whether this place holds its business key now. Otherwise it has a copy of what the holder has recorded. */
    private static boolean holdsKey(Tx tx, Lease lease, EffectStart start) throws SQLException {
        here(tx, SqliteSql.HOLD_KEY, lease, start)
                .set("call_timeout", start.callTimeout())
                .set("request", start.request())
                .update();
        KeyHolder holder = Objects.requireNonNull(keyed(tx.sql(SqliteSql.FIND_KEY), lease.key(), start.id())
                .first(row -> EffectReader.holder(lease.key(), start.id(), row, tx.clock())));
        if (holder.isAt(lease.runNumber(), start.id())) {
            return true;
        }
        here(tx, SqliteSql.COPY_FROM_KEY, lease, start)
                .set("ordinal", start.id().ordinal())
                .set("step", start.step())
                .set("effect_key", start.key())
                .set("parks_in_doubt", start.parksInDoubt())
                .set("result_schema", start.resultSchema())
                .update();
        if (!start.isAgain() || !holder.canMove()) {
            return false;
        }
        here(tx, SqliteSql.MOVE_KEY, lease, start).update();
        return true;
    }

    private static NamedStatement here(Tx tx, String statement, Lease lease, EffectStart start) throws SQLException {
        return keyed(tx.sql(statement), lease.key(), start.id())
                .set("run", lease.runNumber())
                .set("effect_visit", start.id().visit());
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
