package io.stepgraph.cli;

import io.stepgraph.cli.io.TimeConverter;
import io.stepgraph.runtime.Names;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that choose runs. All conditions have to hold. */
final class RunConditions {
    @Option(
            names = "--status",
            paramLabel = "STATUS",
            split = ",",
            description = "Only runs with this status; can be repeated: ${COMPLETION-CANDIDATES}.")
    private List<Status> statuses = new ArrayList<>();

    @Option(names = "--graph", paramLabel = "NAME", description = "Only runs of this graph.")
    private @Nullable String graph;

    @Option(names = "--thread", paramLabel = "NAME", description = "Only runs of this thread.")
    private @Nullable String thread;

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "Only runs with this label; can be repeated.")
    private List<String> labels = new ArrayList<>();

    @Option(names = "--started-by", paramLabel = "NAME", description = "Only runs that this person or system started.")
    private @Nullable String startedBy;

    @Option(names = "--step", paramLabel = "NAME", description = "Only runs that are at this step, or were at last.")
    private @Nullable String step;

    @Option(
            names = "--failure",
            paramLabel = "TEXT",
            description = "Only runs that have failed with this text in the code or the message, as lists show it.")
    private @Nullable String failure;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "Only runs that changed at this time or later: 2025-01-31T08:00:00Z, or a duration back from"
                    + " now such as 2h or 7d.")
    private @Nullable Instant from;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "Only runs that changed before this time.")
    private @Nullable Instant until;

    /** Whether no condition was given. */
    boolean isEmpty() {
        return statuses.isEmpty()
                && graph == null
                && thread == null
                && labels.isEmpty()
                && startedBy == null
                && step == null
                && failure == null
                && from == null
                && until == null;
    }

    /** The statuses that were named; empty for all. */
    List<Status> statuses() {
        return statuses;
    }

    /**
     * Adds the conditions to a query.
     *
     * @throws IllegalArgumentException if no store can keep a name, or a label has no value
     */
    RunQuery of(RunQuery all) {
        RunQuery query = statuses.isEmpty()
                ? all
                : all.status(statuses.stream().distinct().toArray(Status[]::new));
        query = graph == null ? query : query.graph(kept(graph, "--graph"));
        query = thread == null ? query : query.thread(kept(thread, "--thread"));
        query = startedBy == null ? query : query.startedBy(kept(startedBy, "--started-by"));
        query = step == null ? query : query.step(kept(step, "--step"));
        query = failure == null ? query : query.failure(failure);
        query = from == null ? query : query.from(from);
        query = until == null ? query : query.until(until);
        for (String label : labels) {
            String[] parts = label.split("=", 2);
            if (parts.length < 2) {
                throw new IllegalArgumentException("--label: '" + label + "' has no value; write NAME=VALUE.");
            }
            query = query.label(kept(parts[0], "--label"), kept(parts[1], "--label"));
        }
        return query;
    }

    private static String kept(String name, String option) {
        return Names.kept(name, option);
    }
}
