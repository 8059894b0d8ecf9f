package io.stepgraph.crash;

import io.stepgraph.store.EventLog;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/** The log of a run as it is stored, and what has to hold of every log (V1). */
final class StoredLog {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> TERMINAL = Set.of("completed", "failed", "cancelled");
    private static final String REOPENED = "reopened";
    private static final Set<String> OF_OTHERS = Set.of("taken-over", "resumed", "mode-changed", "failed", REOPENED);
    private static final List<String> FIELDS =
            List.of("event", "step", "visit", "attempt", "question", "answer", "next");

    private final StoredRun run;
    private final EventLog log;
    private final List<ObjectNode> events = new ArrayList<>();

    private StoredLog(StoredRun run, EventLog log) {
        this.run = run;
        this.log = log;
        for (EventLog.Batch batch : log.batches()) {
            for (JsonNode event : JSON.readTree(batch.events().utf8())) {
                events.add((ObjectNode) event);
            }
        }
    }

    static StoredLog read(Store store, StoredRun run) {
        return new StoredLog(run, Objects.requireNonNull(store.events(run.key(), 0, Integer.MAX_VALUE)));
    }

    /** The violations in it. Empty if there is none. */
    List<String> violations() {
        List<String> wrong = new ArrayList<>();
        long last = 0;
        int told = 0;
        for (EventLog.Batch batch : log.batches()) {
            if (batch.first() != last + 1) {
                wrong.add("the log goes from event " + last + " to " + batch.first());
            }
            last = batch.last();
            told += batch.count();
        }
        if (told != events.size() || run.lastEvent() != events.size()) {
            wrong.add("the log holds " + events.size() + " events, numbered to " + told + " and " + run.lastEvent());
        }
        if (count("started") != 1 || !kind(0).equals("started")) {
            wrong.add("the log does not begin with its only start: " + events);
        }
        if (!isEndedOnceWhenever() || run.status().isEnd() != log.isComplete()) {
            wrong.add("the run is " + run.status() + ", and its log does not tell so: " + events);
        }
        return wrong;
    }

    /** Whether there is one terminal event for the end, and one before each time that the run was reopened; all of them last. */
    private boolean isEndedOnceWhenever() {
        boolean hasEnded = false;
        for (ObjectNode event : events) {
            if (hasEnded != REOPENED.equals(kind(event))) {
                return false;
            }
            hasEnded = TERMINAL.contains(kind(event));
        }
        return run.status().isEnd() == hasEnded;
    }

    int count(String kind) {
        return (int) events.stream().filter(event -> kind(event).equals(kind)).count();
    }

    /**
     * The effects of the run, in all its processes and in spite of all crashes: the same for every run that ends well. A
     * visit at which it was reopened begins again.
     */
    List<String> story() {
        List<String> story = new ArrayList<>();
        for (ObjectNode event : events) {
            if (kind(event).equals(REOPENED)) {
                String visit = " " + text(event.path("step")) + " " + text(event.path("visit")) + " ";
                story.removeIf(told -> told.startsWith("step-") && told.contains(visit));
            }
            if (!OF_OTHERS.contains(kind(event))) {
                story.add(FIELDS.stream()
                        .filter(event::has)
                        .map(field -> text(event.path(field)))
                        .collect(Collectors.joining(" ")));
            }
        }
        return story;
    }

    /** The text of a field of the first event of a kind; empty if there is none. */
    String first(String kind, String field) {
        return events.stream()
                .filter(event -> kind(event).equals(kind))
                .map(event -> text(event.path(field)))
                .findFirst()
                .orElse("");
    }

    /** The person who gave the stored answer. */
    String winner() {
        return events.stream()
                .filter(event -> kind(event).equals("answered"))
                .map(event -> text(event.path("answer").path("by")))
                .findFirst()
                .orElse("nobody");
    }

    private static String text(JsonNode value) {
        return value.isContainer() ? value.toString() : value.asString();
    }

    private String kind(int event) {
        return kind(events.get(event));
    }

    private static String kind(JsonNode event) {
        return event.path("event").asString();
    }

    @Override
    public String toString() {
        return events.toString();
    }
}
