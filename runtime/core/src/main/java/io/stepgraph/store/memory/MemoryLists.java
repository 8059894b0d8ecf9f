package io.stepgraph.store.memory;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.stepgraph.runtime.Ticket;
import io.stepgraph.store.ListedRun;
import io.stepgraph.store.NamespaceRuns;
import io.stepgraph.store.OpenQuestion;
import io.stepgraph.store.Owner;
import io.stepgraph.store.OwnerRuns;
import io.stepgraph.store.QuestionPage;
import io.stepgraph.store.RunCursor;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunLists;
import io.stepgraph.store.RunPage;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoreLoad;
import io.stepgraph.store.StoredCheckpoint;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The lists of a {@link MemoryStore}. */
final class MemoryLists implements RunLists {
    private static final Comparator<ListedRun> BY_CHANGE =
            Comparator.comparing(ListedRun::changedAt).thenComparing(ListedRun::runNumber);

    private final MemoryTransactions transactions;
    private final MemoryRows rows;

    MemoryLists(MemoryTransactions transactions, MemoryRows rows) {
        this.transactions = transactions;
        this.rows = rows;
    }

    @Override
    public RunPage runs(String namespace, RunQuery query) {
        boolean isByChange = query.order() == RunQuery.Order.CHANGED;
        Comparator<ListedRun> order = isByChange ? BY_CHANGE : Comparator.comparing(ListedRun::runNumber);
        List<ListedRun> found = transactions.call(now -> in(namespace)
                .map(row -> listed(row, now))
                .filter(run -> fits(run, query))
                .filter(run -> query.cursor() == null || isBefore(run, query.cursor(), isByChange))
                .sorted(order.reversed())
                .limit(query.limit() + 1L)
                .toList());
        if (found.size() <= query.limit()) {
            return new RunPage(found, null);
        }
        ListedRun last = found.get(query.limit() - 1);
        return new RunPage(
                found.subList(0, query.limit()), cursor(last, isByChange).toString());
    }

    @Override
    public StoreLoad load(String namespace) {
        return transactions.call(now -> {
            Map<String, Map<Status, Long>> counts = in(namespace)
                    .filter(row -> !row.status.status().isEnd())
                    .collect(groupingBy(row -> row.graph, groupingBy(row -> row.status.status(), counting())));
            List<StoreLoad.RunCount> runs = new ArrayList<>();
            counts.forEach((graph, byStatus) ->
                    byStatus.forEach((status, count) -> runs.add(new StoreLoad.RunCount(graph, status, count))));
            Duration age = in(namespace)
                    .map(row -> row.status.sinceDue(now))
                    .filter(since -> !since.isNegative())
                    .max(Comparator.naturalOrder())
                    .orElse(Duration.ZERO);
            long inDoubt = in(namespace)
                    .mapToLong(row -> row.effects.inDoubt(now.monotonic()).size())
                    .sum();
            return new StoreLoad(runs, age, inDoubt);
        });
    }

    @Override
    public long count(String namespace, Status status) {
        return transactions.call(now -> in(namespace)
                .filter(row -> row.status.status() == status)
                .limit(MOST_COUNTED)
                .count());
    }

    @Override
    public List<OwnerRuns> owners(String namespace) {
        return transactions.call(now -> {
            Map<Owner, OwnerRuns> owners = new LinkedHashMap<>();
            in(namespace).forEach(row -> {
                Owner owner = row.status.owner();
                Instant leaseUntil = row.status.leaseUntil(now);
                if (owner != null && leaseUntil != null) {
                    owners.merge(owner, new OwnerRuns(owner, 1, leaseUntil, now.wall()), OwnerRuns::plus);
                }
            });
            return List.copyOf(owners.values());
        });
    }

    @Override
    public List<NamespaceRuns> namespaces(String after, int limit) {
        Store.checkLimit(limit);
        return transactions.call(now -> {
            Map<String, Long> counts =
                    rows.all().stream().collect(groupingBy(row -> row.key.namespace(), TreeMap::new, counting()));
            return counts.entrySet().stream()
                    .filter(each -> each.getKey().compareTo(after) > 0)
                    .limit(limit)
                    .map(each -> new NamespaceRuns(each.getKey(), Math.min(each.getValue(), MOST_COUNTED)))
                    .toList();
        });
    }

    @Override
    public List<StoredCheckpoint> checkpoints(RunKey run, long runNumber, long after, int limit) {
        Store.checkLimit(limit);
        return transactions.call(now -> {
            MemoryRow row = rows.find(run);
            return row == null || row.runNumber != runNumber
                    ? List.<StoredCheckpoint>of()
                    : row.position.after(after, limit);
        });
    }

    private static RunCursor cursor(ListedRun run, boolean isByChange) {
        return new RunCursor(isByChange ? run.changedAt().toEpochMilli() : 0, run.runNumber());
    }

    private static boolean isBefore(ListedRun run, RunCursor cursor, boolean isByChange) {
        RunCursor here = cursor(run, isByChange);
        return here.at() < cursor.at() || (here.at() == cursor.at() && here.runNumber() < cursor.runNumber());
    }

    private Stream<MemoryRow> in(String namespace) {
        return rows.all().stream().filter(row -> row.key.namespace().equals(namespace));
    }

    private static boolean fits(ListedRun run, RunQuery query) {
        return query.statuses().contains(run.status())
                && (query.graph() == null || query.graph().equals(run.graph()))
                && (query.thread() == null || query.thread().equals(run.thread()))
                && (query.startedBy() == null || query.startedBy().equals(run.startedBy()))
                && run.labels().entrySet().containsAll(query.labels().entrySet())
                && query.hasTimesOf(run);
    }

    private static ListedRun listed(MemoryRow row, Moment now) {
        StoredRun run = row.read(now);
        StopReason why = run.stopReason();
        String step = run.checkpoint().step();
        return new ListedRun(
                run.key().id(),
                run.runNumber(),
                run.graph(),
                run.status(),
                step,
                run.checkpoint().visit(),
                run.checkpoint().attempt(),
                run.thread(),
                row.startedBy,
                row.labels,
                run.startedAt(),
                row.status.changedAt(),
                run.dueAt(),
                ListedRun.waitsFor(
                        run.status(),
                        step,
                        why == null ? null : why.kind(),
                        why instanceof StopReason.Parked parked ? parked : null,
                        run.dueAt() == null || run.isDue()),
                why instanceof StopReason.Failed failed ? failed.summary() : null);
    }

    @Override
    public QuestionPage questions(String namespace, @Nullable RunCursor after, int limit) {
        Store.checkLimit(limit);
        List<OpenQuestion> found = new ArrayList<>();
        transactions.call(now -> {
            in(namespace)
                    .filter(row -> row.status.stopReason() instanceof StopReason.QuestionAsked)
                    .map(row -> question(row, now))
                    .filter(question -> after == null || isAfter(question.run(), after))
                    .sorted(Comparator.comparing(OpenQuestion::run, BY_CHANGE))
                    .limit(limit + 1L)
                    .forEach(found::add);
            return null;
        });
        return found.size() <= limit
                ? new QuestionPage(found, null)
                : new QuestionPage(
                        found.subList(0, limit),
                        cursor(found.get(limit - 1).run(), true).toString());
    }

    private static boolean isAfter(ListedRun run, RunCursor cursor) {
        RunCursor here = cursor(run, true);
        return !here.equals(cursor) && !isBefore(run, cursor, true);
    }

    private static OpenQuestion question(MemoryRow row, Moment now) {
        StoredRun run = row.read(now);
        StopReason.QuestionAsked asked = (StopReason.QuestionAsked) Objects.requireNonNull(run.stopReason());
        Ticket ticket = new Ticket(
                run.key().namespace(),
                run.key().id(),
                run.runNumber(),
                run.checkpoint().visit(),
                run.checkpoint().step(),
                asked.nonce());
        return new OpenQuestion(listed(row, now), ticket, asked.question(), asked.answerSchema(), run.dueAt());
    }
}
