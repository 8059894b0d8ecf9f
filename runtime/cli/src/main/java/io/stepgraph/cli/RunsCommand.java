package io.stepgraph.cli;

import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Style;
import io.stepgraph.cli.io.Table;
import io.stepgraph.cli.io.Table.Cell;
import io.stepgraph.cli.io.Table.Column;
import io.stepgraph.cli.run.Labels;
import io.stepgraph.cli.run.RunDocuments;
import io.stepgraph.cli.run.RunSheet;
import io.stepgraph.store.ListedRun;
import io.stepgraph.store.RunPage;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.RunQuery.Order;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists runs. */
@Command(
        name = "runs",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Lists runs: where each stands, and what it waits for or why it has failed. All conditions have to hold."
                        + " Runs that other runs have called are left out; `stepgraph show` shows them with their caller.",
        footer = {"", "Example: stepgraph runs --store runs.db --status failed --label course=writing --from 7d"})
final class RunsCommand extends StoreCommand {
    private static final int PAGE = 500;

    @Mixin
    private RunConditions conditions;

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            defaultValue = "changed",
            description =
                    "First the run that was last changed, or last started: changed, started. --from and --until go by"
                            + " the same time. Default: changed.")
    private Order order;

    @Option(
            names = "--limit",
            paramLabel = "N",
            converter = Limit.class,
            defaultValue = "50",
            description = "How many runs at most; 0 for all. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Option(names = "--children", description = "Also the runs that other runs have called.")
    private boolean withChildren;

    @Override
    void check() {
        checked(this::query);
    }

    private RunQuery query() {
        RunQuery all = RunQuery.ALL.orderBy(order).limit(PAGE);
        return conditions.of(withChildren ? all.withChildren() : all);
    }

    @Override
    void run(OpenStore store, Output output) {
        Table table = new Table(
                output,
                Column.whole("ID"),
                Column.whole("STATUS"),
                Column.extra("STEP"),
                Column.cut("REASON"),
                Column.optional("CHANGED"),
                Column.extra("GRAPH"),
                Column.extra("STARTED BY"),
                Column.extra("LABELS"));
        RunQuery query = query();
        int left = limit == 0 ? Integer.MAX_VALUE : limit;
        boolean isFound = false;
        String next = null;
        do {
            RunPage page = store.runner().list(query.after(next).limit(Math.min(left, PAGE)));
            page.runs().forEach(run -> print(run, output, table));
            isFound |= !page.runs().isEmpty();
            left -= page.runs().size();
            next = page.next();
            table.print();
        } while (next != null && left > 0);
        if (!isFound) {
            output.note(store.nothing(conditions.isEmpty() ? "runs" : "such runs"));
        } else if (next != null) {
            output.hint("There may be more runs; --limit 0 lists all.");
        }
    }

    private void print(ListedRun run, Output output, Table table) {
        if (isJson()) {
            output.json(RunDocuments.of(run));
            return;
        }
        table.row(
                Cell.of(run.id()),
                new Cell(run.status().name(), Style.of(run.status())),
                Cell.of(run.step()),
                Cell.of(reason(run)),
                Cell.of(RunSheet.time(run.changedAt())),
                Cell.of(run.graph()),
                Cell.of(run.startedBy() == null ? "" : run.startedBy()),
                Cell.of(Labels.line(run.labels())));
    }

    /** Returns what a run waits for, or why it has failed. */
    private static String reason(ListedRun run) {
        return Objects.requireNonNullElse(run.waitsFor(), Objects.requireNonNullElse(run.failure(), ""));
    }
}
