package io.stepgraph.postgres;

import io.stepgraph.jdbc.JsonArrays;
import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.Commit;
import io.stepgraph.store.Lease;
import io.stepgraph.store.MessageWrite;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commit of a step after which its run continues. */
final class StepWrite extends SharedWrite {
    private final Commit commit;
    private final @Nullable MessageWrite messages;

    StepWrite(Lease lease, Commit commit) {
        super(lease, commit.effects());
        this.commit = commit;
        this.messages = commit.result().messages();
    }

    @Override
    long size() {
        long size = size(commit.result().state())
                + size(commit.result().checkpoint().input());
        for (Json event : commit.result().events()) {
            size += event.size();
        }
        return size;
    }

    @Override
    boolean isTransaction() {
        return ends().size() > 1;
    }

    @Override
    boolean canShare() {
        return messages == null;
    }

    /** Ends of effects that are written without the commit are right, too. */
    @Override
    boolean write(Tx tx) throws SQLException {
        boolean isWithEffect = ends().size() == 1;
        String commitStep = isWithEffect ? PostgresSql.COMMIT_STEP_WITH_EFFECT : PostgresSql.COMMIT_STEP;
        NamedStatement step = PostgresMessages.sql(tx, commitStep, messages)
                .set(lease(), commit)
                .set("lease", lease().length());
        if (isWithEffect) {
            EffectEndWrite.set(step, ends().get(0));
        } else {
            EffectEndWrite.write(tx, lease(), ends());
        }
        return step.any();
    }

    static void set(NamedStatement statement, List<StepWrite> writes) throws SQLException {
        new ArrayParameters<>(statement, writes)
                .numbers("runs", write -> write.lease().runNumber())
                .texts("namespaces", write -> write.key().namespace())
                .numbers("tokens", write -> write.lease().fencingToken())
                .numbers("leases", write -> write.lease().length().toMillis())
                .numbers("revisions", write -> write.commit.revision())
                .numbers("command_versions", write -> write.commit.commandVersion())
                .texts("fingerprints", write -> write.commit.fingerprint())
                .texts("names", write -> write.checkpoint().step())
                .numbers("visits", write -> write.checkpoint().visit())
                .numbers("attempts", write -> write.checkpoint().attempt())
                .numbers("crashes", write -> write.checkpoint().crashes())
                .numbers("budgets", write -> write.checkpoint().budgetStartVisit())
                .documents("rule_state", write -> write.checkpoint().ruleState())
                .documents("inputs", write -> write.checkpoint().input())
                .documents("states", write -> write.commit.result().state())
                .numbers("counts", write -> write.commit.result().events().size())
                .documents(
                        "events", write -> JsonArrays.of(write.commit.result().events()));
    }

    private StepEntry checkpoint() {
        return commit.result().checkpoint();
    }
}
