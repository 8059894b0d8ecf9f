package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.Answer;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.Continuation;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.NewCall;
import io.stepgraph.store.NewChild;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.Owner;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.ReopenRequest;
import io.stepgraph.store.Retention;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunRemovals;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.StoredThread;
import io.stepgraph.store.ThreadKey;
import io.stepgraph.store.VisitResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store, and the words in which the promises are written. Records are compared without the time at which they were
 * read.
 */
interface StoreFixture {
    Owner ANN = new Owner("machine-a", "boot-a", 101, 1_600_000_000_000L, "runner-a");
    Owner BOB = new Owner("machine-b", "boot-b", 202, 1_600_000_000_001L, "runner-b");
    RunKey KEY = new RunKey("default", "essay-1");
    Json STATE = Json.of("{\"draft\":\"first\"}");
    Json START = Json.of("{\"state\":{\"draft\":\"first\"},\"input\":null}");
    String GRAPH = "example.Review";
    StepEntry DRAFT = new StepEntry("draft", Json.of("\"go\""), 1, 1, 0, 1, Json.of("{\"draft\":1}"));
    EffectId ORDER = new EffectId(1, "charge", "order-42", 0);
    Json EVENT = Json.of("{\"event\":\"step-finished\"}");

    StopReason COMPLETED = new StopReason.Completed(Json.of("1"));
    StopReason FAILED = new StopReason.Failed(Json.of("{}"));
    StopReason PARKED = new StopReason.Parked("in doubt", null);
    RunCommand PLAN = new RunCommand.SetMode(PermissionMode.PLAN, "dave");
    RunCommand CANCEL = new RunCommand.Cancel("dave");

    /** Practically without limit. */
    Duration LEASE = Duration.ofDays(1);

    /** Longer than any database can add to the present. */
    Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE);

    /** The store under test, empty when a test begins. */
    Store store();

    /** Lets time pass by the store's clock. */
    void pass(Duration time);

    /** Sets the wall clock of the store's machine, while no time passes. */
    void setWallClock(Duration change);

    /** Whether durations count on a monotonic clock. */
    boolean hasMonotonicClock();

    static RunKey key(String id) {
        return new RunKey(KEY.namespace(), id);
    }

    static NewRun newRun(RunKey key) {
        return newRun(key, null, null);
    }

    static NewRun newRun(RunKey key, @Nullable String thread, @Nullable Duration timeLimit) {
        return newRun(key, thread, timeLimit, Retention.KEEP_OUTCOME);
    }

    static NewRun newRun(RunKey key, @Nullable String thread, @Nullable Duration timeLimit, Retention retention) {
        return newRun(key, GRAPH, retention, thread, DRAFT, STATE, timeLimit, null, Map.of());
    }

    /** A run with the name of who starts it and with labels. */
    static NewRun labelled(RunKey key, @Nullable String startedBy, Map<String, String> labels) {
        return newRun(key, GRAPH, Retention.KEEP_OUTCOME, null, DRAFT, STATE, null, startedBy, labels);
    }

    static NewRun newRun(
            RunKey key,
            String graph,
            Retention retention,
            @Nullable String thread,
            StepEntry checkpoint,
            Json state,
            @Nullable Duration timeLimit,
            @Nullable String startedBy,
            Map<String, String> labels) {
        PermissionMode mode = PermissionMode.DEFAULT;
        List<Json> events = List.of(EVENT);
        return new NewRun(
                key,
                graph,
                "print-1",
                mode,
                START,
                retention,
                thread,
                false,
                checkpoint,
                state,
                timeLimit,
                events,
                startedBy,
                labels);
    }

    /** A call of an effect without a business key. */
    static EffectStart effectCall(EffectId id, int attempt, boolean isAgain, boolean parks, EffectEnd... earlier) {
        return new EffectStart(
                id,
                null,
                "draft",
                attempt,
                isAgain,
                false,
                "key-" + attempt,
                Json.of("{\"cents\":" + attempt + "}"),
                Json.of("{\"type\":\"object\"}"),
                parks,
                !parks,
                Duration.ofMinutes(1),
                List.of(earlier));
    }

    /** A call of the effect with the business key of {@link #ORDER}. */
    static EffectStart keyedCall(String request, boolean isAgain, Duration callTimeout) {
        return new EffectStart(
                ORDER,
                "the order",
                "draft",
                1,
                isAgain,
                true,
                "key-of-order-42",
                Json.of(request),
                Json.of("{\"type\":\"object\"}"),
                true,
                false,
                callTimeout,
                List.of());
    }

    static StepEntry at(String step, long visit) {
        return new StepEntry(step, null, visit, 1, 0, 1, null);
    }

    static Commit commit(
            long revision, long commandVersion, String fingerprint, StepEntry next, @Nullable StopReason stopReason) {
        return commit(revision, commandVersion, fingerprint, next, null, stopReason);
    }

    static Commit commit(
            long revision,
            long commandVersion,
            String fingerprint,
            StepEntry next,
            @Nullable Json state,
            @Nullable StopReason stopReason) {
        VisitResult result = new VisitResult(next, state, stopReason, null, List.of(EVENT));
        return new Commit(revision, commandVersion, fingerprint, result, List.of());
    }

    static Commit goesOn(StoredRun run, StepEntry next) {
        return goesOn(run, next, null);
    }

    static Commit goesOn(StoredRun run, StepEntry next, @Nullable Json state) {
        return commit(run.revision(), run.commandVersion(), "print-1", next, state, null);
    }

    /** The run pauses at its next visit. */
    static Commit rests(StoredRun run, StopReason stopReason) {
        return rests(run, stopReason, (Due) null);
    }

    /** The run pauses at its next visit, for this time. */
    static Commit rests(StoredRun run, StopReason stopReason, @Nullable Duration dueIn) {
        return rests(run, stopReason, dueIn == null ? null : Due.in(dueIn));
    }

    /** The run pauses at its next visit, until it is due. */
    static Commit rests(StoredRun run, StopReason stopReason, @Nullable Due due) {
        return rests(run, at("approve", run.checkpoint().visit() + 1), stopReason, due);
    }

    /** The run pauses there, until it is due. */
    static Commit rests(StoredRun run, StepEntry at, StopReason stopReason, @Nullable Due due) {
        VisitResult result = new VisitResult(at, null, stopReason, due, List.of(EVENT));
        return new Commit(run.revision(), run.commandVersion(), "print-1", result, List.of());
    }

    /** Returns the id of a run that this one calls in a visit. */
    static String childId(RunKey caller, long visit, String agent) {
        return caller.id() + "//gather." + visit + "/" + agent;
    }

    /** A run to be called at the next visit, under the name of its agent. */
    static NewChild child(StoredRun caller, int place, String agent, PermissionMode maxMode) {
        return child(caller, place, agent, agent, maxMode);
    }

    static NewChild child(StoredRun caller, int place, String agent, String name, PermissionMode maxMode) {
        String id = childId(caller.key(), caller.checkpoint().visit() + 1, name);
        String graph = caller.graph() + "/" + agent;
        return new NewChild(id, place, graph, "print-2", maxMode, DRAFT, STATE, List.of(EVENT));
    }

    /** The run calls others at its next visit, and waits for them. */
    static Commit calls(StoredRun run, @Nullable Due due, int maxFamily, NewChild... children) {
        List<String> agents = Stream.of(children)
                .map(child -> child.graph().substring(run.graph().length() + 1))
                .distinct()
                .toList();
        VisitResult result = new VisitResult(
                at("gather", run.checkpoint().visit() + 1),
                null,
                new StopReason.Called(agents, children.length),
                due,
                List.of(EVENT),
                new NewCall(List.of(children), maxFamily));
        return new Commit(run.revision(), run.commandVersion(), "print-1", result, List.of());
    }

    /** The step that took an answer refuses it: the run goes back to its question, as it waited with it. */
    static Commit refuses(StoredRun run, StoredRun waiting, @Nullable Due due) {
        return rests(run, waiting.checkpoint(), question(), due);
    }

    static StopReason.QuestionAsked question() {
        return new StopReason.QuestionAsked("nonce-1", Json.of("{\"text\":\"Approve?\"}"), Json.of("{\"oneOf\":[]}"));
    }

    /** An answer to the question that the run waits with. */
    static Answer answerTo(StoredRun run, String answer) {
        return reply(run, Json.of(answer));
    }

    /** The end of the time for the question that the run waits with. */
    static Answer expiryOf(StoredRun run) {
        return reply(run, null);
    }

    private static Answer reply(StoredRun run, @Nullable Json answer) {
        StopReason.QuestionAsked asked = (StopReason.QuestionAsked) Objects.requireNonNull(run.stopReason());
        long visit = run.checkpoint().visit();
        return anAnswer(run.key(), run.runNumber(), visit, asked.nonce(), answer, "carol");
    }

    /** The continuation of a run after an answer. */
    static StepEntry after(Answer answer) {
        long visit = answer.visit() + 1;
        return new StepEntry("revise", answer.answer(), visit, 1, 0, visit, Json.of("{\"gate\":1}"));
    }

    static Answer anAnswer(
            RunKey key, long runNumber, long visit, String nonce, @Nullable Json answer, @Nullable String by) {
        return new Answer(
                new Ticket(key.namespace(), key.id(), runNumber, visit, "approve", nonce),
                answer,
                by == null ? null : Actor.named(by),
                List.of(EVENT));
    }

    default @Nullable StoredRun start(NewRun run, Owner owner) {
        return still(store().runs().start(run, new LeaseRequest(owner, LEASE)));
    }

    /** A new run that a worker can claim at once. */
    default boolean enqueue(RunKey key) {
        return store().queue().enqueue(newRun(key), new QueueRequest(null, null, null));
    }

    default @Nullable StoredRun find(RunKey key) {
        return still(store().runs().find(key));
    }

    /** The owner that was seen, if any, is proven dead. */
    default @Nullable StoredRun acquire(StoredRun seen, Owner owner) {
        return still(
                store().runs().acquire(new AcquireRequest(seen, new LeaseRequest(owner, LEASE), true, List.of(EVENT))));
    }

    /** Acquires a run, with nothing proven of the owner that was seen. */
    default @Nullable StoredRun acquireUnproven(StoredRun seen, Owner owner) {
        return still(store().runs()
                .acquire(new AcquireRequest(seen, new LeaseRequest(owner, LEASE), false, List.of(EVENT))));
    }

    default @Nullable StoredRun answer(Answer answer, Owner owner) {
        return still(store().runs().answer(answer, new Continuation(after(answer), new LeaseRequest(owner, LEASE))));
    }

    /** Stores an answer, as a program without the graph does. */
    default @Nullable StoredRun submit(Answer answer) {
        return still(store().runs().answer(answer, null));
    }

    default StoredRun command(RunKey key, RunCommand command) {
        RunHeader changed = store().runs().command(key, command);
        StoredRun now = present(find(key));
        assertThat(now.runNumber()).isEqualTo(changed.runNumber());
        assertThat(now.status()).isEqualTo(changed.status());
        return now;
    }

    /** A new run that is to be deleted after a good end. */
    default StoredRun startedToBeDeleted(@Nullable String thread) {
        return present(start(newRun(KEY, thread, null, Retention.DELETE_ON_END), ANN));
    }

    default StoredRun started() {
        return started(KEY);
    }

    default StoredRun started(RunKey key) {
        return present(start(newRun(key), ANN));
    }

    default StoredRun found(StoredRun run) {
        return present(find(run.key()));
    }

    default StoredRun committed(StoredRun run, Commit commit) {
        if (store().runs().commit(run.lease(LEASE), commit) != CommitResult.STORED) {
            throw new AssertionError("not stored: " + commit);
        }
        return found(run);
    }

    default void assertStored(StoredRun run, Commit commit) {
        assertThat(store().runs().commit(run.lease(LEASE), commit)).isEqualTo(CommitResult.STORED);
    }

    default void assertRefused(StoredRun run, Commit commit) {
        assertThatThrownBy(() -> store().runs().commit(run.lease(LEASE), commit))
                .is(Errors.with(ErrorCode.LEASE_LOST));
    }

    default EventLog log(RunKey key, long after, int batches) {
        return Objects.requireNonNull(store().log().events(key, after, batches));
    }

    /** The thread of this name. */
    default StoredThread chat() {
        return Objects.requireNonNull(store().log().thread(new ThreadKey(KEY.namespace(), "chat")));
    }

    /** The owner's pause is not stored, and the owner gets the error of a lost lease. */
    default void assertLost(StoredRun run, StopReason late) {
        assertRefused(run, commit(run.revision(), run.commandVersion(), "print-1", run.checkpoint(), late));
        assertThat(store().log().questions(run.key())).isEmpty();
    }

    /** A new run that has paused. */
    default StoredRun rested(StopReason stopReason) {
        return rested(KEY, stopReason);
    }

    default StoredRun rested(RunKey key, StopReason stopReason) {
        StoredRun run = started(key);
        return committed(run, rests(run, stopReason));
    }

    /** A new run that has called an agent of each name. */
    default StoredRun called(String... agents) {
        return called(started(), agents);
    }

    default StoredRun called(StoredRun run, String... agents) {
        return called(run, (Due) null, agents);
    }

    default StoredRun called(StoredRun run, @Nullable Due due, String... agents) {
        NewChild[] children = IntStream.range(0, agents.length)
                .mapToObj(i -> child(run, i + 1, agents[i], PermissionMode.DEFAULT))
                .toArray(NewChild[]::new);
        return committed(run, calls(run, due, 10, children));
    }

    /** Opens a failed run again, as it was seen. */
    default boolean reopen(StoredRun failed) {
        return store().runs()
                .reopen(new ReopenRequest(
                        failed.key(),
                        failed.runNumber(),
                        failed.thread(),
                        failed.checkpoint().visit(),
                        List.of(EVENT)));
    }

    /** Prunes as many completed and cancelled runs as the store has counted before. */
    default int pruned(String namespace, Instant endedBefore, int limit) {
        RunRemovals removals = store().removals();
        int counted = removals.countPrunable(namespace, Status.COMPLETED, endedBefore, limit)
                + removals.countPrunable(namespace, Status.CANCELLED, endedBefore, limit);
        int pruned = removals.prune(namespace, endedBefore, limit);
        assertThat(Math.min(counted, limit)).as("counted before").isEqualTo(pruned);
        return pruned;
    }

    /** Prunes as many business keys as the store has counted before. */
    default int prunedKeys(String namespace, Instant calledBefore, int limit) {
        int counted = store().effects().countPrunableKeys(namespace, calledBefore, limit);
        int pruned = store().effects().pruneKeys(namespace, calledBefore, limit);
        assertThat(counted).as("counted before").isEqualTo(pruned);
        return pruned;
    }

    default StoredRun acquired(StoredRun run, Owner owner) {
        return present(acquire(run, owner));
    }

    default StoredRun released(StoredRun run) {
        store().runs().release(run.lease(LEASE));
        return found(run);
    }

    default StoredRun answered(StoredRun run, String answer) {
        return present(answer(answerTo(run, answer), BOB));
    }

    static StoredRun present(@Nullable StoredRun run) {
        if (run == null) {
            throw new AssertionError("there is no run");
        }
        return run;
    }

    private static @Nullable StoredRun still(@Nullable StoredRun run) {
        return run == null ? null : as(run, run.key(), Instant.EPOCH);
    }

    /** Returns the same run in another namespace. */
    static StoredRun elsewhere(StoredRun run) {
        return as(run, new RunKey("other", run.key().id()), run.readAt());
    }

    private static StoredRun as(StoredRun run, RunKey key, Instant readAt) {
        return new StoredRun(
                key,
                run.runNumber(),
                run.graph(),
                run.fingerprint(),
                run.status(),
                run.fencingToken(),
                run.owner(),
                run.countsCrash(),
                run.revision(),
                run.commandVersion(),
                run.mode(),
                run.cancelRequestedBy(),
                run.start(),
                run.retention(),
                run.thread(),
                run.checkpoint(),
                run.state(),
                run.stopReason(),
                run.startedAt(),
                run.deadline(),
                run.leaseUntil(),
                run.dueAt(),
                run.lastEvent(),
                run.calledBy(),
                run.stopAs(),
                readAt);
    }
}
