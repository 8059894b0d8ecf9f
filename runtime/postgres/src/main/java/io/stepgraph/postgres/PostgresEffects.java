package io.stepgraph.postgres;

import io.stepgraph.jdbc.EffectReader;
import io.stepgraph.jdbc.Effects;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.KeyHolder;
import io.stepgraph.store.Lease;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredRun;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ledger: the effects of runs (E3). Whether the lease is good is part of each statement, never asked before it
 * (L1).
 */
final class PostgresEffects extends Effects {
    private final PostgresSession session;
    private final SharedWrites writes;
    private final Hints hints;

    PostgresEffects(PostgresSession session, SharedWrites writes, Hints hints) {
        super(session, PostgresSql.EFFECTS);
        this.session = session;
        this.writes = writes;
        this.hints = hints;
    }

    @Override
    public EffectRecord begin(Lease lease, EffectStart start) {
        EffectRecord begun;
        if (start.isKeyed() || start.isAgain()) {
            begun = session.write(lease.key(), tx -> {
                EffectEndWrite.write(tx, lease, start.earlier());
                return start.isKeyed() ? beginKeyed(tx, lease, start) : begin(tx, lease, start);
            });
        } else {
            EffectBeginWrite first = new EffectBeginWrite(lease, start);
            writes.write(first);
            begun = first.begun();
        }
        if (begun == null) {
            throw lost(lease);
        }
        return begun;
    }

    @Override
    protected @Nullable EffectRecord begin(Tx tx, Lease lease, EffectStart start) throws SQLException {
        return EffectBeginWrite.write(tx, lease, start);
    }

    @Override
    protected @Nullable KeyHolder hold(Tx tx, Lease lease, EffectStart start) throws SQLException {
        return here(tx.sql(PostgresSql.HOLD_KEY), lease, start)
                .set("fencing_token", lease.fencingToken())
                .set("call_timeout", start.callTimeout())
                .set("request", start.request())
                .first(row -> EffectReader.holder(lease.key(), start.id(), row, tx.clock()));
    }

    @Override
    public void end(Lease lease, List<EffectEnd> ends) {
        if (!writes.write(new EffectEndWrite(lease, ends))) {
            throw lost(lease);
        }
    }

    @Override
    public @Nullable EffectRecord resolve(RunKey key, EffectResolution resolution) {
        EffectRecord resolved = super.resolve(key, resolution);
        hints.claimable(key);
        return resolved;
    }

    @Override
    protected void lock(Tx tx, RunKey key, EffectResolution resolution) throws SQLException {
        keyed(tx.sql(PostgresSql.LOCK_DECIDED), key, resolution.id())
                .set("run", resolution.runNumber())
                .any();
        keyed(tx.sql(PostgresSql.LOCK_KEY), key, resolution.id()).any();
    }

    private StepgraphException lost(Lease lease) {
        StoredRun now = session.call(lease.key(), tx -> tx.find(lease.key()));
        return lease.lost(now == null ? 0 : now.revision(), now);
    }
}
