package io.stepgraph.postgres;

import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.Lease;
import java.sql.SQLException;
import java.util.List;

/** The ends of effects. */
final class EffectEndWrite extends SharedWrite {
    EffectEndWrite(Lease lease, List<EffectEnd> ends) {
        super(lease, ends);
    }

    @Override
    long size() {
        return 0;
    }

    @Override
    boolean isTransaction() {
        return ends().size() > 1;
    }

    @Override
    boolean write(Tx tx) throws SQLException {
        return write(tx, lease(), ends());
    }

    /** False if the lease is lost, and then not all were written. */
    static boolean write(Tx tx, Lease lease, List<EffectEnd> ends) throws SQLException {
        for (EffectEnd each : ends) {
            if (!set(tx.sql(PostgresSql.END_EFFECT).set(lease), each).any()) {
                return false;
            }
        }
        return true;
    }

    static NamedStatement set(NamedStatement statement, EffectEnd end) throws SQLException {
        return statement.set(end.id()).set("status", end.status().name()).set("result", end.result());
    }

    /** An end and the write that brings it. */
    record Place(SharedWrite write, EffectEnd end) {
        long size() {
            return SharedWrite.size(end.result());
        }

        /** A commit that comes with it is written for itself. */
        boolean isWritten() {
            return write instanceof EffectEndWrite && write.mark(true);
        }
    }

    static void set(NamedStatement statement, List<Place> ends) throws SQLException {
        new ArrayParameters<>(statement, ends)
                .numbers("end_runs", place -> place.write.lease().runNumber())
                .texts("end_namespaces", place -> place.write.key().namespace())
                .numbers("end_tokens", place -> place.write.lease().fencingToken())
                .numbers("end_visits", place -> place.end.id().visit())
                .texts("end_names", place -> place.end.id().name())
                .texts("end_items", place -> place.end.id().item())
                .numbers("end_ordinals", place -> place.end.id().ordinal())
                .texts("end_statuses", place -> place.end.status().name())
                .documents("end_results", place -> place.end.result());
    }
}
