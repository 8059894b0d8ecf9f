package io.stepgraph.cli.run;

import io.stepgraph.cli.io.Counts;
import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Table;
import io.stepgraph.cli.io.Table.Cell;
import io.stepgraph.cli.io.Table.Column;
import io.stepgraph.store.ListedRun;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/** Counts failed runs by step, code and message. */
public final class FailureKinds {
    /** The times of the failures by step, code and message. */
    private final Map<List<String>, LongSummaryStatistics> kinds = new HashMap<>();

    /** Counts a run, if it has failed. */
    public void add(ListedRun run) {
        if (run.failure() != null) {
            kinds.computeIfAbsent(
                            List.of(run.step(), Objects.requireNonNullElse(run.failureCode(), ""), run.failure()),
                            kind -> new LongSummaryStatistics())
                    .accept(run.changedAt().toEpochMilli());
        }
    }

    /** Each kind as a document, the most frequent first. */
    public List<ObjectNode> documents() {
        return kinds.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.comparing(LongSummaryStatistics::getCount)
                        .thenComparing(LongSummaryStatistics::getMax)
                        .reversed()))
                .map(each -> {
                    ObjectNode json = Documents.object()
                            .put("count", each.getValue().getCount())
                            .put("step", each.getKey().get(0))
                            .put("code", each.getKey().get(1))
                            .put("message", each.getKey().get(2));
                    Documents.put(
                            json, "first", Instant.ofEpochMilli(each.getValue().getMin()));
                    Documents.put(
                            json, "last", Instant.ofEpochMilli(each.getValue().getMax()));
                    return json;
                })
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
                Column.optional("FIRST"),
                Column.optional("LAST"));
        documents().stream()
                .limit(most)
                .forEach(kind -> table.row(
                        Cell.of(Counts.exact(kind.path("count").asLong())),
                        Cell.of(kind.path("step").asString()),
                        Cell.of(kind.path("code").asString()),
                        Cell.of(kind.path("message").asString()),
                        Cell.of(RunSheet.time(Instant.parse(kind.path("first").asString()))),
                        Cell.of(RunSheet.time(Instant.parse(kind.path("last").asString())))));
        table.print();
        if (kinds.size() > most) {
            output.line("… and " + Counts.of(kinds.size() - most, "more kind"));
        }
    }
}
