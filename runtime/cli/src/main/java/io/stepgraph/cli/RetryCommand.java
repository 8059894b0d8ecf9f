package io.stepgraph.cli;

import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.engine.store.RunRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Opens a failed run again at the visit that failed, for a worker or a call that has the agent. */
@Command(
        name = "retry",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Opens a failed run again. It continues at the step that failed, with the next worker or call that"
                        + " has its agent.",
        footer = {"", "Example: stepgraph retry essay-1 --store runs.db"})
final class RetryCommand extends StoreCommand {
    @Parameters(paramLabel = "RUN", description = "The id of the run.")
    private String runId;

    @Override
    void check() {
        checkId(runId);
    }

    @Override
    void run(OpenStore store, Output output) {
        store.runner().retry(runId);
        RunRecord run = store.run(runId);
        if (isJson()) {
            output.json(Documents.object()
                    .put("id", runId)
                    .put("status", run.status().name()));
        } else {
            output.message("Run '" + run.key() + "' is " + run.status() + " at step '"
                    + run.checkpoint().step() + "'.");
        }
    }
}
