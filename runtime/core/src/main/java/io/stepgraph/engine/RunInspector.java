package io.stepgraph.engine;

import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.log.RunJson;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunLook;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredMessage;
import io.stepgraph.store.StoredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the runs of a store as JSON, whatever their graphs: for a console or a command line that does not have the
 * classes of the agents. It writes nothing. Safe for use by many threads.
 *
 * <pre>{@code
 * RunInspector inspector = RunInspector.of(store, "default");
 * EventCursor cursor = EventCursor.BEGINNING;
 * for (RunInspector.Event event : inspector.events("essay-1", cursor)) {
 *     print(event.json());
 *     cursor = event.cursor();
 * }
 * }</pre>
 */
public final class RunInspector {
    private static final int BATCHES = 64;

    private final Store store;
    private final String namespace;

    private RunInspector(Store store, String namespace) {
        this.store = store;
        this.namespace = namespace;
    }

    /**
     * An inspector of the runs of one namespace.
     *
     * @param store the store, which stays the caller's to close
     * @param namespace the namespace of the runs
     */
    public static RunInspector of(Store store, String namespace) {
        return new RunInspector(
                Objects.requireNonNull(store, "store"),
                Names.checked(namespace, "namespace", "The name of a namespace"));
    }

    /**
     * An event of a run.
     *
     * @param cursor the place of the event, after which the next call of {@link #events} begins
     * @param json the event as an object: {@code cursor}, {@code at}, {@code runId} and {@code event}, which is the
     *     kind, then the fields of that kind. A question and an answer name their {@code ticket} as {@link Ticket#id}
     *     writes it
     */
    public record Event(EventCursor cursor, Json json) {}

    /**
     * Reads the stored events of a run that follow a cursor: a page of them, about a mebibyte at most. The pages of a
     * run that is read to its last stored event are empty until more is stored.
     *
     * @param runId the run
     * @param after the cursor of the last event that is known; {@link EventCursor#BEGINNING} for all events
     * @return the events; events that are damaged, or that a newer build wrote, are returned as stored
     * @throws RunNotFoundException if there is no such run, or if the cursor is that of an earlier run with this id
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if events may be missing
     * @throws StoreUnavailableException if the store does not answer
     */
    public List<Event> events(String runId, EventCursor after) {
        RunKey key = key(runId);
        EventLog page = store.log().events(key, after.sequence(), BATCHES);
        if (page == null || (after.runNumber() != 0 && after.runNumber() != page.runNumber())) {
            throw key.notFound();
        }
        page.checkFollows(key, after.sequence());
        RunRef run = new RunRef(key.namespace(), key.id(), page.runNumber());
        Supplier<@Nullable Json> result =
                () -> found(key).stopReason() instanceof StopReason.Completed succeeded ? succeeded.output() : null;
        List<Event> events = new ArrayList<>();
        for (EventLog.Batch batch : page.batches()) {
            long number = batch.first();
            for (Json event : RunJson.events(run, number, batch.count(), batch.at(), batch.events(), result)) {
                if (number > after.sequence()) {
                    events.add(new Event(new EventCursor(run.runNumber(), number), event));
                }
                number++;
            }
        }
        return events;
    }

    /**
     * Looks at a run, at any time, also while a step works (Q4).
     *
     * @param runId the run
     * @return where it stands; empty if there is no such run
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the stored run cannot be read
     * @throws StoreUnavailableException if the store does not answer
     */
    public Optional<RunLook> look(String runId) {
        return Optional.ofNullable(store.lists().look(key(runId)));
    }

    /**
     * Lists the messages of a run that no step has taken yet, in their order (Q6).
     *
     * @param runId the run
     * @param limit how many at most; not below zero
     * @return the messages; empty if none waits
     * @throws RunNotFoundException if there is no such run
     * @throws StoreUnavailableException if the store does not answer
     */
    public List<StoredMessage> messages(String runId, int limit) {
        RunKey key = key(runId);
        if (store.runs().summary(key) == null) {
            throw key.notFound();
        }
        return store.messages().waiting(key, limit);
    }

    /**
     * Reads the question that a run waits with: {@code ticket}, {@code step}, {@code visit}, {@code question}, {@code
     * answerSchema} (JSON Schema) and {@code expiresAt}. {@link Runner#answer(String,
     * String)} takes the ticket and an answer.
     *
     * @param runId the run
     * @return the question; null if the run waits with none
     * @throws RunNotFoundException if there is no such run
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the stored question cannot be read
     * @throws StoreUnavailableException if the store does not answer
     */
    public @Nullable Json question(String runId) {
        return read(runId, "question", RunJson::question);
    }

    /**
     * Reads how a run has paused or ended: {@code outcome} is {@code asked}, {@code waiting}, {@code called}, {@code
     * parked}, {@code completed}, {@code failed} or {@code cancelled}, and the fields of that outcome follow; for {@code
     * called}, those of the {@code children}, each with its {@code outcome}. While a run has no outcome yet, since it or
     * an agent that it has called is queued or executed, it is {@code queued}, and nothing follows.
     *
     * @param runId the run
     * @return the outcome
     * @throws RunNotFoundException if there is no such run
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the stored outcome cannot be read
     * @throws StoreUnavailableException if the store does not answer
     */
    public Json outcome(String runId) {
        return read(runId, "outcome", run -> RunJson.outcome(run, store::calls));
    }

    private <T extends @Nullable Json> T read(String runId, String what, Function<StoredRun, T> reading) {
        StoredRun run = found(key(runId));
        try {
            return reading.apply(run);
        } catch (UnreadableValueException | IllegalArgumentException damaged) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "The stored " + what + " of run '" + run.key() + "' cannot be read. " + damaged.getMessage(),
                    damaged);
        }
    }

    /**
     * Reads the stack trace of a run that has failed. It holds the messages of the exceptions, so it may hold values of
     * the agent: show it to those who may see the state. A retry drops it, as the deletion of the run does.
     *
     * @param runId the run
     * @return the trace, 8 kB at most; null if the run has not failed, if nothing was thrown, or if its runner
     *     {@linkplain RunnerBuilder#failureTrace keeps none}
     * @throws RunNotFoundException if there is no such run
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the stored run cannot be read
     * @throws StoreUnavailableException if the store does not answer
     */
    public @Nullable String failureTrace(String runId) {
        return found(key(runId)).stopReason() instanceof StopReason.Failed failed ? failed.trace() : null;
    }

    private StoredRun found(RunKey key) {
        StoredRun run = store.runs().find(key);
        if (run == null) {
            throw key.notFound();
        }
        return run;
    }

    private RunKey key(String runId) {
        return new RunKey(namespace, Names.checked(runId, "runId", "The id of a run"));
    }
}
