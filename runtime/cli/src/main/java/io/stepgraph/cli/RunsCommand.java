package io.stepgraph.cli;

import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Style;
import io.stepgraph.cli.io.Table;
import io.stepgraph.cli.io.Table.Cell;
import io.stepgraph.cli.io.Texts;
import io.stepgraph.cli.io.TimeConverter;
import io.stepgraph.cli.run.RunDocuments;
import io.stepgraph.cli.run.RunSheet;
import io.stepgraph.engine.store.ListedRun;
import io.stepgraph.engine.store.RunPage;
import io.stepgraph.engine.store.RunQuery;
import io.stepgraph.engine.store.RunQuery.Order;
import io.stepgraph.engine.store.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists runs. */
@Command(
        name = "runs",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Lists runs. All conditions have to hold.",
        footer = {"", "Example: stepgraph runs --store runs.db --status failed --label course=writing --from 7d"})
final class RunsCommand extends StoreCommand {
    private static final int PAGE = 500;
    private static final int LONGEST = 60;

    @Option(
            names = "--status",
            paramLabel = "STATUS",
            split = ",",
            description = "Only runs with this status; can be repeated: ${COMPLETION-CANDIDATES}.")
    private List<Status> statuses = new ArrayList<>();

    @Option(names = "--graph", paramLabel = "NAME", description = "Only runs of this graph.")
    private @Nullable String graph;

    @Option(names = "--thread", paramLabel = "NAME", description = "Only runs of this thread.")
    private @Nullable String thread;

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "Only runs with this label; can be repeated.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(names = "--started-by", paramLabel = "NAME", description = "Only runs that this person or system started.")
    private @Nullable String startedBy;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "Only runs that changed at this time or later: 2025-01-31T08:00:00Z, or a duration back from"
                    + " now such as 2h or 7d. With --order started, the time of the start counts.")
    private @Nullable Instant from;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "Only runs that changed before this time.")
    private @Nullable Instant until;

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            defaultValue = "changed",
            description = "First the run that was last changed, or last started: changed, started. Default: changed.")
    private Order order;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "How many runs at most; 0 for all. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Override
    void check() {
        if (limit < 0) {
            throw wrong("--limit is zero or more; this one is " + limit + ".");
        }
        checked(this::query);
    }

    private RunQuery query() {
        RunQuery query = RunQuery.ALL.orderBy(order).limit(limit == 0 ? PAGE : Math.min(limit, PAGE));
        query = statuses.isEmpty()
                ? query
                : query.status(statuses.stream().distinct().toArray(Status[]::new));
        query = graph == null ? query : query.graph(graph);
        query = thread == null ? query : query.thread(thread);
        query = startedBy == null ? query : query.startedBy(startedBy);
        query = from == null ? query : query.from(from);
        query = until == null ? query : query.until(until);
        for (Map.Entry<String, String> label : labels.entrySet()) {
            query = query.label(label.getKey(), label.getValue());
        }
        return query;
    }

    @Override
    void run(OpenStore store, Output output) {
        Table table =
                new Table(output, "ID", "GRAPH", "STATUS", "STEP", "WAITS FOR", "CHANGED", "STARTED BY", "LABELS");
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
            output.note("No runs.");
        } else if (next != null) {
            output.note("There may be more runs; --limit 0 lists all.");
        }
    }

    private void print(ListedRun run, Output output, Table table) {
        if (isJson()) {
            output.json(RunDocuments.of(run));
            return;
        }
        List<String> named = new ArrayList<>();
        run.labels().forEach((name, value) -> named.add(name + "=" + value));
        table.row(
                Cell.of(run.id()),
                Cell.of(run.graph()),
                new Cell(run.status().name(), Style.of(run.status())),
                Cell.of(run.step()),
                Cell.of(run.waitsFor() == null ? "" : Texts.shortened(run.waitsFor(), LONGEST)),
                Cell.of(RunSheet.time(run.changedAt())),
                Cell.of(run.startedBy() == null ? "" : run.startedBy()),
                Cell.of(Texts.shortened(String.join(" ", named), LONGEST)));
    }
}
