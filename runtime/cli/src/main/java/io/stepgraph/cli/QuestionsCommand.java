package io.stepgraph.cli;

import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Table;
import io.stepgraph.cli.io.Table.Cell;
import io.stepgraph.cli.io.Table.Column;
import io.stepgraph.cli.run.RunDocuments;
import io.stepgraph.cli.run.RunSheet;
import io.stepgraph.store.AnswerRule;
import io.stepgraph.store.OpenQuestion;
import io.stepgraph.store.QuestionPage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the open questions. */
@Command(
        name = "questions",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Lists the questions that runs wait with, the oldest first, and who may answer them.",
        footer = {"", "Example: stepgraph questions --store runs.db"})
final class QuestionsCommand extends StoreCommand {
    private static final int PAGE = 500;

    @Option(
            names = "--limit",
            paramLabel = "N",
            converter = Limit.class,
            defaultValue = "50",
            description = "How many questions at most; 0 for all. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Override
    void run(OpenStore store, Output output) {
        Table table = new Table(
                output,
                Column.whole("RUN"),
                Column.cut("QUESTION"),
                Column.cut("ANSWERED BY"),
                Column.extra("STEP"),
                Column.optional("EXPIRES"),
                Column.optional("TICKET"));
        int left = limit == 0 ? Integer.MAX_VALUE : limit;
        boolean isFound = false;
        String next = null;
        do {
            QuestionPage page = store.runner().questions(next, Math.min(left, PAGE));
            page.questions().forEach(question -> print(question, output, table));
            isFound |= !page.questions().isEmpty();
            left -= page.questions().size();
            next = page.next();
            table.print();
        } while (next != null && left > 0);
        if (!isFound) {
            output.note(store.nothing("open questions"));
        } else if (next != null) {
            output.hint("There may be more questions; --limit 0 lists all.");
        }
    }

    private void print(OpenQuestion question, Output output, Table table) {
        if (isJson()) {
            output.json(RunDocuments.of(question));
            return;
        }
        table.row(
                Cell.of(question.run().id()),
                Cell.of(Documents.words(Documents.stored(question.question()))),
                Cell.of(answerers(question)),
                Cell.of(question.ticket().interrupt()),
                Cell.of(question.expiresAt() == null ? "" : RunSheet.time(question.expiresAt())),
                Cell.of(question.ticket().id()));
    }

    private static String answerers(OpenQuestion question) {
        AnswerRule rule = AnswerRule.of(question.answerSchema(), question.run().id());
        return rule == null ? "anybody" : rule.words().replaceFirst("^by ", "");
    }
}
