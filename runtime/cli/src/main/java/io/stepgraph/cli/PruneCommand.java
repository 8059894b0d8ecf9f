package io.stepgraph.cli;

import io.stepgraph.cli.io.Counts;
import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.TimeConverter;
import java.time.Instant;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Deletes runs that ended long ago. */
@Command(
        name = "prune",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Deletes runs that ended long ago, with their events, questions and effects. Runs that have not"
                + " ended stay.",
        footer = {"", "Example: stepgraph prune --older-than 30d --dry-run --store runs.db"})
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
            names = "--keys-older-than",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description =
                    "Also delete business keys of effects whose last call was over before this. An effect with such a"
                            + " key may then be performed again.")
    private @Nullable Instant calledBefore;

    @Option(
            names = "--limit",
            paramLabel = "N",
            converter = Limit.class,
            defaultValue = "0",
            description = "How many runs, and how many business keys, at most; 0 for all. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Option(names = "--dry-run", description = "Only count what would be deleted.")
    private boolean isDryRun;

    @Override
    void run(OpenStore store, Output output) {
        if (isDryRun) {
            count(store, output);
        } else {
            delete(store, output);
        }
    }

    private void count(OpenStore store, Output output) {
        int most = limit == 0 ? Integer.MAX_VALUE : limit;
        int runs = store.store().removals().countPrunable(store.namespace(), endedBefore, most);
        int keys = calledBefore == null
                ? 0
                : store.store().effects().countPrunableKeys(store.namespace(), calledBefore, most);
        if (isJson()) {
            output.json(Documents.object().put("wouldDelete", runs).put("wouldDeleteKeys", keys));
        } else {
            output.message(Counts.of(runs, "run") + " would be deleted. Nothing was deleted.");
            if (calledBefore != null) {
                output.message(Counts.of(keys, "business key") + " would be deleted. Nothing was deleted.");
            }
        }
    }

    private void delete(OpenStore store, Output output) {
        String namespace = store.namespace();
        long deleted =
                deleteAll("runs", batch -> store.store().removals().prune(namespace, endedBefore, batch), output);
        Instant before = calledBefore;
        long keys = before == null
                ? 0
                : deleteAll("keys", batch -> store.store().effects().pruneKeys(namespace, before, batch), output);
        if (isJson()) {
            output.json(Documents.object().put("deleted", deleted).put("deletedKeys", keys));
        } else {
            output.message(Counts.of(deleted, "run") + " deleted.");
            if (before != null) {
                output.message(Counts.of(keys, "business key") + " deleted.");
            }
        }
    }

    /** Deletes in batches, so that no transaction is long. */
    private long deleteAll(String what, IntUnaryOperator delete, Output output) {
        long deleted = 0;
        int batch;
        int asked;
        do {
            asked = limit == 0 ? BATCH : (int) Math.min(BATCH, limit - deleted);
            batch = asked == 0 ? 0 : delete.applyAsInt(asked);
            deleted += batch;
            if (batch == BATCH) {
                output.hint(deleted + " " + what + " deleted …");
            }
        } while (asked > 0 && batch == asked);
        return deleted;
    }
}
