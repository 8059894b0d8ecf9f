package io.stepgraph.cli;

import io.stepgraph.cli.io.Counts;
import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Table;
import io.stepgraph.cli.io.Table.Cell;
import io.stepgraph.cli.io.Table.Column;
import io.stepgraph.store.NamespaceRuns;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the namespaces that have runs. */
@Command(
        name = "namespaces",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Lists the namespaces that have runs, and how many each has: 10,000+ stands for so many or more.",
        footer = {"", "Example: stepgraph namespaces --store runs.db"})
final class NamespacesCommand extends StoreCommand {
    private static final int PAGE = 100;

    @Option(
            names = "--limit",
            paramLabel = "N",
            converter = Limit.class,
            defaultValue = "50",
            description = "How many namespaces at most; 0 for all. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Override
    void run(OpenStore store, Output output) {
        Table table = new Table(output, Column.whole("NAMESPACE"), Column.whole("RUNS"));
        int left = limit == 0 ? Integer.MAX_VALUE : limit;
        String last = "";
        List<NamespaceRuns> page;
        do {
            int asked = Math.min(left, PAGE);
            page = store.store().lists().namespaces(last, asked);
            page.forEach(each -> print(each, output, table));
            table.print();
            last = page.isEmpty() ? last : page.get(page.size() - 1).namespace();
            left = page.size() < asked ? 0 : left - asked;
        } while (left > 0);
        if (last.isEmpty()) {
            output.note("The store has no runs.");
        } else if (!store.store().lists().namespaces(last, 1).isEmpty()) {
            output.hint("There are more namespaces; --limit 0 lists all.");
        }
    }

    private void print(NamespaceRuns each, Output output, Table table) {
        if (isJson()) {
            output.json(Documents.object()
                    .put("namespace", each.namespace())
                    .put("runs", each.runs())
                    .put("orMore", Counts.isMore(each.runs())));
        } else {
            table.row(Cell.of(each.namespace()), Cell.of(Counts.of(each.runs())));
        }
    }
}
