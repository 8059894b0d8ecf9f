package io.stepgraph.cli;

import io.stepgraph.cli.io.Counts;
import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Style;
import io.stepgraph.cli.io.Table;
import io.stepgraph.cli.io.Table.Cell;
import io.stepgraph.cli.io.Table.Column;
import io.stepgraph.cli.io.Texts;
import io.stepgraph.cli.run.FailureKinds;
import io.stepgraph.cli.run.RunSheet;
import io.stepgraph.internal.lease.OwnerIdentity;
import io.stepgraph.store.OwnerRuns;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import io.stepgraph.store.StoreLoad;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reports on a namespace: what waits, who works, and what needs a person. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Tells how the runs of a namespace are: how many have each status, how long the oldest due run has"
                        + " waited for a worker, which graphs have queued runs that no process has taken for a minute,"
                        + " how many questions and waits have been due for more than a minute, how many effects are in"
                        + " doubt, and which processes execute runs. 10,000+ stands for so many or more.",
        footer = {"", "Example: stepgraph status --store runs.db"})
final class StatusCommand extends StoreCommand {
    private static final int MOST_READ = 1_000;

    @Option(
            names = "--failures",
            description =
                    "Count the failed runs by step, code and message instead, with the first and the last time. This"
                            + " reads each failed run.")
    private boolean byFailure;

    @Override
    void run(OpenStore store, Output output) {
        if (byFailure) {
            failures(store, output);
            return;
        }
        StoreLoad load = store.store().lists().load(store.namespace());
        List<OwnerRuns> owners = store.store().lists().owners(store.namespace());
        if (isJson()) {
            json(store, load, owners, output);
        } else {
            print(store, load, owners, output);
        }
    }

    private void failures(OpenStore store, Output output) {
        FailureKinds failures = new FailureKinds();
        store.pages(RunQuery.ALL.withChildren().status(Status.FAILED), failures::add);
        if (failures.documents().isEmpty()) {
            output.note(store.nothing("failed runs"));
        } else if (isJson()) {
            failures.documents().forEach(output::json);
        } else {
            failures.print(output, Integer.MAX_VALUE);
        }
    }

    /**
     * Returns the graphs that have runs that are due for longer than a minute, and none that is executed: no worker
     * seems to serve them.
     */
    private static List<String> unclaimed(OpenStore store, StoreLoad load) {
        if (load.queueAge().compareTo(StoreLoad.GRACE) < 0) {
            return List.of();
        }
        Instant due = Instant.now().minus(StoreLoad.GRACE);
        RunQuery waiting =
                RunQuery.ALL.withChildren().status(Status.QUEUED).until(due).limit(MOST_READ);
        return graphs(load, Status.QUEUED)
                .filter(graph -> graphs(load, Status.RUNNING).noneMatch(graph::equals))
                .filter(graph -> store.runner().list(waiting.graph(graph)).runs().stream()
                        .anyMatch(run -> run.dueAt() == null || run.dueAt().isBefore(due)))
                .sorted()
                .toList();
    }

    private static Stream<String> graphs(StoreLoad load, Status status) {
        return load.runs().stream()
                .filter(each -> each.status() == status && each.count() > 0)
                .map(StoreLoad.RunCount::graph);
    }

    /** Returns the number of runs with a status: exactly if they have not ended, else as far as a store counts them. */
    private static long count(OpenStore store, StoreLoad load, Status status) {
        return status.isEnd()
                ? store.store().lists().count(store.namespace(), status)
                : load.runs().stream()
                        .filter(each -> each.status() == status)
                        .mapToLong(StoreLoad.RunCount::count)
                        .sum();
    }

    private static void json(OpenStore store, StoreLoad load, List<OwnerRuns> owners, Output output) {
        ObjectNode json = Documents.object().put("namespace", store.namespace());
        ObjectNode runs = json.putObject("runs");
        ArrayNode more = json.putArray("orMore");
        for (Status status : Status.values()) {
            long count = count(store, load, status);
            runs.put(status.name(), count);
            if (status.isEnd() && Counts.isMore(count)) {
                more.add(status.name());
            }
        }
        json.put(
                        "oldestDueSeconds",
                        load.queueAge().isZero() ? null : (Long) load.queueAge().toSeconds())
                .put("pastDue", load.pastDue())
                .put("effectsInDoubt", load.effectsInDoubt());
        ArrayNode unclaimed = json.putArray("unclaimedGraphs");
        unclaimed(store, load).forEach(unclaimed::add);
        ArrayNode workers = json.putArray("workers");
        for (OwnerRuns each : owners) {
            ObjectNode worker = workers.addObject()
                    .put("machine", each.owner().machine())
                    .put("pid", each.owner().pid())
                    .put("runner", each.owner().runner())
                    .put("runs", each.runs());
            Documents.put(worker, "leaseUntil", each.leaseUntil());
            worker.put("isLeaseOver", each.isLeaseOver()).put("isGone", OwnerIdentity.isDead(each.owner()));
        }
        output.json(json);
    }

    private static void print(OpenStore store, StoreLoad load, List<OwnerRuns> owners, Output output) {
        Table facts = new Table(output, Column.whole("RUNS"), Column.whole("COUNT"));
        long all = 0;
        for (Status status : Status.values()) {
            long count = count(store, load, status);
            all += count;
            facts.row(
                    new Cell(status.name(), Style.of(status)),
                    Cell.of(status.isEnd() ? Counts.of(count) : Counts.exact(count)));
        }
        facts.print();
        output.line("");
        output.message("Oldest due run: "
                + (load.queueAge().isZero()
                        ? "none."
                        : "has waited " + Texts.words(load.queueAge()) + " for a worker."));
        List<String> unclaimed = unclaimed(store, load);
        if (!unclaimed.isEmpty()) {
            output.message("Graphs with due runs that no process has taken for a minute: "
                    + String.join(", ", unclaimed) + ". Start a worker that serves them, or their caller.");
        }
        output.message("Questions and waits due for more than a minute: " + load.pastDue() + ".");
        output.message("Effects in doubt: " + load.effectsInDoubt() + ".");
        output.line("");
        if (owners.isEmpty()) {
            output.message("No process executes a run.");
        } else {
            workers(owners, output);
        }
        if (all == 0) {
            output.note(store.nothing("runs"));
        }
    }

    private static void workers(List<OwnerRuns> owners, Output output) {
        Table table = new Table(
                output,
                Column.whole("PROCESS"),
                Column.extra("MACHINE"),
                Column.whole("RUNS"),
                Column.whole("FIRST LEASE ENDS"));
        for (OwnerRuns each : owners) {
            table.row(
                    Cell.of(Long.toString(each.owner().pid())),
                    Cell.of(each.owner().machine().split("/", 2)[0]),
                    Cell.of(Long.toString(each.runs())),
                    new Cell(
                            RunSheet.time(each.leaseUntil()) + trouble(each),
                            trouble(each).isEmpty() ? Style.PLAIN : Style.RED));
        }
        table.print();
    }

    private static String trouble(OwnerRuns each) {
        return OwnerIdentity.isDead(each.owner()) ? " (process gone)" : each.isLeaseOver() ? " (over)" : "";
    }
}
