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
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** Counts failed runs by step, code and message. */
public final class FailureKinds {
    private record Kind(String step, String code, String message) {}

    private record Row(long count, String step, String code, String message, Instant first, Instant last) {}

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
        return rows().map(Documents::of).toList();
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
        rows().limit(most)
                .forEach(row -> table.row(
                        Cell.of(Counts.exact(row.count)),
                        Cell.of(row.step),
                        Cell.of(row.code),
                        Cell.of(row.message),
                        Cell.of(RunSheet.time(row.last)),
                        Cell.of(RunSheet.time(row.first))));
        table.print();
        if (kinds.size() > most) {
            output.line("… and " + Counts.of(kinds.size() - most, "more kind"));
        }
    }

    private Stream<Row> rows() {
        return kinds.entrySet().stream()
                .map(each -> new Row(
                        each.getValue().getCount(),
                        each.getKey().step,
                        each.getKey().code,
                        each.getKey().message,
                        Instant.ofEpochMilli(each.getValue().getMin()),
                        Instant.ofEpochMilli(each.getValue().getMax())))
                .sorted(comparingLong(Row::count).reversed());
    }
}
