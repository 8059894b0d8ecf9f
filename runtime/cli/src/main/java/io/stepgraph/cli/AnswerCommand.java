package io.stepgraph.cli;

import io.stepgraph.cli.io.ActorOption;
import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.JsonArgument;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Refusal;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.Ticket;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Answers a question. */
@Command(
        name = "answer",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Answers a question. The run continues with the next worker or call that has its agent.",
        footer = {
            "",
            "Example: stepgraph answer TICKET '{\"@type\": \"Approved\"}' --store runs.db --by ann",
            "If several kinds of answers are accepted, @type names the kind; 'stepgraph show RUN' prints the schema."
        })
final class AnswerCommand extends StoreCommand {
    @Parameters(index = "0", paramLabel = "TICKET", description = "The ticket of the question.")
    private String ticket;

    @Parameters(
            index = "1",
            paramLabel = "JSON",
            description = "The answer; - reads the standard input, @@FILE reads a file.")
    private String answer;

    @Mixin
    private ActorOption by;

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            description =
                    "A role of that person; may be repeated. Nobody checks it: the log of the run says that the command line"
                            + " stated it.")
    private List<String> roles = new ArrayList<>();

    private String json = "";

    @Override
    void check() {
        by.check(roles);
        checked(() -> json = JsonArgument.read("The answer", answer, System.in));
    }

    @Override
    void run(OpenStore store, Output output) {
        String runId = runId(store.namespace());
        store.runner().as(by.answerer(roles)).answer(ticket, json);
        if (isJson()) {
            output.json(Documents.object()
                    .put("runId", runId)
                    .put("status", store.run(runId).status().name()));
        } else {
            output.message("The answer to run '" + runId + "' is stored.");
        }
    }

    private String runId(String namespace) {
        try {
            Ticket parsed = Ticket.parse(ticket);
            if (!parsed.namespace().equals(namespace)) {
                throw new Refusal("The ticket is of namespace '" + parsed.namespace() + "'; add --namespace "
                        + parsed.namespace() + ".");
            }
            return parsed.runId();
        } catch (StaleAnswerException none) {
            throw new Refusal("'" + ticket + "' is not a ticket. `stepgraph questions` lists the tickets.");
        }
    }
}
