package io.stepgraph.cli;

import io.stepgraph.cli.io.AnswererOption;
import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.JsonArgument;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Refusal;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Answers a question. */
@Command(
        name = "answer",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Answers a question. The run continues with the next worker or call that has its agent.",
        footer = {
            "",
            "Example: stepgraph answer essay-1 '{\"@type\": \"Approved\"}' --store runs.db --by ann",
            "If several kinds of answers are accepted, @type names the kind; 'stepgraph show RUN' prints the schema."
        })
final class AnswerCommand extends StoreCommand {
    @Parameters(
            index = "0",
            paramLabel = "RUN",
            description = "The id of the run that asks; or the ticket of the question, which answers no later one.")
    private String asked;

    @Parameters(
            index = "1",
            paramLabel = "JSON",
            description = "The answer; - reads the standard input, @FILE reads a file.")
    private String answer;

    @Mixin
    private AnswererOption by;

    private String json = "";

    @Override
    void check() {
        by.check();
        checked(() -> Names.kept(asked, "RUN"));
        checked(() -> json = JsonArgument.read("The answer", answer, System.in));
    }

    @Override
    void run(OpenStore store, Output output) {
        Ticket ticket = ticket(store);
        String runId = ticket.runId();
        store.runner().as(by.actor()).answer(ticket.id(), json);
        print(
                output,
                Documents.object()
                        .put("runId", runId)
                        .put("status", store.run(runId).status().name()),
                "The answer to run '" + runId + "' is stored.");
    }

    private Ticket ticket(OpenStore store) {
        try {
            Ticket parsed = Ticket.parse(asked);
            if (!parsed.namespace().equals(store.namespace())) {
                throw new Refusal("The ticket is of namespace '" + parsed.namespace() + "'; add --namespace "
                        + parsed.namespace() + ".");
            }
            return parsed;
        } catch (StaleAnswerException none) {
            StoredRun run = store.run(asked);
            if (run.stopReason() instanceof StopReason.QuestionAsked question) {
                return run.ticket(question.nonce());
            }
            throw new Refusal("Run '" + run.key() + "' asks no question: it is " + run.status()
                    + ". `stepgraph show` tells more.");
        }
    }
}
