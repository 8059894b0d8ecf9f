package io.stepgraph.internal.run;

import io.stepgraph.internal.lease.RunnerConfig;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.log.EventCodec;
import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.internal.step.RuleState;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.event.RunEvent;
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
import org.jspecify.annotations.Nullable;

/** The histories of the runs of one graph, and the runs that begin in them (S3). */
public final class RunHistory<S, N extends Enum<N>> {
    private static final int PAGE = 16;

    /** The one part of a fork's start. No start of a user has a part of this name. */
    private static final String FORK = "fork";

    private final GraphRunner<?, S, ?, N> graph;
    private final GraphPlan<N> plan;
    private final RunnerContext runner;
    private final StoredRunReader<S, N> records;
    private final StartOptions options;
    private final @Nullable Actor starter;

    public RunHistory(
            GraphRunner<?, S, ?, N> graph,
            RunnerContext runner,
            StoredRunReader<S, N> records,
            StartOptions options,
            @Nullable Actor actor) {
        this.graph = graph;
        this.plan = graph.plan;
        this.runner = runner;
        this.records = records;
        this.options = options;
        this.starter = actor;
    }

    /** The checkpoints of a run, read page by page. */
    public Stream<Checkpoint<S, N>> of(StoredRun run) {
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
    public void fork(StoredRun source, long visit, RunKey fork) {
        checkKept(source);
        if (options.startAt() != null || options.startAfter() != null) {
            throw new IllegalArgumentException(
                    "Run '" + fork + "' was not stored: a fork starts at once. Leave out startAt and startAfter.");
        }
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
        NewRun run = newRun(source, from, fork, start);
        while (!runner.store().write(fork, s -> s.queue().fork(run, source.runNumber()))) {
            StoredRun found = records.find(fork);
            if (found != null) {
                checkSame(found, source, visit, start);
                return;
            }
        }
        graph.saveGraph();
        runner.publish(started(fork, run.labels()), null);
    }

    private NewRun newRun(StoredRun source, StoredCheckpoint from, RunKey fork, Json start) {
        Map<String, String> labels = new TreeMap<>(options.labels());
        labels.put("forked-from", source.key().id());
        labels.put("forked-visit", Long.toString(from.visit()));
        RunnerConfig config = runner.config();
        return new NewRun(
                fork,
                plan.spec.name(),
                plan.spec.fingerprint(),
                config.starts().mode(),
                start,
                config.starts().retention(),
                null,
                forked(from.fork()),
                from.state(),
                config.starts().deadline(),
                List.of(EventCodec.write(started(fork, labels))),
                Names.orNull(starter),
                labels);
    }

    /** Whoever forks a run has started the fork, too, unless nobody knows who has started the run (W5). */
    private StepEntry forked(StepEntry entry) {
        RuleState inherited = graph.codecs.readRuleState(entry.ruleState(), plan, plan.known("The fork", entry.step()));
        RuleState started = plan.startedBy(Names.orNull(starter), inherited);
        return RuleState.starters(inherited).isEmpty() ? entry : entry.withRuleState(graph.codecs.write(started, plan));
    }

    private RunEvent.Started started(RunKey fork, Map<String, String> labels) {
        return new RunEvent.Started(fork.id(), Names.inLogOrNull(starter), labels);
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
    public static void checkNoFork(RunKey run, Json start) {
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
