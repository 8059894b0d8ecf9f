package io.stepgraph.cli;

import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Refusal;
import io.stepgraph.runtime.Actor;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import io.stepgraph.store.StoredRun;
import java.util.EnumSet;
import picocli.CommandLine.Command;

/** Cancels runs. */
@Command(
        name = "cancel",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Cancels the runs that are named, or all that fit the conditions and have not ended. A run ends at once if"
                        + " nobody executes it. Else the process that executes it ends it, at its next step or within"
                        + " seconds. The runs that a run has called are cancelled with it.",
        footer = {
            "",
            "Example: stepgraph cancel essay-1 --store runs.db --by ann",
            "         stepgraph cancel --graph example.ReviewAgent --status waiting --until 7d --store runs.db"
        })
final class CancelCommand extends ChangeCommand {
    CancelCommand() {
        super("Cancel", "cancelled", EnumSet.of(Status.QUEUED, Status.RUNNING, Status.WAITING));
    }

    @Override
    long changeAll(OpenStore store, RunQuery query, Actor actor) {
        return store.runner().as(actor).cancelAll(query);
    }

    @Override
    void change(OpenStore store, String runId, Actor actor, Output output) {
        store.runner().as(actor).cancel(runId);
        StoredRun run = store.run(runId);
        if (run.status() == Status.COMPLETED || run.status() == Status.FAILED) {
            throw new Refusal(
                    "Run '" + run.key() + "' has ended already: it is " + run.status() + ". Nothing was changed.");
        }
        print(
                output,
                Documents.object()
                        .put("id", runId)
                        .put("status", run.status().name())
                        .put("cancelRequestedBy", run.cancelRequestedBy()),
                (run.status() == Status.CANCELLED
                                ? "Run '" + run.key() + "' is cancelled."
                                : "Run '" + run.key() + "' is " + run.status()
                                        + "; the process that executes it will end it.")
                        + (store.hasCalled(runId)
                                ? " The runs that it has called are cancelled, too; a process that executes one will end"
                                        + " it."
                                : ""));
    }
}
