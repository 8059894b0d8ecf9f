package io.stepgraph.internal.run;

import io.stepgraph.internal.lease.RunReport;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.internal.step.RuleState;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Checkpoint;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.JsonTexts;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.Retention;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredCheckpoint;
import io.stepgraph.store.StoredRun;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The histories of the runs of one graph, and the runs that begin in them (S3). */
final class RunHistory<S, N extends Enum<N>> {
    private static final int PAGE = 16;

    /** The one part of a fork's start. No start of a user has a part of this name. */
    private static final String FORK = "fork";

    private final GraphRunner<?, S, ?, N> graph;
    private final StoredRunReader<S, N> records;
    private final RunStarter<?, S, ?, N> starter;
    private final RunnerContext runner;

    RunHistory(
            GraphRunner<?, S, ?, N> graph,
            StoredRunReader<S, N> records,
            RunStarter<?, S, ?, N> starter,
            RunnerContext runner) {
        this.graph = graph;
        this.records = records;
        this.starter = starter;
        this.runner = runner;
    }

    /** The checkpoints of a run, read page by page. */
    Stream<Checkpoint<S, N>> of(StoredRun run) {
        checkKept(run);
        return Stream.iterate(
                        page(run, 0, PAGE),
                        page -> !page.isEmpty(),
                        page -> page(run, page.get(page.size() - 1).visit(), PAGE))
                .flatMap(page -> page.stream().map(stored -> read(run, stored)));
    }

    private static void checkKept(StoredRun run) {
        if (run.retention() != Retention.KEEP_HISTORY) {
            throw new StepgraphException(
                    ErrorCode.CHECKPOINT_NOT_FOUND,
                    "Run '" + run.key() + "' keeps no history: it was started with the retention " + run.retention()
                            + ". Start runs with Retention.KEEP_HISTORY to read their history.");
        }
    }

    private List<StoredCheckpoint> page(StoredRun run, long after, int limit) {
        return runner.store().call(s -> s.lists().checkpoints(run.key(), run.runNumber(), after, limit));
    }

    /** Creates a run that begins at a checkpoint of another one, which is queued then. */
    void fork(StoredRun source, long visit, RunKey fork, Caller caller) {
        checkKept(source);
        caller.checkForks(fork);
        StoredCheckpoint from = page(source, visit - 1, 1).stream()
                .filter(each -> each.visit() == visit)
                .findFirst()
                .orElseThrow(() -> new StepgraphException(
                        ErrorCode.CHECKPOINT_NOT_FOUND,
                        "The history of run '" + source.key()
                                + "' has no visit " + visit + "; the run has come to visit "
                                + source.checkpoint().visit() + ". Nothing was stored."));
        records.checkForkable(source, from);
        Json start = Objects.requireNonNull(JsonTexts.object(Map.of(FORK, source.runNumber() + "/" + visit)));
        Map<String, String> labels = new TreeMap<>(caller.options().labels());
        labels.put("forked-from", source.key().id());
        labels.put("forked-visit", Long.toString(visit));
        StepEntry entry = forked(from.fork(), caller);
        starter.queue(
                fork,
                new RunReport(fork, null, caller.started(fork, labels)),
                (s, events) -> {
                    NewRun run = starter.newRun(fork, start, null, false, entry, from.state(), caller, labels, events);
                    return s.queue().fork(run, source.runNumber());
                },
                found -> checkSame(found, source, visit, start));
    }

    /**
     * Notes who forks a run as who has started the fork, too, unless nobody knows who has started the run (W5). The
     * question whose answer has led to the visit is the other run's, and so are its messages: the fork refuses no
     * answer, and replies to nobody.
     */
    private StepEntry forked(StepEntry entry, Caller caller) {
        GraphPlan<N> plan = graph.plan;
        RuleState inherited = graph.codecs.readRuleState(entry.ruleState(), plan.known("The fork", entry.step()));
        RuleState started = plan.startedBy(caller.name(), inherited);
        RuleState kept = RuleState.forked(RuleState.starters(inherited).isEmpty() ? inherited : started);
        return kept == inherited ? entry : entry.withRuleState(graph.codecs.write(kept));
    }

    private static void checkSame(StoredRun found, StoredRun source, long visit, Json start) {
        boolean isSame = found.start() == null ? found.runNumber() != source.runNumber() : start.equals(found.start());
        if (!isSame) {
            throw new StartConflictException("Run '" + found.key() + "' is not a fork of run '" + source.key()
                    + "' at visit " + visit + ". Use another id for the fork. Nothing was changed.");
        }
    }

    /**
     * Refuses to compare a start with a fork, which was started with a checkpoint.
     *
     * @throws StartConflictException if the run is a fork
     */
    static void checkNoFork(RunKey run, Json start) {
        if (start.text().startsWith("{\"" + FORK + "\":")) {
            throw new StartConflictException("Run '" + run
                    + "' is a fork: it was started with the checkpoint of another run. Resume it without a start, or use"
                    + " another id for another run. Nothing was changed.");
        }
    }

    private Checkpoint<S, N> read(StoredRun run, StoredCheckpoint stored) {
        StepCursor<S, N> at = records.earlier(run, stored);
        return new Checkpoint<>(stored.visit(), at.step.step, at.state, at.input, stored.at());
    }
}
