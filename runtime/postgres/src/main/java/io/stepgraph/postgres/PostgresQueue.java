package io.stepgraph.postgres;

import io.stepgraph.jdbc.Database.Subject;
import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.RowReader;
import io.stepgraph.store.ClaimRequest;
import io.stepgraph.store.ClaimedRun;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.Owner;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The queue: workers that claim at the same time never wait for each other. */
final class PostgresQueue implements RunQueue {
    private static final String START = "-infinity";
    private static final long FLOOR_NANOS = Duration.ofSeconds(2).toNanos();

    /**
     * By graph: where claims begin in the index, so that they do not walk over what a foreign snapshot keeps of claimed
     * runs.
     */
    private final Map<String, Floor> floors = new ConcurrentHashMap<>();

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

    /** The smallest {@code wake_at} that a claim has seen, and since when no claim has looked for a smaller one. */
    private record Floor(String wakeAt, long since) {}

    @Override
    public List<ClaimedRun> claim(ClaimRequest request) {
        if (request.root() != null) {
            return claimOfFamily(request);
        }
        List<ClaimedRun> claimed = new ArrayList<>();
        Floor floor = floors.get(request.graph());
        if (floor != null && System.nanoTime() - floor.since < FLOOR_NANOS) {
            claim(request, request.limit(), floor, claimed);
        }
        if (claimed.size() < request.limit()) {
            // What was committed late, or by a clock that was set back, is below the floor.
            claim(request, request.limit() - claimed.size(), new Floor(START, System.nanoTime()), claimed);
        }
        return claimed;
    }

    private List<ClaimedRun> claimOfFamily(ClaimRequest request) {
        return session.call(
                Subject.of("The queue of graph '" + request.graph() + "'"),
                tx -> tx.sql(PostgresSql.CLAIM_OF_FAMILY)
                        .set(request)
                        .set("root", request.root())
                        .set("limit", request.limit())
                        .all(RowReader::claimed));
    }

    private void claim(ClaimRequest request, int limit, Floor floor, List<ClaimedRun> claimed) {
        session.call(Subject.of("The queue of graph '" + request.graph() + "'"), tx -> {
            NamedStatement statement = tx.sql(PostgresSql.SHARE + PostgresSql.CLAIM)
                    .set(request)
                    .set("floor", floor.wakeAt)
                    .set("limit", limit);
            statement.executeAll(List.of(settings -> true, row -> {
                floors.put(request.graph(), new Floor(row.getString("floor"), floor.since));
                return claimed.add(RowReader.claimed(row));
            }));
            return true;
        });
    }

    @Override
    public void unclaim(List<RunKey> claimed) {
        session.call(Subject.of("The store"), tx -> {
            NamedStatement unclaim = tx.sql(PostgresSql.UNCLAIM);
            for (RunKey run : claimed) {
                unclaim.set(run).update();
            }
            return true;
        });
        claimed.forEach(hints::claimable);
    }

    @Override
    public List<Owner> owners() {
        return session.call(
                Subject.of("The store"), tx -> tx.sql(PostgresSql.OWNERS).all(RowReader::owner));
    }

    @Override
    public void forgiveCrashes(Owner owner, int crashes) {
        session.call(
                Subject.of("The store"),
                tx -> tx.sql(PostgresSql.FORGIVE_CRASHES)
                        .set("runner", owner.runner())
                        .set("crashes", crashes)
                        .update());
    }
}
