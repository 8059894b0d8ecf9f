package io.stepgraph.jdbc;

import io.stepgraph.jdbc.Database.Subject;
import io.stepgraph.store.CallProgress;
import io.stepgraph.store.CallStore;
import io.stepgraph.store.ChildEnd;
import io.stepgraph.store.FamilyMember;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.util.List;
import java.util.Objects;

/** What called runs have left and where they stand, for both stores (C4, C6). */
public final class CallReader implements CallStore {
    private static final String OF_CALL = " from stepgraph.runs r where r.parent = :caller and r.call_visit = :visit ";

    private static final String DESCENDANTS = """
            with recursive family (run_number) as (
                select run_number from stepgraph.runs where parent = :run
                 union all
                select c.run_number from family f join stepgraph.runs c on c.parent = f.run_number
            )
            """;

    private static final String ENDS = "select r.namespace, r.id, r.status, r.call_place, r.reason_kind, r.reason"
            + OF_CALL + "and r.ended_at is not null order by r.call_place";

    private static final String COUNT = """
            select p.namespace, p.id, c.open,
                   (select count(*) from stepgraph.runs r where r.parent = :caller and r.call_visit = :visit) as size,
                   (select count(r.ended_at) from stepgraph.runs r where r.parent = :caller and r.call_visit = :visit) as ended
              from stepgraph.runs p
              left join stepgraph.calls c on c.run = p.run_number and c.visit = :visit
             where p.run_number = :caller
            """;

    private static final String CALLERS = """
            with recursive callers (run_number, distance) as (
                select parent, 1 from stepgraph.runs where namespace = :namespace and id = :id
                 union all
                select r.parent, c.distance + 1 from callers c join stepgraph.runs r on r.run_number = c.run_number
            )
            select r.namespace, r.id
              from callers c
             cross join stepgraph.runs r
             where r.run_number = c.run_number
             order by c.distance
            """;

    private final Database database;
    private final String family;
    private final String size;
    private final String waiting;
    private final String all;
    private final String resting;

    /**
     * Creates the reader of one store.
     *
     * @param lists the statements of its lists
     * @param sql the parts that differ between stores
     */
    public CallReader(ListSql lists, Sql sql, Database database) {
        this.database = database;
        this.family = lists.family();
        this.size = "select sum(octet_length(case r.reason_kind when 'failed' then '{\"failure\":' || (" + sql.failure
                + ") || '}' else r.reason end)) as size" + OF_CALL + "and r.ended_at is not null";
        String children = "select " + sql.clock + ", " + RowReader.RUN_WITHOUT_VALUES + OF_CALL;
        String page = " order by r.call_place limit :limit";
        this.all = children + page;
        this.waiting = children + "and r.status in ('WAITING', 'FAILED')" + page;
        this.resting = DESCENDANTS + "select count(case when r.status <> 'WAITING' or (r.reason_kind <> 'parked' and "
                + sql.isDue + ") then 1 end) as busy,"
                + " count(case when r.reason_kind <> 'called' then 1 end) as waiting"
                + " from family f cross join stepgraph.runs r"
                + " where r.run_number = f.run_number and r.ended_at is null";
    }

    /**
     * The parts of statements that differ between stores, of the row {@code r} of a run.
     *
     * @param clock the columns that the {@link RowClock} reads beside the times
     * @param failure the failure of its stop reason, without the trace
     * @param isDue whether a worker may claim it, if it waits
     */
    public record Sql(String clock, String failure, String isDue) {}

    private static Subject subject(long caller) {
        return Subject.of("The call of the run with number " + caller);
    }

    @Override
    public long sizeOfEnds(long caller, long visit) {
        return database.read(
                subject(caller),
                tx -> Objects.requireNonNull(
                        tx.sql(size).set("caller", caller).set("visit", visit).first(row -> row.getLong("size"))));
    }

    @Override
    public List<ChildEnd> ends(long caller, long visit) {
        return database.read(
                subject(caller),
                tx -> tx.sql(ENDS)
                        .set("caller", caller)
                        .set("visit", visit)
                        .all(row -> RowReader.end(row, tx.clock())));
    }

    @Override
    public CallProgress progress(long caller, long visit, boolean all, int limit) {
        Store.checkLimit(limit);
        return database.read(subject(caller), tx -> {
            List<StoredRun> children = tx.sql(all ? this.all : waiting)
                    .set("caller", caller)
                    .set("visit", visit)
                    .set("limit", limit)
                    .all(row -> RowReader.readWithoutValues(row, tx.clock()));
            CallProgress counted = tx.sql(COUNT)
                    .set("caller", caller)
                    .set("visit", visit)
                    .first(row -> RowReader.progress(row, tx.clock(), children));
            return counted == null ? new CallProgress(0, 0, List.of()) : counted;
        });
    }

    @Override
    public boolean isResting(long run) {
        return database.read(
                subject(run),
                tx -> Objects.requireNonNull(tx.sql(resting)
                        .set("run", run)
                        .first(row -> row.getLong("busy") == 0 && row.getLong("waiting") > 0)));
    }

    @Override
    public List<RunKey> callers(RunKey run) {
        return database.read(
                run,
                tx -> tx.sql(CALLERS).set(run).all(row -> new RunKey(row.getString("namespace"), row.getString("id"))));
    }

    @Override
    public List<FamilyMember> family(RunKey run, int limit) {
        Store.checkLimit(limit);
        return database.read(
                run, tx -> tx.sql(family).set(run).set("limit", limit).all(row -> RowReader.member(row, tx.clock())));
    }
}
