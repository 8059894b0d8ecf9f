package io.stepgraph.jdbc;

import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The SQL of lists of runs, for both stores. A list by last change reads one index from the cursor on for each status, and the
 * few running runs; a list by start reads the runs from the cursor on; a list by thread or labels reads those of them.
 */
public final class ListSql {
    /** How many runs a page looks at, at most, for the ones that fit. */
    public static final int SCAN = 10_000;

    /** A list does not read the questions and the outcomes of its runs. */
    private static final String REASON = "case when r.reason_kind in ('parked', 'failed') then r.reason end";

    private final String schema;
    private final String millis;
    private final String json;
    private final String wakeAt;
    private final String lease;
    private final String columns;

    /**
     * For one store.
     *
     * @param schema what stands before the name of a table; empty for none
     * @param millis makes milliseconds of a time; {@code %s} stands for it
     * @param json makes a document of a column with JSON; {@code %s} stands for it
     * @param wakeAt since when a queued run can be claimed, by the wall clock
     * @param lease the columns that {@link RowClock#leaseUntil} reads, except the numbers of the run
     */
    public ListSql(String schema, String millis, String json, String wakeAt, String lease) {
        this.schema = schema;
        this.millis = millis;
        this.json = json;
        this.wakeAt = wakeAt;
        this.lease = lease;
        this.columns = """
                select r.run_number, r.namespace, r.id, r.graph, r.status, r.step, r.visit, r.attempt, r.thread,
                       r.started_by, %s as labels_json, %s as started_at, %s as changed_at, %s as due_at, r.wake_at, r.reason_kind,
                       %s as reason_json
                """.formatted(
                        json.formatted("r.labels"),
                        millis.formatted("r.started_at"),
                        millis.formatted("coalesce(r.rested_at, r." + changed() + ")"),
                        millis.formatted("r.due_at"),
                        json.formatted(REASON));
    }

    private String changed() {
        return schema.isEmpty() ? "changed_at" : "updated_at";
    }

    private String runs() {
        return schema + "runs r";
    }

    /** The statement of a page, one run longer than the page. */
    public String page(RunQuery query) {
        String found = isByNumbers(query)
                ? byNumbers(query)
                : query.order() == RunQuery.Order.CHANGED ? byChange(query) : byStart(query);
        return "with found as (" + found + ")\n" + columns + " from found f join " + runs()
                + " on r.run_number = f.run_number order by "
                + (query.order() == RunQuery.Order.CHANGED ? "f.at desc, " : "")
                + "f.run_number desc limit :limit";
    }

    /** Whether a thread or a label leads to the runs. */
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
    public String scanned(RunQuery query) {
        return "select min(run_number) as run_number, count(*) as count from (" + scan(query) + ") as s";
    }

    private String byChange(RunQuery query) {
        List<String> parts = new ArrayList<>();
        for (Status status : query.statuses()) {
            boolean isRunning = status == Status.RUNNING;
            String at = isRunning ? changed() : "rested_at";
            parts.add("select run_number, at from (select run_number, " + at + " as at from " + schema
                    + "runs where namespace = :namespace and status = '" + status + "'"
                    + (isRunning ? "" : " and rested_at is not null")
                    + graph(query)
                    + times(query, at)
                    + (query.cursor() == null ? "" : " and (" + at + ", run_number) < (:at, :number)")
                    + " order by " + at + " desc, run_number desc limit :limit) as "
                    + status.name().toLowerCase(Locale.ROOT));
        }
        return String.join("\n union all\n", parts);
    }

    private String byStart(RunQuery query) {
        return "select run_number, started_at as at from (" + scan(query) + ") as s where true" + statuses(query)
                + graph(query) + times(query, "started_at") + " order by run_number desc limit :limit";
    }

    private String scan(RunQuery query) {
        return "select run_number, status, graph, started_at from " + schema + "runs where namespace = :namespace"
                + (query.cursor() == null ? "" : " and run_number < :number")
                + " order by run_number desc limit :scan";
    }

    private String byNumbers(RunQuery query) {
        boolean isByChange = query.order() == RunQuery.Order.CHANGED;
        String at = isByChange ? "coalesce(rested_at, " + changed() + ")" : "started_at";
        StringBuilder sql = new StringBuilder("select run_number, " + at + " as at from " + schema
                + "runs r where namespace = :namespace"
                + (query.thread() == null ? "" : " and thread = :thread"));
        int labels = query.labels().size() + (query.startedBy() == null ? 0 : 1);
        for (int i = 0; i < labels; i++) {
            sql.append(" and run_number in (select run from " + schema
                    + "labels where namespace = :namespace and name = :name_" + letters(i) + " and value = :value_"
                    + letters(i) + ")");
        }
        sql.append(statuses(query)).append(graph(query)).append(times(query, at));
        if (query.cursor() != null) {
            sql.append(isByChange ? " and (" + at + ", run_number) < (:at, :number)" : " and run_number < :number");
        }
        return sql.append(" order by " + (isByChange ? at + " desc, " : "") + "run_number desc limit :limit")
                .toString();
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

    /** Counts unfinished runs, by the indexes of {@link #page}. */
    public String countRuns() {
        return """
                select graph, status, count(*) as count, min(case when status = 'QUEUED' then %s end) as wake_at
                  from %sruns
                 where namespace = :namespace and status in ('QUEUED', 'WAITING') and rested_at is not null
                 group by graph, status
                 union all
                select graph, 'RUNNING', count(*), null
                  from %sruns
                 where namespace = :namespace and status = 'RUNNING'
                 group by graph
                """.formatted(millis.formatted(wakeAt), schema, schema);
    }

    /** Counts effects in doubt. */
    public String countInDoubt() {
        return """
                select count(*) as count
                  from %seffects e
                  join %s on r.run_number = e.run
                 where e.status = 'IN_DOUBT' and r.namespace = :namespace
                """.formatted(schema, runs());
    }

    /** Counts runs with a status, by the indexes of {@link #page}. */
    public String countStatus(Status status) {
        return "select count(*) as count from (select 1 from " + schema
                + "runs where namespace = :namespace and status = '" + status + "'"
                + (status == Status.RUNNING ? "" : " and rested_at is not null") + " limit :limit) as s";
    }

    /** Reads the owner and the lease of each run that is executed. */
    public String owned() {
        return """
                select run_number, fencing_token, owner_machine, owner_boot, owner_pid, owner_start, owner_runner, %s
                  from %sruns
                 where namespace = :namespace and status = 'RUNNING' and owner_runner is not null
                """.formatted(lease, schema);
    }

    /** Skips from one namespace to the next in an index, whatever number of runs each has. */
    public String namespaces() {
        return """
                with recursive spaces (namespace) as (
                    select (select min(namespace) from %1$sruns where namespace > :after)
                     union all
                    select (select min(r.namespace) from %1$sruns r where r.namespace > s.namespace)
                      from spaces s
                     where s.namespace is not null
                )
                select s.namespace,
                       (select count(*)
                          from (select 1 from %1$sruns r where r.namespace = s.namespace limit :most) as counted) as count
                  from spaces s
                 where s.namespace is not null
                 limit :limit
                """.formatted(schema);
    }

    /** The statement of a page of checkpoints. */
    public String checkpoints() {
        return """
                select h.visit, h.step, %s as at, %s as gate_state_json, %s as input_json, %s as state_json
                  from %shistory h
                  join %s on r.run_number = h.run
                 where h.run = :run and h.visit > :after and r.namespace = :namespace
                 order by h.visit
                 limit :limit
                """.formatted(
                        millis.formatted("h.at"),
                        json.formatted("h.gate_state"),
                        json.formatted("h.input"),
                        json.formatted("h.state"),
                        schema,
                        runs());
    }

    /** The statement of a page of open questions, one longer than the page. */
    public String questions(boolean isFirst) {
        return columns.replace(REASON, "r.reason") + " from " + runs()
                + """
                 where r.namespace = :namespace and r.status = 'WAITING' and r.rested_at is not null
                   and r.reason_kind = 'asked'
                """ + (isFirst ? "" : " and (r.rested_at, r.run_number) > (:at, :number)")
                + " order by r.rested_at, r.run_number limit :limit";
    }
}
