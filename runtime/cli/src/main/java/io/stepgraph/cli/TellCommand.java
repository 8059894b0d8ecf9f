package io.stepgraph.cli;

import io.stepgraph.cli.io.AnswererOption;
import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.JsonArgument;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Refusal;
import io.stepgraph.runtime.Names;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends a message to a run, or withdraws one. */
@Command(
        name = "tell",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Sends a message to a mailbox of a run, which takes it when it comes there.",
        footer = {
            "",
            "Example: stepgraph tell cluster-1 serve '{\"@type\": \"Drain\"}' --id u8 --store runs.db --by ann",
            "         stepgraph tell cluster-1 serve --id u8 --withdraw --store runs.db",
            "If several kinds of messages are accepted, @type names the kind."
        })
final class TellCommand extends StoreCommand {
    @Parameters(index = "0", paramLabel = "RUN", description = "The id of the run.")
    private String runId;

    @Parameters(index = "1", paramLabel = "MAILBOX", description = "The name of the mailbox.")
    private String mailbox;

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "JSON",
            description = "The message; - reads the standard input, @FILE reads a file.")
    private @Nullable String message;

    @Option(
            names = "--id",
            required = true,
            paramLabel = "ID",
            description = "The id of the message: the same message with the same id again changes nothing.")
    private String id;

    @Option(names = "--withdraw", description = "Remove the message, if the run has not taken it yet.")
    private boolean isWithdrawn;

    @Mixin
    private AnswererOption by;

    private String json = "";

    @Override
    void check() {
        checkId(runId);
        by.check();
        checked(() -> Names.checked(id, "ID", "--id, the id of the message,"));
        if (isWithdrawn != (message == null)) {
            throw wrong(isWithdrawn ? "--withdraw takes no JSON." : "Give the message as JSON, or --withdraw.");
        }
        String given = message;
        if (given != null) {
            checked(() -> json = JsonArgument.read("The message", given, System.in));
        }
    }

    @Override
    void run(OpenStore store, Output output) {
        store.check(runId);
        if (!isWithdrawn) {
            store.runner().as(by.actor()).tell(runId, mailbox, id, json);
        } else if (!store.runner().as(by.actor()).withdraw(runId, mailbox, id)) {
            throw new Refusal("No message '" + id + "' waits in '" + mailbox + "' of run '" + runId
                    + "': the run has taken it, or there was none. `stepgraph show` lists those that wait.");
        }
        print(
                output,
                Documents.object()
                        .put("runId", runId)
                        .put("mailbox", mailbox)
                        .put("id", id)
                        .put("status", store.look(runId).status().name()),
                "The message '" + id + "' to run '" + runId + "' is " + (isWithdrawn ? "withdrawn." : "stored."));
    }
}
