package io.stepgraph.jdbc;

import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import io.stepgraph.store.StoreLoad;
import java.util.ArrayList;
import java.util.List;

/**
 * The SQL of lists of runs, for both stores. A list by last change reads one index from the cursor on for each status,
 * and the few running runs; a list by start reads the runs from the cursor on; a list by thread, starter or labels
 * reads those of them.
 */
public final class ListSql {
    /** The largest number of runs that a page looks at for the ones that fit. */
    public static final int SCAN = 10_000;

    /** A list does not read the questions and the outcomes of its runs. */
    private static final String REASON = "case when r.reason_kind in ('parked', 'failed') then r.reason end";

    /** Nobody has called the run. */
    private static final String UNCALLED = " and parent is null";

    private final String wakeAt;
    private final String clock;
    private final String columns;

    /**
     * Creates the statements of one store.
     *
     * @param wakeAt since when a queued run can be claimed, by the wall clock
     * @param clock the columns of a run that the {@link RowClock} reads beside the times
     */
    public ListSql(String wakeAt, String clock) {
        this.wakeAt = wakeAt;
        this.clock = clock;
        this.columns = """
                select r.run_number, r.namespace, r.id, r.graph, r.status, r.step, r.visit, r.attempt, r.thread,
                       r.started_by, r.labels, r.reason_kind, %s as reason, %s,
                       stepgraph.millis(r.started_at) as started_at,
                       stepgraph.millis(coalesce(r.rested_at, r.updated_at)) as changed_at,
                       stepgraph.millis(r.due_at) as due_at
                """.formatted(REASON, clock);
    }

    /** The statement of a look at one run. */
    public String look() {
        return columns + ", r.mode, r.told - r.settled as messages from stepgraph.runs r"
                + " where r.namespace = :namespace and r.id = :id";
    }

    /** Returns the statement of a family: a run and its descendants, each after its caller. */
    public String family() {
        return """
                with recursive family (run_number) as (
                    select run_number from stepgraph.runs where namespace = :namespace and id = :id
                     union all
                    select c.run_number from family f join stepgraph.runs c on c.parent = f.run_number
                )
                """ + columns + """
                , p.id as caller, r.call_place, stepgraph.millis(r.ended_at) as ended_at
                  from family f
                 cross join stepgraph.runs r
                  left join stepgraph.runs p on p.run_number = r.parent
                 where r.run_number = f.run_number
                 order by r.run_number
                 limit :limit
                """;
    }

    /** The statement of a page, one run longer than the page. */
    public String page(RunQuery query) {
        String found = isByNumbers(query)
                ? byNumbers(query)
                : query.order() == RunQuery.Order.CHANGED ? byChange(query) : byStart(query);
        return "with found as (" + found + ")\n" + columns + " from found f join stepgraph.runs r"
                + " on r.run_number = f.run_number order by "
                + (query.order() == RunQuery.Order.CHANGED ? "f.at desc, " : "")
                + "f.run_number desc limit :limit";
    }

    /** Whether a thread, a starter or a label leads to the runs. */
    public static boolean isByNumbers(RunQuery query) {
        return query.thread() != null
                || query.startedBy() != null
                || !query.labels().isEmpty();
    }

    /** Whether a page may have to look at runs that do not fit. */
    public static boolean isScan(RunQuery query) {
        return !isByNumbers(query)
                && query.order() == RunQuery.Order.STARTED
                && (query.statuses().size() < Status.values().length
                        || query.graph() != null
                        || query.from() != null
                        || query.until() != null);
    }

    /** Finds the last of the runs that such a page has looked at, and how many these are. */
    public static String scanned(RunQuery query) {
        return "select min(run_number) as run_number, count(*) as count from (" + scan(query) + ") as s";
    }

    private static String byChange(RunQuery query) {
        List<String> parts = new ArrayList<>();
        for (Status status : query.statuses()) {
            boolean isRunning = status == Status.RUNNING;
            String at = isRunning ? "updated_at" : "rested_at";
            for (String called : isRunning || query.graph() != null ? anyIndex(query) : callers(query)) {
                parts.add("select run_number, at from (select run_number, " + at
                        + " as at from stepgraph.runs where namespace = :namespace and status = '" + status + "'"
                        + called
                        + (isRunning ? "" : " and rested_at is not null")
                        + graph(query)
                        + times(query, at)
                        + (query.cursor() == null ? "" : " and (" + at + ", run_number) < (:at, :number)")
                        + " order by " + at + " desc, run_number desc limit :limit) as part_" + parts.size());
            }
        }
        return String.join("\n union all\n", parts);
    }

    /** Runs that others have called have indexes of their own: so a page reads both, or one only. */
    private static List<String> callers(RunQuery query) {
        return query.hasChildren() ? List.of(UNCALLED, " and parent is not null") : List.of(UNCALLED);
    }

    /** The index of the runs of a graph has all of them, as that of the running runs has. */
    private static List<String> anyIndex(RunQuery query) {
        return List.of(query.hasChildren() ? "" : UNCALLED);
    }

    private static String byStart(RunQuery query) {
        return "select run_number, started_at as at from (" + scan(query) + ") as s where true" + statuses(query)
                + graph(query) + times(query, "started_at") + " order by run_number desc limit :limit";
    }

    private static String scan(RunQuery query) {
        List<String> parts = new ArrayList<>();
        for (String called : callers(query)) {
            parts.add("select * from (select run_number, status, graph, started_at from stepgraph.runs"
                    + " where namespace = :namespace" + called
                    + (query.cursor() == null ? "" : " and run_number < :number")
                    + " order by run_number desc limit :scan) as part_" + parts.size());
        }
        return String.join(" union all ", parts) + " order by run_number desc limit :scan";
    }

    private static String byNumbers(RunQuery query) {
        boolean isByChange = query.order() == RunQuery.Order.CHANGED;
        String at = isByChange ? "coalesce(rested_at, updated_at)" : "started_at";
        StringBuilder sql =
                new StringBuilder("select run_number, " + at + " as at from stepgraph.runs r where " + startedBy(query)
                        + (query.thread() == null ? "" : " and thread = :thread")
                        + (query.hasChildren() ? "" : UNCALLED));
        for (int i = 0; i < query.labels().size(); i++) {
            sql.append(
                    " and run_number in (select run from stepgraph.labels where namespace = :namespace and name = :name_"
                            + letters(i) + " and value = :value_" + letters(i) + ")");
        }
        sql.append(statuses(query)).append(graph(query)).append(times(query, at));
        if (query.cursor() != null) {
            sql.append(isByChange ? " and (" + at + ", run_number) < (:at, :number)" : " and run_number < :number");
        }
        return sql.append(" order by " + (isByChange ? at + " desc, " : "") + "run_number desc limit :limit")
                .toString();
    }

    /** The starter of a called run is that of the run at the top. */
    private static String startedBy(RunQuery query) {
        if (query.startedBy() == null || !query.hasChildren()) {
            return "namespace = :namespace" + (query.startedBy() == null ? "" : " and started_by = :started_by");
        }
        String tops = " from stepgraph.runs t%s where t.namespace = :namespace and t.started_by = :started_by"
                + " and t.parent is null";
        return "run_number in (select t.run_number" + tops.formatted("") + " union all select c.run_number"
                + tops.formatted(" join stepgraph.runs c on c.root = t.run_number") + ")";
    }

    /** The end of the names of the parameters for a label: names have letters only. */
    static String letters(int label) {
        return "" + (char) ('a' + label / 26) + (char) ('a' + label % 26);
    }

    private static String statuses(RunQuery query) {
        return " and status in ("
                + String.join(
                        ", ",
                        query.statuses().stream()
                                .map(status -> "'" + status + "'")
                                .toList()) + ")";
    }

    private static String graph(RunQuery query) {
        return query.graph() == null ? "" : " and graph = :graph";
    }

    private static String times(RunQuery query, String column) {
        return (query.from() == null ? "" : " and " + column + " >= :from")
                + (query.until() == null ? "" : " and " + column + " < :until");
    }

    /** Counts unfinished runs, and those that wait and are past due, by the indexes of {@link #page}. */
    public String countRuns() {
        return """
                select graph, status, count(*) as count,
                       min(case when status = 'QUEUED' then stepgraph.millis(%s) end) as wake_at,
                       count(case when reason_kind in ('asked', 'waits', 'listens', 'called')
                                       and stepgraph.millis(due_at) < stepgraph.millis(stepgraph.clock(null)) - %s
                                  then 1 end) as past_due,
                       stepgraph.millis(stepgraph.clock(null)) as read_at
                  from stepgraph.runs
                 where namespace = :namespace and status in ('QUEUED', 'WAITING') and rested_at is not null
                 group by graph, status
                 union all
                select graph, 'RUNNING', count(*), null, 0, stepgraph.millis(stepgraph.clock(null))
                  from stepgraph.runs
                 where namespace = :namespace and status = 'RUNNING'
                 group by graph
                """.formatted(wakeAt, StoreLoad.GRACE.toMillis());
    }

    /** Counts effects in doubt. */
    public static String countInDoubt() {
        return """
                select count(*) as count
                  from stepgraph.effects e
                  join stepgraph.runs r on r.run_number = e.run
                 where e.status = 'IN_DOUBT' and r.namespace = :namespace
                """;
    }

    /** Counts runs with a status that nobody has called, by the indexes of {@link #page}. */
    public static String countStatus(Status status) {
        return "select count(*) as count from (select 1 from stepgraph.runs where namespace = :namespace and status = '"
                + status + "'" + UNCALLED + (status == Status.RUNNING ? "" : " and rested_at is not null")
                + " limit :limit) as s";
    }

    /** Reads the owner and the lease of each run that is executed. */
    public String owned() {
        return """
                select run_number, fencing_token, owner_machine, owner_boot, owner_pid, owner_start, owner_runner,
                       stepgraph.millis(r.lease_until) as lease_until, %s
                  from stepgraph.runs r
                 where namespace = :namespace and status = 'RUNNING' and owner_runner is not null
                """.formatted(clock);
    }

    /** Skips from one namespace to the next in an index, whatever number of runs each has. */
    public static String namespaces() {
        return """
                with recursive spaces (namespace) as (
                    select (select min(namespace) from stepgraph.runs where namespace > :after)
                     union all
                    select (select min(r.namespace) from stepgraph.runs r where r.namespace > s.namespace)
                      from spaces s
                     where s.namespace is not null
                )
                select s.namespace,
                       (select count(*)
                          from (select 1 from stepgraph.runs r where r.namespace = s.namespace limit :most) as counted) as count
                  from spaces s
                 where s.namespace is not null
                 limit :limit
                """;
    }

    /** The statement of a page of checkpoints. */
    public static String checkpoints() {
        return """
                select h.visit, h.step, stepgraph.millis(h.at) as at, h.rule_state, h.input, h.state
                  from stepgraph.history h
                  join stepgraph.runs r on r.run_number = h.run
                 where h.run = :run and h.visit > :after and r.namespace = :namespace
                 order by h.visit
                 limit :limit
                """;
    }

    /** The statement of a page of open questions, one longer than the page. */
    public String questions(boolean isFirst) {
        return columns.replace(REASON, "r.reason") + """
                  from stepgraph.runs r
                 where r.namespace = :namespace and r.status = 'WAITING' and r.rested_at is not null
                   and r.reason_kind = 'asked'
                """
                + (isFirst ? "" : " and (r.rested_at, r.run_number) > (:at, :number)")
                + " order by r.rested_at, r.run_number limit :limit";
    }
}
