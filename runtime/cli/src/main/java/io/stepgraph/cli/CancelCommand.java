package io.stepgraph.cli;

import io.stepgraph.cli.io.Actor;
import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Refusal;
import io.stepgraph.engine.store.RunRecord;
import io.stepgraph.engine.store.Status;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Cancels a run. */
@Command(
        name = "cancel",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Cancels a run. It ends at once if nobody executes it. Else the process that executes it ends it, at its next"
                    + " step or within seconds."
        },
        footer = {"", "Example: stepgraph cancel essay-1 --store runs.db --by ann"})
final class CancelCommand extends StoreCommand {
    @Parameters(paramLabel = "RUN", description = "The id of the run.")
    private String runId;

    @Mixin
    private Actor actor;

    private String by = "";

    @Override
    void check() {
        checkId(runId);
        by = actor.name();
    }

    @Override
    void run(OpenStore store, Output output) {
        store.runner().cancel(runId, by);
        RunRecord run = store.run(runId);
        if (run.status() == Status.COMPLETED || run.status() == Status.FAILED) {
            throw new Refusal(
                    "Run '" + run.key() + "' has ended already: it is " + run.status() + ". Nothing was changed.");
        }
        if (isJson()) {
            output.json(Documents.object()
                    .put("id", runId)
                    .put("status", run.status().name())
                    .put("cancelRequestedBy", run.cancelRequestedBy()));
        } else if (run.status() == Status.CANCELLED) {
            output.message("Run '" + run.key() + "' is cancelled.");
        } else {
            output.message("Run '" + run.key() + "' is " + run.status() + "; its owner will end it.");
        }
    }
}
