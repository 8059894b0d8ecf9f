package io.stepgraph.cli.run;

import io.stepgraph.cli.io.Documents;
import io.stepgraph.draw.Picture;
import io.stepgraph.engine.RunInspector;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.store.Status;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A run as its log tells it.
 *
 * @param events the events, if they were asked for
 * @param started the event of the start; null if it cannot be read
 * @param changedAt the time of the last event; empty if there is none
 * @param steps the step of each visit
 * @param took how long the attempts of each step took together
 */
public record Timeline(
        List<JsonNode> events,
        @Nullable JsonNode started,
        String changedAt,
        Map<Long, String> steps,
        Map<String, Duration> took) {
    /** The events that tell that a visit has begun. */
    private static final Set<String> VISITS =
            Set.of("step-started", "step-finished", "step-failed", "question-asked", "waiting", "called");

    /** Reads the log of a run to its end. */
    static Timeline read(RunInspector inspector, String runId, boolean keepsEvents) {
        List<JsonNode> events = new ArrayList<>();
        Map<Long, String> steps = new TreeMap<>();
        Map<String, Duration> took = new HashMap<>();
        JsonNode started = null;
        String changedAt = "";
        String step = "";
        EventCursor cursor = EventCursor.BEGINNING;
        List<RunInspector.Event> page = inspector.events(runId, cursor);
        while (!page.isEmpty()) {
            for (RunInspector.Event stored : page) {
                JsonNode event = Documents.stored(stored.json());
                String kind = event.path("event").asString("");
                if (VISITS.contains(kind) && event.path("visit").isIntegralNumber()) {
                    step = event.path("step").asString("");
                    steps.put(event.path("visit").asLong(), step);
                }
                if (event.path("durationMillis").isIntegralNumber()) {
                    took.merge(
                            step, Duration.ofMillis(event.path("durationMillis").asLong()), Duration::plus);
                }
                started = kind.equals("started") ? event : started;
                changedAt = event.path("at").asString("");
                if (keepsEvents) {
                    events.add(event);
                }
                cursor = stored.cursor();
            }
            page = inspector.events(runId, cursor);
        }
        return new Timeline(List.copyOf(events), started, changedAt, steps, took);
    }

    /** Returns the number of visits to each step. */
    Map<String, Integer> visits() {
        Map<String, Integer> visits = new LinkedHashMap<>();
        steps.values().forEach(step -> visits.merge(step, 1, Integer::sum));
        return visits;
    }

    /** The path of the run through its graph. */
    Picture.Trail trail(StoredRun run) {
        Set<List<String>> taken = new HashSet<>();
        String before = Picture.START;
        for (String step : steps.values()) {
            taken.add(List.of(before, step));
            before = step;
        }
        if (run.status() == Status.COMPLETED) {
            taken.add(List.of(before, Picture.END));
            return new Picture.Trail(new HashMap<>(visits()), taken, Picture.END);
        }
        if (!steps.containsKey(run.checkpoint().visit())) {
            // It stands before a step that it has not entered yet.
            taken.add(List.of(before, run.checkpoint().step()));
        }
        return new Picture.Trail(
                new HashMap<>(visits()), taken, run.checkpoint().step());
    }
}
