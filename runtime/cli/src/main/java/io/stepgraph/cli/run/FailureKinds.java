package io.stepgraph.cli.run;

import static java.util.Comparator.comparingLong;

import io.stepgraph.cli.io.Counts;
import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Table;
import io.stepgraph.cli.io.Table.Cell;
import io.stepgraph.cli.io.Table.Column;
import io.stepgraph.store.ListedRun;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/** Counts failed runs by step, code and message. */
public final class FailureKinds {
    private record Kind(String step, String code, String message) {}

    /** The times of the failures. */
    private final Map<Kind, LongSummaryStatistics> kinds = new HashMap<>();

    /** Counts those of these runs that have failed. */
    public void add(List<ListedRun> runs) {
        for (ListedRun run : runs) {
            if (run.failure() != null) {
                Kind kind = new Kind(run.step(), Objects.requireNonNullElse(run.failureCode(), ""), run.failure());
                kinds.computeIfAbsent(kind, key -> new LongSummaryStatistics())
                        .accept(run.changedAt().toEpochMilli());
            }
        }
    }

    /** Each kind as a document, the most frequent first. */
    public List<ObjectNode> documents() {
        return sorted().stream()
                .map(each -> Documents.object()
                        .put("count", each.getValue().getCount())
                        .put("step", each.getKey().step)
                        .put("code", each.getKey().code)
                        .put("message", each.getKey().message)
                        .put("first", first(each.getValue()).toString())
                        .put("last", last(each.getValue()).toString()))
                .toList();
    }

    /** Prints so many kinds as a table, the most frequent first. */
    public void print(Output output, int most) {
        Table table = new Table(
                output,
                Column.whole("COUNT"),
                Column.cut("STEP"),
                Column.whole("CODE"),
                Column.cut("MESSAGE"),
                Column.optional("LAST"),
                Column.optional("FIRST"));
        sorted().stream()
                .limit(most)
                .forEach(each -> table.row(
                        Cell.of(Counts.exact(each.getValue().getCount())),
                        Cell.of(each.getKey().step),
                        Cell.of(each.getKey().code),
                        Cell.of(each.getKey().message),
                        Cell.of(RunSheet.time(last(each.getValue()))),
                        Cell.of(RunSheet.time(first(each.getValue())))));
        table.print();
        if (kinds.size() > most) {
            output.line("… and " + Counts.of(kinds.size() - most, "more kind"));
        }
    }

    private List<Map.Entry<Kind, LongSummaryStatistics>> sorted() {
        return kinds.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(
                        comparingLong(LongSummaryStatistics::getCount).reversed()))
                .toList();
    }

    private static Instant first(LongSummaryStatistics times) {
        return Instant.ofEpochMilli(times.getMin());
    }

    private static Instant last(LongSummaryStatistics times) {
        return Instant.ofEpochMilli(times.getMax());
    }
}
