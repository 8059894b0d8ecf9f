package io.stepgraph.spring;

import io.stepgraph.engine.WorkerStatus;
import io.stepgraph.store.Status;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoreLoad;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** The endpoint {@code /actuator/stepgraph}: what waits in the store, and what the worker does. */
@Endpoint(id = "stepgraph")
public final class StepgraphEndpoint {
    private static final int MOST_QUESTIONS = 100;

    private final Store store;
    private final String namespace;
    private final @Nullable WorkerLifecycle worker;

    StepgraphEndpoint(Store store, String namespace, @Nullable WorkerLifecycle worker) {
        this.store = store;
        this.namespace = namespace;
        this.worker = worker;
    }

    /**
     * The numbers of this moment, for one namespace.
     *
     * @param namespace the namespace of the runner
     * @param runs how many runs have each status, counted up to 10,000
     * @param unfinished the unfinished runs by graph and status
     * @param openQuestions how many questions wait for an answer, counted up to 100
     * @param effectsInDoubt how many effects a person has to resolve
     * @param queueAge how long the oldest due run has waited for a worker
     * @param worker what the worker does; null if there is none
     */
    public record Report(
            String namespace,
            Map<Status, Long> runs,
            List<StoreLoad.RunCount> unfinished,
            int openQuestions,
            long effectsInDoubt,
            Duration queueAge,
            @Nullable WorkerStatus worker) {

        /** Copies the map and the list. */
        public Report {
            runs = Collections.unmodifiableMap(new EnumMap<>(runs));
            unfinished = List.copyOf(unfinished);
        }
    }

    /** Reads the numbers. */
    @ReadOperation
    public Report report() {
        StoreLoad load = store.lists().load(namespace);
        Map<Status, Long> runs = new EnumMap<>(Status.class);
        for (Status status : Status.values()) {
            runs.put(status, store.lists().count(namespace, status));
        }
        return new Report(
                namespace,
                runs,
                load.runs(),
                store.lists()
                        .questions(namespace, null, MOST_QUESTIONS)
                        .questions()
                        .size(),
                load.effectsInDoubt(),
                load.queueAge(),
                worker == null ? null : worker.status().orElse(null));
    }
}
