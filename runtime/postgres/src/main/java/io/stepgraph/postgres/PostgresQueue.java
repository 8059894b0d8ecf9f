package io.stepgraph.postgres;

import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.RowReader;
import io.stepgraph.store.ClaimRequest;
import io.stepgraph.store.ClaimedRun;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.Owner;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** The queue: workers that claim at the same time never wait for each other. */
final class PostgresQueue implements RunQueue {
    private final PostgresSession session;
    private final PostgresStarts starts;
    private final Hints hints;

    PostgresQueue(PostgresSession session, PostgresStarts starts, Hints hints) {
        this.session = session;
        this.starts = starts;
        this.hints = hints;
    }

    @Override
    public boolean enqueue(NewRun run, QueueRequest request) {
        boolean isStored = starts.enqueue(run, request);
        hints.claimable(run.key());
        return isStored;
    }

    @Override
    public boolean fork(NewRun run, long source) {
        boolean isStored = starts.fork(run, source);
        hints.claimable(run.key());
        return isStored;
    }

    @Override
    public List<ClaimedRun> claim(ClaimRequest request) {
        Set<String> dead = request.deadRunners();
        List<ClaimedRun> claimed = new ArrayList<>();
        session.call("The queue of graph '" + request.graph() + "'", sql -> {
            NamedStatement statement = sql.of(PostgresSql.SHARE + PostgresSql.CLAIM)
                    .set("graph", request.graph())
                    .set("steps", "text", array(request.steps()))
                    .set("everywhere", request.namespaces().isEmpty())
                    .set("namespaces", "text", array(request.namespaces()))
                    .set("modes", "text", array(ClaimRequest.modesUpTo(request.maxMode())))
                    .set("max_crashes", request.maxCrashes())
                    .set("takes_over", dead != null)
                    .set("dead", "text", array(dead == null ? Set.of() : dead))
                    .set("refused", "text", array(request.refusals()))
                    .set("length", request.length())
                    .set("limit", request.limit());
            statement.executeAll(List.of(settings -> true, row -> claimed.add(RowReader.claimed(row))));
            return true;
        });
        return claimed;
    }

    @Override
    public void unclaim(List<RunKey> claimed) {
        session.call(
                "The store",
                sql -> sql.of(PostgresSql.UNCLAIM)
                        .set(
                                "namespaces",
                                "text",
                                array(claimed.stream().map(RunKey::namespace).toList()))
                        .set(
                                "ids",
                                "text",
                                array(claimed.stream().map(RunKey::id).toList()))
                        .update());
        claimed.forEach(hints::claimable);
    }

    private static String[] array(Collection<String> texts) {
        return texts.toArray(String[]::new);
    }

    @Override
    public List<Owner> owners() {
        return session.call("The store", sql -> sql.of(PostgresSql.OWNERS).all(RowReader::owner));
    }

    @Override
    public void forgiveCrashes(Owner owner, int crashes) {
        session.call(
                "The store",
                sql -> sql.of(PostgresSql.FORGIVE_CRASHES)
                        .set("runner", owner.runner())
                        .set("crashes", crashes)
                        .update());
    }
}
