package io.stepgraph.sqlite;

import io.stepgraph.engine.store.EffectEnd;
import io.stepgraph.engine.store.EffectId;
import io.stepgraph.engine.store.EffectLedger;
import io.stepgraph.engine.store.EffectRecord;
import io.stepgraph.engine.store.EffectResolution;
import io.stepgraph.engine.store.EffectStart;
import io.stepgraph.engine.store.Lease;
import io.stepgraph.engine.store.RunKey;
import io.stepgraph.engine.store.RunRecord;
import io.stepgraph.engine.store.RunSummary;
import io.stepgraph.engine.store.Status;
import io.stepgraph.jdbc.EffectReader;
import io.stepgraph.jdbc.NamedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The ledger: the effects of runs (E3). Started effects of a run that stops become doubtful by a trigger. */
final class SqliteEffects implements EffectLedger {
    private final SqliteSession session;

    SqliteEffects(SqliteSession session) {
        this.session = session;
    }

    @Override
    public EffectRecord begin(Lease lease, EffectStart start) {
        return Objects.requireNonNull(session.write(lease.key(), () -> {
            long now = session.now();
            check(lease, now);
            write(lease.runNumber(), start.earlier());
            at(session.sql(SqliteSql.BEGIN_EFFECT), lease.runNumber(), start.id())
                    .set("step", start.step())
                    .set("fencing_token", lease.fencingToken())
                    .set("attempt", start.attempt())
                    .set("effect_key", start.key())
                    .set("parks_in_doubt", start.parksInDoubt())
                    .set("now", now)
                    .set("call_timeout", start.callTimeout())
                    .set("request", start.request())
                    .set("result_schema", start.resultSchema())
                    .set("again", start.isAgain())
                    .update();
            return find(lease.key(), lease.runNumber(), start.id(), now);
        }));
    }

    @Override
    public void end(Lease lease, List<EffectEnd> ends) {
        session.write(lease.key(), () -> {
            check(lease, session.now());
            write(lease.runNumber(), ends);
            return null;
        });
    }

    /** Writes the ends of effects unless the lease is lost; to be used within a task. */
    void writeIfHeld(Lease lease, List<EffectEnd> ends) throws SQLException {
        if (isHeld(lease, session.now())) {
            write(lease.runNumber(), ends);
        }
    }

    private void write(long runNumber, List<EffectEnd> ends) throws SQLException {
        for (EffectEnd end : ends) {
            at(session.sql(SqliteSql.END_EFFECT), runNumber, end.id())
                    .set("status", end.status().name())
                    .set("result", end.result())
                    .update();
        }
    }

    @Override
    public @Nullable EffectRecord resolve(RunKey key, EffectResolution resolution) {
        return session.write(key, () -> {
            RunSummary run = session.summary(key, session.now());
            if (run == null || run.runNumber() != resolution.runNumber()) {
                throw key.notFound();
            }
            int resolved = at(session.sql(SqliteSql.RESOLVE_EFFECT), run.runNumber(), resolution.id())
                    .set("status", resolution.status().name())
                    .set("result", resolution.result())
                    .set("by", resolution.by())
                    .update();
            EffectRecord effect = find(key, run.runNumber(), resolution.id(), session.now());
            if (effect == null) {
                throw resolution.id().notFound(key);
            }
            if (resolved == 0) {
                return null;
            }
            session.sql(SqliteSql.WAKE_RESOLVED)
                    .set("run", run.runNumber())
                    .set("now", session.now())
                    .update();
            return effect;
        });
    }

    @Override
    public List<EffectRecord> find(RunKey key) {
        return Objects.requireNonNull(session.read(key, () -> {
            long now = session.now();
            return session.sql(SqliteSql.FIND_EFFECTS).set(key).all(row -> EffectReader.read(key, row, now));
        }));
    }

    private @Nullable EffectRecord find(RunKey key, long runNumber, EffectId id, long now) throws SQLException {
        return at(session.sql(SqliteSql.FIND_EFFECT), runNumber, id).first(row -> EffectReader.read(key, row, now));
    }

    private static NamedStatement at(NamedStatement statement, long runNumber, EffectId id) throws SQLException {
        return statement
                .set("run", runNumber)
                .set("effect_visit", id.visit())
                .set("name", id.name())
                .set("item", id.item())
                .set("ordinal", id.ordinal());
    }

    private void check(Lease lease, long now) throws SQLException {
        if (!isHeld(lease, now)) {
            RunRecord found = session.find(lease.key(), now);
            throw lease.lost(found == null ? 0 : found.revision(), found);
        }
    }

    private boolean isHeld(Lease lease, long now) throws SQLException {
        RunSummary run = session.summary(lease.key(), now);
        return run != null
                && run.runNumber() == lease.runNumber()
                && run.fencingToken() == lease.fencingToken()
                && run.status() == Status.RUNNING
                && run.leaseUntil() != null
                && run.leaseUntil().toEpochMilli() > now;
    }
}
