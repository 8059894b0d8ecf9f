package io.stepgraph.cli.run;

import io.stepgraph.cli.io.Counts;
import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.draw.Picture;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.CallProgress;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.RunLook;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredMessage;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A run with everything that its store knows of it.
 *
 * @param run the run
 * @param look its labels, and how many messages wait
 * @param history its log
 * @param question the question that it waits with; null if it waits with none
 * @param outcome how it has paused or ended
 * @param messages the first messages that wait
 * @param effects its effects
 * @param graph its stored graph; null if no runner has saved it, or if it is damaged
 * @param waitsFor what it waits for, in words; null if it waits for nothing
 * @param family the family of the run; without members if it has called nobody and nobody has called it
 */
public record RunView(
        StoredRun run,
        RunLook look,
        Timeline history,
        @Nullable JsonNode question,
        JsonNode outcome,
        List<StoredMessage> messages,
        List<EffectRecord> effects,
        @Nullable Picture graph,
        @Nullable String waitsFor,
        Family family) {
    private static final int MOST_MESSAGES = 100;

    /**
     * Reads a run.
     *
     * @param keepsEvents if true, the history has its events
     * @throws io.stepgraph.runtime.RunNotFoundException if there is no such run
     */
    public static RunView read(OpenStore store, String runId, boolean keepsEvents) {
        StoredRun run = store.run(runId);
        return new RunView(
                run,
                store.look(runId),
                Timeline.read(store.inspector(), runId, keepsEvents),
                document(store.inspector().question(runId)),
                Documents.stored(store.inspector().outcome(runId)),
                store.store().messages().waiting(run.key(), MOST_MESSAGES),
                store.store().effects().find(run.key()),
                picture(store.store().log().graph(run.graph(), run.fingerprint())),
                waitsFor(store, run),
                Family.of(store, run));
    }

    private static @Nullable String waitsFor(OpenStore store, StoredRun run) {
        if (run.stopReason() instanceof StopReason.Called) {
            CallProgress call = store.store()
                    .calls()
                    .progress(run.runNumber(), run.checkpoint().visit(), false, 1);
            return call.size() - call.ended() + " of " + Counts.of(call.size(), "agent") + " of '"
                    + run.checkpoint().step() + "'";
        }
        return run.waitsFor();
    }

    private static @Nullable JsonNode document(@Nullable Json json) {
        return json == null ? null : Documents.stored(json);
    }

    private static @Nullable Picture picture(@Nullable Json json) {
        try {
            return json == null ? null : Picture.of(Documents.plain(Documents.stored(json)));
        } catch (IllegalArgumentException damaged) {
            return null;
        }
    }

    /** Whether it has neither paused nor ended. */
    boolean isQueued() {
        return outcome.path("outcome").asString("").equals("queued");
    }

    /** The stack trace of its failure; null if it has none. */
    @Nullable String failureTrace() {
        return run.stopReason() instanceof StopReason.Failed failed ? failed.trace() : null;
    }

    /**
     * A step on the path of a run.
     *
     * @param step its name
     * @param visits how often the run has visited it
     * @param took how long its attempts took together; null if none has ended
     * @param isPresent if true, the run is there
     */
    record PathStep(String step, int visits, @Nullable Duration took, boolean isPresent) {}

    /** The steps in the order of the graph, and then those that the graph does not have any more. */
    List<PathStep> path() {
        Map<String, Integer> visits = history.visits();
        String present = run.checkpoint().step();
        List<String> names = new ArrayList<>();
        if (graph != null) {
            graph.nodes().stream()
                    .filter(node -> switch (node.shape()) {
                        case STEP, GATED, INTERRUPT -> true;
                        case START, END, FAIL, RESULT, AGENT -> false;
                    })
                    .forEach(node -> names.add(node.id()));
        }
        visits.keySet().stream().filter(step -> !names.contains(step)).forEach(names::add);
        if (!names.contains(present)) {
            names.add(present);
        }
        return names.stream()
                .map(step -> new PathStep(
                        step, visits.getOrDefault(step, 0), history.took().get(step), step.equals(present)))
                .toList();
    }

    /** The graph with the path of the run; null if the store has no graph. */
    public @Nullable Picture picture() {
        return graph == null ? null : graph.with(history.trail(run));
    }
}
