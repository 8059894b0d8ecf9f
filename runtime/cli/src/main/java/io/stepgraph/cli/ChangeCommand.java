package io.stepgraph.cli;

import io.stepgraph.cli.io.ActorOption;
import io.stepgraph.cli.io.Counts;
import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.run.FailureKinds;
import io.stepgraph.runtime.Actor;
import io.stepgraph.store.RunCursor;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** A command that changes runs that are named, or all runs that fit conditions: counts them, asks, and changes them. */
abstract class ChangeCommand extends StoreCommand {
    private static final int KINDS = 20;

    private final String verb;
    private final String changed;
    private final Set<Status> possible;

    @Parameters(
            arity = "0..*",
            paramLabel = "RUN",
            description = "The id of the run; can be repeated. Or give conditions.")
    private List<String> runIds = new ArrayList<>();

    @Option(names = "--all", description = "All runs of the namespace for which it is possible.")
    private boolean isAll;

    @Mixin
    private RunConditions conditions;

    @Option(names = "--yes", description = "Do not ask before many runs are changed.")
    private boolean isAgreed;

    @Mixin
    private ActorOption by;

    /**
     * A command.
     *
     * @param verb what it does, such as {@code Cancel}
     * @param changed what a run is then, such as {@code cancelled}
     * @param possible the statuses of the runs that it changes
     */
    ChangeCommand(String verb, String changed, Set<Status> possible) {
        this.verb = verb;
        this.changed = changed;
        this.possible = possible;
    }

    /** Changes one run. */
    abstract void change(OpenStore store, String id, Actor actor, Output output);

    /** Changes all runs of a query, and returns how many were changed. */
    abstract long changeAll(OpenStore store, RunQuery query, Actor actor);

    @Override
    final void check() {
        by.check();
        long ways = Stream.of(!runIds.isEmpty(), isAll, !conditions.isEmpty())
                .filter(isGiven -> isGiven)
                .count();
        if (ways == 0) {
            throw wrong("Name a run, or choose runs by conditions such as --status or --graph; --all means all runs.");
        }
        if (ways > 1) {
            throw wrong("Name runs, or give conditions, or --all; not two of these.");
        }
        runIds.forEach(this::checkId);
        if (!possible.containsAll(conditions.statuses())) {
            throw wrong("--status: only runs that are "
                    + String.join(
                            " or ", possible.stream().map(Status::name).sorted().toList()) + " can be " + changed
                    + ".");
        }
        checked(this::query);
    }

    private RunQuery query() {
        return conditions.of(RunQuery.ALL.status(possible.toArray(Status[]::new)));
    }

    @Override
    final void run(OpenStore store, Output output) {
        if (runIds.isEmpty()) {
            changeMany(store, output);
        }
        each(runIds, output, runId -> {
            store.check(runId);
            change(store, runId, by.actor(), output);
        });
    }

    private void changeMany(OpenStore store, Output output) {
        LongSummaryStatistics numbers = new LongSummaryStatistics();
        FailureKinds failures = new FailureKinds();
        store.pages(query(), page -> {
            page.forEach(run -> numbers.accept(run.runNumber()));
            failures.add(page);
        });
        long found = numbers.getCount();
        long done = 0;
        if (found > 0) {
            if (!isJson()) {
                failures.print(output, KINDS);
            }
            output.agree(isAgreed, verb + " " + Counts.of(found, "run") + " in namespace '" + store.namespace() + "'");
            // A run that was started since it was counted is left alone.
            done = changeAll(store, query().after(new RunCursor(0, numbers.getMax() + 1).toString()), by.actor());
        }
        if (isJson()) {
            ObjectNode json = Documents.object().put("found", found).put(changed, done);
            if (possible.contains(Status.FAILED)) {
                json.putArray("failures").addAll(failures.documents());
            }
            output.json(json);
        } else if (found == 0) {
            output.note(store.nothing((isAll ? "runs" : "such runs") + " that can be " + changed));
        } else {
            output.message(Counts.of(done, "run") + " " + changed + "."
                    + (done < found
                            ? " " + Counts.of(found - done, "run")
                                    + " left alone: ended or changed meanwhile, or for another reason not possible."
                            : ""));
        }
    }
}
