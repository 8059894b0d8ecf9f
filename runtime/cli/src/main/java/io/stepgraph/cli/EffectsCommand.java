package io.stepgraph.cli;

import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Style;
import io.stepgraph.cli.io.Table;
import io.stepgraph.cli.io.Table.Cell;
import io.stepgraph.cli.io.Table.Column;
import io.stepgraph.cli.run.EffectNames;
import io.stepgraph.cli.run.RunDocuments;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectStatus;
import io.stepgraph.store.RunEffect;
import io.stepgraph.store.RunQuery;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists effects. */
@Command(
        name = "effects",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Lists the effects of a run, or those of all runs, which reads each run unless only effects in doubt are"
                        + " listed.",
        footer = {"", "Example: stepgraph effects --in-doubt --store runs.db"})
final class EffectsCommand extends StoreCommand {
    @Parameters(arity = "0..1", paramLabel = "RUN", description = "The id of the run. Default: all runs.")
    private @Nullable String runId;

    @Option(names = "--in-doubt", description = "Only effects that a person has to resolve.")
    private boolean inDoubt;

    private boolean isFound;

    @Override
    void check() {
        if (runId != null) {
            checkId(runId);
        }
    }

    @Override
    void run(OpenStore store, Output output) {
        Table table = new Table(
                output,
                Column.whole("RUN"),
                Column.extra("STEP"),
                Column.whole("VISIT"),
                Column.whole("EFFECT"),
                Column.whole("STATUS"),
                Column.whole("KEY"),
                Column.extra("REQUEST"));
        if (runId != null) {
            store.check(runId);
            print(store, runId, output, table);
            table.print();
        } else if (inDoubt) {
            for (RunEffect each : store.store().effects().findInDoubt(store.namespace(), Integer.MAX_VALUE)) {
                print(each.run().id(), each.effect(), output, table);
            }
            table.print();
        } else {
            // Each run is given once in the order of the starts, also if it changes meanwhile.
            store.pages(RunQuery.ALL.withChildren().orderBy(RunQuery.Order.STARTED), page -> {
                page.forEach(run -> print(store, run.id(), output, table));
                table.print();
            });
        }
        if (!isFound) {
            String what = inDoubt ? "effects in doubt" : "effects";
            output.note(runId == null ? store.nothing(what) : "Run '" + store.key(runId) + "' has no " + what + ".");
        }
    }

    private void print(OpenStore store, String run, Output output, Table table) {
        for (EffectRecord effect : store.store().effects().find(store.key(run))) {
            if (!inDoubt || effect.status() == EffectStatus.IN_DOUBT) {
                print(run, effect, output, table);
            }
        }
    }

    private void print(String run, EffectRecord effect, Output output, Table table) {
        isFound = true;
        if (isJson()) {
            output.json(RunDocuments.of(run, effect));
        } else {
            table.row(
                    Cell.of(run),
                    Cell.of(effect.step()),
                    Cell.of(Long.toString(effect.id().visit())),
                    Cell.of(EffectNames.of(effect)),
                    new Cell(
                            effect.status().name(), effect.status() == EffectStatus.IN_DOUBT ? Style.RED : Style.PLAIN),
                    Cell.of(effect.key()),
                    Cell.of(Documents.line(Documents.stored(effect.request()))));
        }
    }
}
