package io.stepgraph.cli;

import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.TimeConverter;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Deletes runs that ended long ago. */
@Command(
        name = "prune",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Deletes runs that ended long ago, with their events, questions and effects. Runs that have not"
                + " ended stay.",
        footer = {"", "Example: stepgraph prune --older-than 30d --store runs.db"})
final class PruneCommand extends StoreCommand {
    private static final int BATCH = 500;

    @Option(
            names = "--older-than",
            required = true,
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "Delete runs that ended before this: a duration back from now such as 30d, or a time.")
    private Instant endedBefore;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "0",
            description = "How many runs at most; 0 for all. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Override
    void check() {
        if (limit < 0) {
            throw wrong("--limit is zero or more; this one is " + limit + ".");
        }
    }

    @Override
    void run(OpenStore store, Output output) {
        long deleted = 0;
        int batch;
        int asked;
        do {
            asked = limit == 0 ? BATCH : (int) Math.min(BATCH, limit - deleted);
            batch = asked == 0 ? 0 : store.store().prune(store.namespace(), endedBefore, asked);
            deleted += batch;
            if (batch == BATCH) {
                output.note(deleted + " runs deleted …");
            }
        } while (asked > 0 && batch == asked);
        if (isJson()) {
            output.json(Documents.object().put("deleted", deleted));
        } else {
            output.message(deleted == 1 ? "1 run deleted." : deleted + " runs deleted.");
        }
    }
}
