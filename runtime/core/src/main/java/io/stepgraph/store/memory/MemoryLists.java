package io.stepgraph.store.memory;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import io.stepgraph.store.ListedRun;
import io.stepgraph.store.NamespaceRuns;
import io.stepgraph.store.OpenQuestion;
import io.stepgraph.store.OwnerRuns;
import io.stepgraph.store.QuestionPage;
import io.stepgraph.store.RunCursor;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunLists;
import io.stepgraph.store.RunLook;
import io.stepgraph.store.RunPage;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoreLoad;
import io.stepgraph.store.StoredCheckpoint;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The lists of a {@link MemoryStore}, which look at every run. */
final class MemoryLists implements RunLists {
    private final MemoryTables tables;

    MemoryLists(MemoryTables tables) {
        this.tables = tables;
    }

    @Override
    public RunPage runs(String namespace, RunQuery query) {
        RunCursor cursor = query.cursor();
        Comparator<ListedRun> order = Comparator.comparing(run -> RunCursor.of(run, query.order()));
        List<ListedRun> found = tables.call(now -> tables.in(namespace)
                .filter(run -> query.hasChildren() || run.calledIn == null)
                .map(run -> listed(run, now))
                .filter(run -> fits(run, query))
                .filter(run ->
                        cursor == null || RunCursor.of(run, query.order()).compareTo(cursor) < 0)
                .sorted(order.reversed())
                .limit(query.limit() + 1L)
                .toList());
        return RunPage.of(found, query);
    }

    private static boolean fits(ListedRun run, RunQuery query) {
        return query.statuses().contains(run.status())
                && (query.graph() == null || query.graph().equals(run.graph()))
                && (query.thread() == null || query.thread().equals(run.thread()))
                && (query.startedBy() == null || query.startedBy().equals(run.startedBy()))
                && run.labels().entrySet().containsAll(query.labels().entrySet())
                && query.hasTimesOf(run)
                && query.fits(run);
    }

    @Override
    public @Nullable RunLook look(RunKey key) {
        return tables.on(key, (looked, now) -> {
            StoredRun run = looked.read(now);
            return new RunLook(
                    run.graph(),
                    run.status(),
                    run.checkpoint().step(),
                    run.checkpoint().visit(),
                    run.checkpoint().attempt(),
                    run.mode(),
                    looked.labels,
                    looked.changed.wall(),
                    run.dueAt(),
                    looked.messages.waiting(),
                    run.waitsFor());
        });
    }

    @Override
    public QuestionPage questions(String namespace, @Nullable RunCursor after, int limit) {
        Store.checkLimit(limit);
        Comparator<OpenQuestion> order = Comparator.comparing(QuestionPage::cursor);
        List<OpenQuestion> found = tables.call(now -> tables.in(namespace)
                .flatMap(run -> question(run, now))
                .filter(question ->
                        after == null || QuestionPage.cursor(question).compareTo(after) > 0)
                .sorted(order)
                .limit(limit + 1L)
                .toList());
        return QuestionPage.of(found, limit);
    }

    private static Stream<OpenQuestion> question(MemoryRun asking, Moment now) {
        StoredRun run = asking.read(now);
        return run.stopReason() instanceof StopReason.QuestionAsked asked
                ? Stream.of(new OpenQuestion(
                        listed(asking, now),
                        run.ticket(asked.nonce()),
                        asked.question(),
                        asked.answerSchema(),
                        run.dueAt()))
                : Stream.empty();
    }

    @Override
    public StoreLoad load(String namespace) {
        return tables.call(now -> {
            Map<String, Map<Status, Long>> counts = tables.in(namespace)
                    .filter(run -> !run.status.isEnd())
                    .collect(groupingBy(run -> run.graph, groupingBy(run -> run.status, counting())));
            List<StoreLoad.RunCount> runs = new ArrayList<>();
            counts.forEach((graph, byStatus) ->
                    byStatus.forEach((status, count) -> runs.add(new StoreLoad.RunCount(graph, status, count))));
            Duration age = tables.in(namespace)
                    .map(run -> queueAge(run, now))
                    .max(Comparator.naturalOrder())
                    .orElse(Duration.ZERO);
            long inDoubt = tables.in(namespace)
                    .mapToLong(run -> run.effects.inDoubt(now.monotonic()).size())
                    .sum();
            long pastDue =
                    tables.in(namespace).filter(run -> isPastDue(run.read(now))).count();
            return new StoreLoad(runs, age.isNegative() ? Duration.ZERO : age, inDoubt, pastDue);
        });
    }

    /**
     * Returns the time for which a run has been queued for a worker, or has had an owner whose lease is over; negative
     * if it does not wait.
     */
    private static Duration queueAge(MemoryRun run, Moment now) {
        return run.leaseUntil != null
                ? Duration.between(run.leaseUntil, now.monotonic())
                : run.status == Status.QUEUED ? run.sinceAwake(now) : Duration.ofMillis(-1);
    }

    private static boolean isPastDue(StoredRun run) {
        return run.status() == Status.WAITING
                && !(run.stopReason() instanceof StopReason.Parked)
                && run.dueAt() != null
                && run.dueAt().plus(StoreLoad.GRACE).isBefore(run.readAt());
    }

    @Override
    public long count(String namespace, Status status) {
        return tables.call(now -> tables.in(namespace)
                .filter(run -> run.status == status && run.calledIn == null)
                .limit(MOST_COUNTED)
                .count());
    }

    @Override
    public List<OwnerRuns> owners(String namespace) {
        return tables.call(now -> List.copyOf(tables.in(namespace)
                .flatMap(run -> run.owner == null || run.leaseUntil == null
                        ? Stream.empty()
                        : Stream.of(new OwnerRuns(run.owner, 1, now.onWall(run.leaseUntil), now.wall())))
                .collect(toMap(OwnerRuns::owner, one -> one, OwnerRuns::plus))
                .values()));
    }

    @Override
    public List<NamespaceRuns> namespaces(String after, int limit) {
        Store.checkLimit(limit);
        return tables.call(now -> {
            TreeMap<String, Long> counts =
                    tables.runs.keySet().stream().collect(groupingBy(RunKey::namespace, TreeMap::new, counting()));
            return counts.tailMap(after, false).entrySet().stream()
                    .limit(limit)
                    .map(each -> new NamespaceRuns(each.getKey(), Math.min(each.getValue(), MOST_COUNTED)))
                    .toList();
        });
    }

    @Override
    public List<StoredCheckpoint> checkpoints(RunKey key, long runNumber, long after, int limit) {
        Store.checkLimit(limit);
        return tables.on(
                key, List.of(), (run, now) -> run.runNumber == runNumber ? run.history(after, limit) : List.of());
    }

    static ListedRun listed(MemoryRun listed, Moment now) {
        StoredRun run = listed.read(now);
        StopReason why = run.stopReason();
        return new ListedRun(
                run.key().id(),
                run.runNumber(),
                run.graph(),
                run.status(),
                run.checkpoint().step(),
                run.checkpoint().visit(),
                run.checkpoint().attempt(),
                run.thread(),
                listed.startedBy,
                listed.labels,
                run.startedAt(),
                listed.changed.wall(),
                run.dueAt(),
                run.waitsFor(),
                why instanceof StopReason.Failed failed ? failed.code() : null,
                why instanceof StopReason.Failed failed ? failed.summary() : null);
    }
}
