package io.stepgraph.cli;

import io.stepgraph.PermissionMode;
import io.stepgraph.cli.io.ActorOption;
import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.store.StoredRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Changes the mode of a run. */
@Command(
        name = "mode",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Changes the mode of a run, and of the runs that it has called, within the limits of their calls. A parked"
                        + " run continues if its new mode is high enough.",
        footer = {"", "Example: stepgraph mode essay-1 accept_edits --store runs.db --by ann"})
final class ModeCommand extends StoreCommand {
    @Parameters(index = "0", paramLabel = "RUN", description = "The id of the run.")
    private String runId;

    @Parameters(index = "1", paramLabel = "MODE", description = "The mode: ${COMPLETION-CANDIDATES}.")
    private PermissionMode mode;

    @Mixin
    private ActorOption by;

    @Override
    void check() {
        checkId(runId);
        by.check();
    }

    @Override
    void run(OpenStore store, Output output) {
        store.check(runId);
        store.runner().as(by.actor()).mode(runId, mode);
        StoredRun run = store.run(runId);
        print(
                output,
                Documents.object()
                        .put("id", runId)
                        .put("status", run.status().name())
                        .put("mode", run.mode().name()),
                "Run '" + run.key() + "' has the mode " + run.mode()
                        + (run.mode() == mode ? "." : ": the run that has called it allows no more.")
                        + (store.hasCalled(runId)
                                ? " The runs that it has called have it, too, or the most that their calls allow."
                                : ""));
    }
}
