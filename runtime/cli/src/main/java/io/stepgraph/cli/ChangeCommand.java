package io.stepgraph.cli;

import io.stepgraph.cli.io.ActorOption;
import io.stepgraph.cli.io.Counts;
import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Refusal;
import io.stepgraph.runtime.Actor;
import io.stepgraph.store.ListedRun;
import io.stepgraph.store.RunCursor;
import io.stepgraph.store.RunPage;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that changes one run, or all runs that fit conditions: counts them, asks, and changes them. */
abstract class ChangeCommand extends StoreCommand {
    private static final int PAGE = 1_000;

    private final String verb;
    private final String changed;
    private final Set<Status> possible;

    @Parameters(arity = "0..1", paramLabel = "RUN", description = "The id of the run. Or give conditions.")
    private @Nullable String runId;

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
        long ways = Stream.of(runId != null, isAll, !conditions.isEmpty())
                .filter(isGiven -> isGiven)
                .count();
        if (ways == 0) {
            throw wrong("Name a run, or choose runs by conditions such as --status or --graph; --all means all runs.");
        }
        if (ways > 1) {
            throw wrong("Name one run, or give conditions, or --all; not two of these.");
        }
        if (runId != null) {
            checkId(runId);
        }
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
        if (runId != null) {
            store.check(runId);
            change(store, runId, by.actor(), output);
        } else {
            changeMany(store, output);
        }
    }

    private void changeMany(OpenStore store, Output output) {
        long found = 0;
        long newest = 0;
        String next = null;
        do {
            RunPage page = store.runner().list(query().limit(PAGE).after(next));
            for (ListedRun run : page.runs()) {
                found++;
                newest = Math.max(newest, run.runNumber());
            }
            next = page.next();
        } while (next != null);
        long done = 0;
        if (found > 0) {
            agree(store, found, output);
            // A run that was started since it was counted is left alone.
            done = changeAll(store, query().after(new RunCursor(0, newest + 1).toString()), by.actor());
        }
        tell(store, found, done, output);
    }

    private void agree(OpenStore store, long found, Output output) {
        String what = verb + " " + Counts.of(found, "run") + " in namespace '" + store.namespace() + "'";
        if (!isAgreed && !output.isConfirmed(what + "?")) {
            throw new Refusal("Nothing was changed.");
        }
        output.hint(what + " …");
    }

    private void tell(OpenStore store, long found, long done, Output output) {
        if (isJson()) {
            output.json(Documents.object().put("found", found).put(changed, done));
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
