package io.stepgraph.cli;

import static java.util.stream.Collectors.joining;

import io.stepgraph.cli.io.Counts;
import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.TimeConverter;
import io.stepgraph.store.EffectStore;
import io.stepgraph.store.RunRemovals;
import io.stepgraph.store.Status;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** Deletes runs that ended long ago. */
@Command(
        name = "prune",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Deletes runs that ended long ago, with their events, questions and effects. Runs that have not"
                + " ended stay, and so do failed runs, which can still be retried, unless --status names them. The runs that a"
                + " run has called are deleted with it, once all have ended.",
        footer = {
            "",
            "Example: stepgraph prune --older-than 30d --dry-run --store runs.db",
            "         stepgraph prune --older-than 365d --status failed --store runs.db"
        })
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
            names = "--status",
            paramLabel = "STATUS",
            split = ",",
            defaultValue = "completed,cancelled",
            description = "Delete runs with this status: completed, cancelled, failed; can be repeated. Default:"
                    + " ${DEFAULT-VALUE}.")
    private Set<Status> statuses = new LinkedHashSet<>();

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

    @Option(names = "--yes", description = "Do not ask before runs are deleted.")
    private boolean isAgreed;

    @Override
    void check() {
        if (!statuses.stream().allMatch(Status::isEnd)) {
            throw wrong("--status: only runs that are COMPLETED or CANCELLED or FAILED can be pruned.");
        }
    }

    @Override
    void run(OpenStore store, Output output) {
        RunRemovals runs = store.store().removals();
        EffectStore effects = store.store().effects();
        String namespace = store.namespace();
        int most = limit == 0 ? Integer.MAX_VALUE : limit;
        Map<Status, Integer> found = new EnumMap<>(Status.class);
        statuses.forEach(status ->
                found.put(status, runs.countPrunable(namespace, status, endedBefore, most - sum(found.values()))));
        Instant before = Objects.requireNonNullElse(calledBefore, Instant.MIN);
        int keys = calledBefore == null ? 0 : effects.countPrunableKeys(namespace, before, most);
        if (!isDryRun && sum(found.values()) + keys > 0) {
            output.agree(
                    isAgreed,
                    "Delete " + words(found) + (keys == 0 ? "" : " and " + Counts.of(keys, "business key"))
                            + " in namespace '" + namespace + "'");
            found.replaceAll((status, count) ->
                    deleteAll("runs", count, batch -> runs.prune(namespace, status, endedBefore, batch), output));
            keys = deleteAll("keys", keys, batch -> effects.pruneKeys(namespace, before, batch), output);
        }
        tell(found, keys, output);
    }

    private void tell(Map<Status, Integer> runs, int keys, Output output) {
        if (isJson()) {
            ObjectNode json = Documents.object().put(isDryRun ? "wouldDelete" : "deleted", sum(runs.values()));
            ObjectNode byStatus = json.putObject("byStatus");
            runs.forEach((status, count) -> byStatus.put(status.name(), count));
            output.json(json.put(isDryRun ? "wouldDeleteKeys" : "deletedKeys", keys));
            return;
        }
        String end = isDryRun ? " would be deleted. Nothing was deleted." : " deleted.";
        output.message(words(runs) + end);
        if (calledBefore != null) {
            output.message(Counts.of(keys, "business key") + end);
        }
    }

    private static int sum(Collection<Integer> counts) {
        return counts.stream().mapToInt(Integer::intValue).sum();
    }

    private static String words(Map<Status, Integer> runs) {
        String byStatus = runs.entrySet().stream()
                .filter(each -> each.getValue() > 0)
                .map(each -> Counts.exact(each.getValue()) + " " + each.getKey())
                .collect(joining(", "));
        return Counts.of(sum(runs.values()), "run") + (byStatus.isEmpty() ? "" : " (" + byStatus + ")");
    }

    /** Deletes in batches, so that no transaction is long, and no more than were counted. */
    private static int deleteAll(String what, int counted, IntUnaryOperator delete, Output output) {
        int deleted = 0;
        int batch;
        do {
            batch = delete.applyAsInt(Math.min(BATCH, counted - deleted));
            deleted += batch;
            if (batch == BATCH) {
                output.hint(deleted + " " + what + " deleted …");
            }
        } while (batch == BATCH);
        return deleted;
    }
}
