package io.stepgraph.cli;

import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.runtime.Actor;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import io.stepgraph.store.StoredRun;
import java.util.EnumSet;
import picocli.CommandLine.Command;

/** Opens failed runs again at the visit that failed, for a worker or a call that has the agent. */
@Command(
        name = "retry",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Opens failed runs again: those that are named, or all that fit the conditions, whose failures are counted"
                        + " first. A run continues at the step that failed, with the next worker or call that has its"
                        + " agent. Of a run that has failed in a call, the called runs that have failed continue.",
        footer = {
            "",
            "Example: stepgraph retry essay-1 --store runs.db",
            "         stepgraph retry --step pay --failure 'the bank' --from 2h --store runs.db"
        })
final class RetryCommand extends ChangeCommand {
    RetryCommand() {
        super("Retry", "retried", EnumSet.of(Status.FAILED));
    }

    @Override
    long changeAll(OpenStore store, RunQuery query, Actor actor) {
        return store.runner().as(actor).retryAll(query);
    }

    @Override
    void change(OpenStore store, String runId, Actor actor, Output output) {
        store.runner().as(actor).retry(runId);
        StoredRun run = store.run(runId);
        print(
                output,
                Documents.object().put("id", runId).put("status", run.status().name()),
                "Run '" + run.key() + "' is " + run.status() + " at step '"
                        + run.checkpoint().step() + "'.");
    }
}
