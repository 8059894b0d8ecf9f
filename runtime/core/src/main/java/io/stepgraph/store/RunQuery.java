package io.stepgraph.store;

import io.stepgraph.runtime.Names;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A query of a list: the runs of a namespace that it has, their order, and how many are given at once. All conditions
 * have to hold. Immutable.
 *
 * <pre>{@code
 * RunQuery failed = RunQuery.ALL.status(Status.FAILED).label("course", "writing");
 * RunPage page = runner.list(failed);
 * while (page.next() != null) {
 *     page = runner.list(failed.after(page.next()));
 * }
 * }</pre>
 *
 * <p>The cost of a page does not grow with the number of stored runs. With a thread, a label or {@link #startedBy}, it
 * grows with the number of runs that have them. With a {@link #step} or a {@link #failure}, a page looks at up to a
 * thousand runs.
 */
public final class RunQuery {
    /** All runs that no other run has called, the one that changed last first, 100 in a page. */
    public static final RunQuery ALL =
            new RunQuery(EnumSet.allOf(Status.class), Map.of(), Map.of(), null, null, Order.CHANGED, null, null);

    private static final int MOST = 1_000;
    private static final int USUAL = 100;

    private final Set<Status> statuses;
    private final Map<Part, String> parts;
    private final Map<String, String> labels;
    private final @Nullable Instant from;
    private final @Nullable Instant until;
    private final Order order;
    private final @Nullable RunCursor cursor;
    private final @Nullable Integer limit;

    /** The conditions on a run that are one text each. */
    private enum Part {
        GRAPH,
        THREAD,
        STARTED_BY,
        STEP,
        FAILURE,
        CHILDREN
    }

    /** The orders of a list. */
    public enum Order {
        /**
         * The run that changed last comes first. A run that changes between two pages may be given twice or not at all.
         */
        CHANGED,
        /** The run that was started last comes first. Every run is given once. */
        STARTED
    }

    private RunQuery(
            Set<Status> statuses,
            Map<Part, String> parts,
            Map<String, String> labels,
            @Nullable Instant from,
            @Nullable Instant until,
            Order order,
            @Nullable RunCursor cursor,
            @Nullable Integer limit) {
        boolean isByFailure = parts.containsKey(Part.FAILURE);
        if (isByFailure && !statuses.contains(Status.FAILED)) {
            throw new IllegalArgumentException(
                    "Only runs that are FAILED have a failure; leave out the failure, or the statuses " + statuses
                            + ".");
        }
        this.statuses = isByFailure ? Set.of(Status.FAILED) : statuses;
        this.parts = parts;
        this.labels = labels;
        this.from = from;
        this.until = until;
        this.order = order;
        this.cursor = cursor;
        this.limit = limit;
    }

    /** Returns the same query for runs with one of these statuses. */
    public RunQuery status(Status... any) {
        Set<Status> chosen = Set.copyOf(List.of(any));
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException("A query without a status finds nothing; name one or more.");
        }
        return new RunQuery(chosen, parts, labels, from, until, order, cursor, limit);
    }

    private RunQuery with(Part part, String text) {
        Map<Part, String> more = new EnumMap<>(Part.class);
        more.putAll(parts);
        more.put(part, Names.kept(text, "name"));
        return new RunQuery(statuses, more, labels, from, until, order, cursor, limit);
    }

    /** Returns the same query for runs of the graph with this stable name. */
    public RunQuery graph(String name) {
        return with(Part.GRAPH, name);
    }

    /** Returns the same query for runs of this thread. */
    public RunQuery thread(String name) {
        return with(Part.THREAD, name);
    }

    /** Returns the same query for runs with this label; further calls add more labels, which all have to be there. */
    public RunQuery label(String name, String value) {
        Map<String, String> more = new TreeMap<>(labels);
        more.put(Names.kept(name, "name"), Names.kept(value, "name"));
        return new RunQuery(statuses, parts, Collections.unmodifiableMap(more), from, until, order, cursor, limit);
    }

    /** Returns the same query for runs that this person or system has started, by the name that is stored. */
    public RunQuery startedBy(String name) {
        return with(Part.STARTED_BY, name);
    }

    /** Returns the same query for runs that are at this step, or were at last. */
    public RunQuery step(String name) {
        return with(Part.STEP, name);
    }

    /**
     * Returns the same query for runs that have failed with this text in the {@linkplain ListedRun#failureCode code} or
     * in {@linkplain ListedRun#failure what a list tells}. Upper and lower case differ.
     *
     * @throws IllegalArgumentException if the query is for runs of other statuses only
     */
    public RunQuery failure(String text) {
        return with(Part.FAILURE, text);
    }

    /** Returns the same query also for runs that other runs have called (C1); without it, a list leaves them out. */
    public RunQuery withChildren() {
        return with(Part.CHILDREN, "all");
    }

    /**
     * Returns the same query for runs that changed, or with {@link Order#STARTED} were started, at this time or later.
     */
    public RunQuery from(Instant time) {
        return new RunQuery(statuses, parts, labels, Objects.requireNonNull(time), until, order, cursor, limit);
    }

    /** Returns the same query for runs that changed, or with {@link Order#STARTED} were started, before this time. */
    public RunQuery until(Instant time) {
        return new RunQuery(statuses, parts, labels, from, Objects.requireNonNull(time), order, cursor, limit);
    }

    /** Returns the same query in another order. */
    public RunQuery orderBy(Order other) {
        return new RunQuery(statuses, parts, labels, from, until, other, null, limit);
    }

    /**
     * Returns the same query for the runs that follow a page.
     *
     * @param next what {@link RunPage#next} of that page gave; null to begin again
     * @throws IllegalArgumentException if no page has given this text
     */
    public RunQuery after(@Nullable String next) {
        RunCursor here = next == null ? null : RunCursor.parse(next);
        return new RunQuery(statuses, parts, labels, from, until, order, here, limit);
    }

    /** Limits the number of runs of a page: 1 to 1,000. */
    public RunQuery limit(int runs) {
        if (runs < 1 || runs > MOST) {
            throw new IllegalArgumentException("A page must have 1 to " + MOST + " runs, not " + runs + ".");
        }
        return new RunQuery(statuses, parts, labels, from, until, order, cursor, runs);
    }

    /**
     * Returns the query of the pages of a command for all runs of this one (L6, R7). They go by the start of the runs,
     * the newest first: so each run comes once, and no run that was started after the first page was read. The times of
     * a query by last change are left out: {@link #hasTimesOf} compares them.
     *
     * @throws IllegalArgumentException if this query has a limit, or begins after a page by last change
     */
    public RunQuery walk() {
        if (limit != null) {
            throw new IllegalArgumentException("A command for all runs of a query is not for " + limit
                    + " of them; leave out limit(…), and choose fewer runs by their status, graph, labels or times.");
        }
        if (cursor != null && cursor.at() != 0) {
            throw new IllegalArgumentException(
                    "A command for all runs of a query goes by their start; leave out after(…) of a page by last change.");
        }
        boolean isByStart = order == Order.STARTED;
        return new RunQuery(
                statuses,
                parts,
                labels,
                isByStart ? from : null,
                isByStart ? until : null,
                Order.STARTED,
                cursor,
                MOST);
    }

    /**
     * The query whose runs a store reads for a page of this one: as many as a page may have, if it has to look at each.
     */
    public RunQuery read() {
        return parts.containsKey(Part.STEP) || parts.containsKey(Part.FAILURE) ? limit(MOST) : this;
    }

    /** Whether a run has the step and the failure that this query asks for, which no index finds. */
    public boolean fits(ListedRun run) {
        String text = parts.getOrDefault(Part.FAILURE, "");
        return parts.getOrDefault(Part.STEP, run.step()).equals(run.step())
                && Stream.of("", run.failureCode(), run.failure())
                        .anyMatch(each -> each != null && each.contains(text));
    }

    /**
     * Whether a run has a time that this query asks for: of its last change, or with {@link Order#STARTED} of its
     * start.
     */
    public boolean hasTimesOf(ListedRun run) {
        Instant at = order == Order.STARTED ? run.startedAt() : run.changedAt();
        return (from == null || !at.isBefore(from)) && (until == null || at.isBefore(until));
    }

    /** The statuses that runs may have. */
    public Set<Status> statuses() {
        return statuses;
    }

    /** The graph; null for all. */
    public @Nullable String graph() {
        return parts.get(Part.GRAPH);
    }

    /** The thread; null for all. */
    public @Nullable String thread() {
        return parts.get(Part.THREAD);
    }

    /** The labels that runs have. */
    public Map<String, String> labels() {
        return labels;
    }

    /** Returns who started the runs; null for anybody. */
    public @Nullable String startedBy() {
        return parts.get(Part.STARTED_BY);
    }

    /** Whether it is also for runs that other runs have called. */
    public boolean hasChildren() {
        return parts.containsKey(Part.CHILDREN);
    }

    /** The earliest time; null for any. */
    public @Nullable Instant from() {
        return from;
    }

    /** The time before which it has to be; null for any. */
    public @Nullable Instant until() {
        return until;
    }

    /** Returns the order of the list. */
    public Order order() {
        return order;
    }

    /** Returns the end of the page before; null to begin. */
    public @Nullable RunCursor cursor() {
        return cursor;
    }

    /** Returns the largest number of runs of a page. */
    public int limit() {
        return limit == null ? USUAL : limit;
    }
}
