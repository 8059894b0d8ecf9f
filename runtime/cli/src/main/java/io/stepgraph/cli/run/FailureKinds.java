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
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Counts failed runs by step, code and message. */
public final class FailureKinds {
    private record Kind(String step, @Nullable String code, String message) {}

    private record Failures(long count, Instant first, Instant last) {
        Failures plus(Failures other) {
            return new Failures(
                    count + other.count,
                    first.isBefore(other.first) ? first : other.first,
                    last.isAfter(other.last) ? last : other.last);
        }
    }

    private final Map<Kind, Failures> kinds = new HashMap<>();

    /** Counts a run, if it has failed. */
    public void add(ListedRun run) {
        if (run.failure() != null) {
            kinds.merge(
                    new Kind(run.step(), run.failureCode(), run.failure()),
                    new Failures(1, run.changedAt(), run.changedAt()),
                    Failures::plus);
        }
    }

    /** Each kind as a document, the most frequent first. */
    public List<ObjectNode> documents() {
        return kinds.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.comparing(Failures::count)
                        .thenComparing(Failures::last)
                        .reversed()))
                .map(each -> {
                    ObjectNode json = Documents.object()
                            .put("count", each.getValue().count)
                            .put("step", each.getKey().step)
                            .put("code", each.getKey().code)
                            .put("message", each.getKey().message);
                    Documents.put(json, "first", each.getValue().first);
                    Documents.put(json, "last", each.getValue().last);
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
                        Cell.of(kind.path("code").asString("")),
                        Cell.of(kind.path("message").asString()),
                        Cell.of(RunSheet.time(Instant.parse(kind.path("first").asString()))),
                        Cell.of(RunSheet.time(Instant.parse(kind.path("last").asString())))));
        table.print();
        if (kinds.size() > most) {
            output.line("… and " + Counts.of(kinds.size() - most, "more kind"));
        }
    }
}
