package io.stepgraph.store;

import io.stepgraph.runtime.Names;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which runs of a namespace to list, in which order, and how many at once. All conditions have to hold. Immutable.
 *
 * <pre>{@code
 * RunQuery failed = RunQuery.ALL.status(Status.FAILED).label("course", "writing");
 * RunPage page = runner.list(failed);
 * while (page.next() != null) {
 *     page = runner.list(failed.after(page.next()));
 * }
 * }</pre>
 *
 * <p>The cost of a page does not grow with the number of stored runs. With a thread, a label or {@link #startedBy}, it grows
 * with the number of runs that have them.
 */
public final class RunQuery {
    /** All runs, the one that changed last first, 100 in a page. */
    public static final RunQuery ALL = new RunQuery(
            EnumSet.allOf(Status.class), null, null, Map.of(), null, null, null, Order.CHANGED, null, null);

    static final int MOST = 1_000;

    private static final int USUAL = 100;

    private final Set<Status> statuses;
    private final @Nullable String graph;
    private final @Nullable String thread;
    private final Map<String, String> labels;
    private final @Nullable String startedBy;
    private final @Nullable Instant from;
    private final @Nullable Instant until;
    private final Order order;
    private final @Nullable RunCursor cursor;
    private final @Nullable Integer limit;

    /** The orders of a list. */
    public enum Order {
        /** The run that changed last comes first. A run that changes between two pages may be given twice or not at all. */
        CHANGED,
        /** The run that was started last comes first. Every run is given once. */
        STARTED
    }

    private RunQuery(
            Set<Status> statuses,
            @Nullable String graph,
            @Nullable String thread,
            Map<String, String> labels,
            @Nullable String startedBy,
            @Nullable Instant from,
            @Nullable Instant until,
            Order order,
            @Nullable RunCursor cursor,
            @Nullable Integer limit) {
        this.statuses = statuses;
        this.graph = graph;
        this.thread = thread;
        this.labels = labels;
        this.startedBy = startedBy;
        this.from = from;
        this.until = until;
        this.order = order;
        this.cursor = cursor;
        this.limit = limit;
    }

    /** Only runs with one of these statuses. */
    public RunQuery status(Status... any) {
        Set<Status> chosen = Set.copyOf(List.of(any));
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException("A query without a status finds nothing; name one or more.");
        }
        return new RunQuery(chosen, graph, thread, labels, startedBy, from, until, order, cursor, limit);
    }

    /** Only runs of the graph with this stable name. */
    public RunQuery graph(String name) {
        return new RunQuery(statuses, checked(name), thread, labels, startedBy, from, until, order, cursor, limit);
    }

    /** Only runs of this thread. */
    public RunQuery thread(String name) {
        return new RunQuery(statuses, graph, checked(name), labels, startedBy, from, until, order, cursor, limit);
    }

    /** Only runs with this label; further calls add more labels, which all have to be there. */
    public RunQuery label(String name, String value) {
        Map<String, String> more = new TreeMap<>(labels);
        more.put(checked(name), checked(value));
        return new RunQuery(
                statuses,
                graph,
                thread,
                Collections.unmodifiableMap(more),
                startedBy,
                from,
                until,
                order,
                cursor,
                limit);
    }

    /** Only runs that this person or system has started. */
    public RunQuery startedBy(String name) {
        return new RunQuery(statuses, graph, thread, labels, checked(name), from, until, order, cursor, limit);
    }

    /** Only runs that changed, or with {@link Order#STARTED} were started, at this time or later. */
    public RunQuery from(Instant time) {
        return new RunQuery(
                statuses, graph, thread, labels, startedBy, Objects.requireNonNull(time), until, order, cursor, limit);
    }

    /** Only runs that changed, or with {@link Order#STARTED} were started, before this time. */
    public RunQuery until(Instant time) {
        return new RunQuery(
                statuses, graph, thread, labels, startedBy, from, Objects.requireNonNull(time), order, cursor, limit);
    }

    /** In this order. */
    public RunQuery orderBy(Order other) {
        return new RunQuery(statuses, graph, thread, labels, startedBy, from, until, other, null, limit);
    }

    /**
     * Only the runs that follow a page.
     *
     * @param next what {@link RunPage#next} of that page gave; null to begin again
     * @throws IllegalArgumentException if no page has given this text
     */
    public RunQuery after(@Nullable String next) {
        RunCursor here = next == null ? null : RunCursor.parse(next);
        return new RunQuery(statuses, graph, thread, labels, startedBy, from, until, order, here, limit);
    }

    /** How many runs a page has at most: 1 to 1,000. */
    public RunQuery limit(int runs) {
        if (runs < 1 || runs > MOST) {
            throw new IllegalArgumentException("A page must have 1 to " + MOST + " runs, not " + runs + ".");
        }
        return new RunQuery(statuses, graph, thread, labels, startedBy, from, until, order, cursor, runs);
    }

    /**
     * The same runs by their start. The times of a query by last change are left out: {@link #hasTimesOf} compares them.
     */
    RunQuery byStart() {
        boolean isByStart = order == Order.STARTED;
        return new RunQuery(
                statuses,
                graph,
                thread,
                labels,
                startedBy,
                isByStart ? from : null,
                isByStart ? until : null,
                Order.STARTED,
                cursor,
                limit);
    }

    /** Whether a run has a time that this query asks for: of its last change, or with {@link Order#STARTED} of its start. */
    public boolean hasTimesOf(ListedRun run) {
        Instant at = order == Order.STARTED ? run.startedAt() : run.changedAt();
        return (from == null || !at.isBefore(from)) && (until == null || at.isBefore(until));
    }

    private static String checked(String name) {
        return Names.kept(name, "name");
    }

    /** The statuses that runs may have. */
    public Set<Status> statuses() {
        return statuses;
    }

    /** The graph; null for all. */
    public @Nullable String graph() {
        return graph;
    }

    /** The thread; null for all. */
    public @Nullable String thread() {
        return thread;
    }

    /** The labels that runs have. */
    public Map<String, String> labels() {
        return labels;
    }

    /** Who started the runs; null for anybody. */
    public @Nullable String startedBy() {
        return startedBy;
    }

    /** The earliest time; null for any. */
    public @Nullable Instant from() {
        return from;
    }

    /** The time before which it has to be; null for any. */
    public @Nullable Instant until() {
        return until;
    }

    /** The order. */
    public Order order() {
        return order;
    }

    /** Where the page before ended; null to begin. */
    public @Nullable RunCursor cursor() {
        return cursor;
    }

    /** How many runs a page has at most. */
    public int limit() {
        return limit == null ? USUAL : limit;
    }

    boolean hasLimit() {
        return limit != null;
    }
}
