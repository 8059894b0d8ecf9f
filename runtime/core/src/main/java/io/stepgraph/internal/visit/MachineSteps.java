package io.stepgraph.internal.visit;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.step.AnsweredReader;
import io.stepgraph.internal.step.AttemptEffects;
import io.stepgraph.internal.step.AttemptOverException;
import io.stepgraph.internal.step.AttemptResult;
import io.stepgraph.internal.step.Failures;
import io.stepgraph.internal.step.Log;
import io.stepgraph.internal.step.StepCaller;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.ApprovedEffect;
import io.stepgraph.runtime.AsksFor;
import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.Transition;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the attempts of a machine, in the calling thread and without a limit. It is the context of all of them too, one
 * after the other, so that a step costs no allocation.
 */
final class MachineSteps<A, S, E, N extends Enum<N>> implements StepCaller<S, N>, StepContext<E> {
    private final Graph<A, S, E, N> graph;
    private final A agent;
    private final AnsweredReader answered;
    private final MachineEffects calls;
    private final Consumer<? super E> customEvents;
    private final ReentrantLock publishing = new ReentrantLock();
    private @Nullable StepCursor<S, N> visit;
    private @Nullable Thread stepThread;
    private volatile @Nullable AttemptEffects effects;
    private boolean isOpen;
    private PermissionMode mode = PermissionMode.PLAN;
    private volatile @Nullable PermissionMode required;

    MachineSteps(
            Graph<A, S, E, N> graph,
            A agent,
            AnsweredReader answered,
            MachineEffects calls,
            Consumer<? super E> customEvents) {
        this.graph = graph;
        this.agent = agent;
        this.answered = answered;
        this.calls = calls;
        this.customEvents = customEvents;
    }

    @Override
    public AttemptResult<S, N> call(
            StepCursor<S, N> cursor, S state, @Nullable Object input, PermissionMode effective) {
        // Nearly always as they are: a write of a reference costs more than a look.
        if (visit != cursor) {
            visit = cursor;
        }
        if (mode != effective) {
            mode = effective;
        }
        if (stepThread != Thread.currentThread()) {
            stepThread = Thread.currentThread();
        }
        Answered<?, ?> approval = null;
        if (cursor.step.takesAnswered) {
            try {
                approval = answered.read(cursor);
            } catch (StepgraphException unreadable) {
                return AttemptResult.unread(unreadable);
            }
        }
        AttemptResult<S, N> result = enter(cursor, state, input, approval);
        PermissionMode least = required;
        if (least == null) {
            return result;
        }
        required = null;
        return result instanceof AttemptResult.Failed<S, N> failed && Failures.isBroken(failed.thrown())
                ? result
                : new AttemptResult.HeldBack<>(least);
    }

    private AttemptResult<S, N> enter(
            StepCursor<S, N> cursor, S state, @Nullable Object input, @Nullable Answered<?, ?> approval) {
        isOpen = true;
        try {
            return new AttemptResult.Returned<>(
                    Transition.chosen(graph.enter(agent, cursor.step.step, state, input, approval, this)));
        } catch (Throwable thrown) {
            if (thrown instanceof InterruptedException) {
                // It ends up in an outcome, so the flag has to tell the caller.
                Thread.currentThread().interrupt();
            }
            return new AttemptResult.Failed<>(thrown, AttemptResult.Origin.STEP);
        } finally {
            isOpen = false;
            if (effects != null) {
                end(effects);
            }
        }
    }

    private synchronized void end(AttemptEffects ended) {
        ended.interruptTasks();
        effects = null;
    }

    @Override
    public String runId() {
        return InMemoryCheckpointer.RUN_ID;
    }

    @Override
    public long visit() {
        return present().visit;
    }

    @Override
    public int attempt() {
        return present().attempt;
    }

    @Override
    public PermissionMode mode() {
        return mode;
    }

    @Override
    public void require(PermissionMode least) {
        checkCancelled();
        if (!mode.permits(least)) {
            required = least;
            isOpen = false;
            checkCancelled();
        }
    }

    /** Returns an effect, of which each call is made, since there is no store. */
    @Override
    public <R, T> Effect<R, T> once(String name, R request, Class<T> resultType) {
        return effects().once(name, request, resultType);
    }

    @Override
    public <R, T> ApprovedEffect<R, T> once(String name, Answered.Part<R> part, Class<T> resultType) {
        return effects().once(name, part, resultType);
    }

    /** Drops the reply, since nobody has asked. */
    @Override
    public <R> void reply(AsksFor<R> message, R reply) {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(reply, "reply");
        checkCancelled();
    }

    @Override
    public <T, R extends @Nullable Object, X extends Exception> List<R> together(
            List<T> elements, int atMost, Task<T, R, X> task) throws X, InterruptedException {
        return effects().together(elements, atMost, task, () -> {});
    }

    private synchronized AttemptEffects effects() {
        StepCursor<S, N> cursor = open();
        AttemptEffects known = effects;
        if (known == null) {
            known = new AttemptEffects(calls, this, why -> {}, answered, Objects.requireNonNull(stepThread), cursor);
            effects = known;
        }
        return known;
    }

    @Override
    public boolean hasBegun(String effect, String item) {
        checkCancelled();
        return false;
    }

    /** Emits one event at a time, since tasks of {@code together} may emit at once. */
    @Override
    public void emit(E customEvent) {
        Objects.requireNonNull(customEvent, "customEvent");
        publishing.lock();
        try {
            checkCancelled();
            tell(customEvent);
        } finally {
            publishing.unlock();
        }
    }

    private void tell(E customEvent) {
        try {
            customEvents.accept(customEvent);
        } catch (Throwable thrown) {
            Failures.throwIfBroken(thrown);
            Log.listenerFailed(InMemoryCheckpointer.RUN_ID, thrown);
        }
    }

    /** Refuses work: no step of a graph that a machine takes declares work for its checkpoint. */
    @Override
    public void atCheckpoint(CheckpointWork work) {
        open().step.checkTransactional();
    }

    @Override
    public void checkCancelled() {
        open();
    }

    /** The visit that is made now, or was made last. */
    private StepCursor<S, N> present() {
        return Objects.requireNonNull(visit);
    }

    private StepCursor<S, N> open() {
        StepCursor<S, N> cursor = visit;
        if (cursor == null || !isOpen) {
            throw new AttemptOverException("The attempt that this context belongs to is over.");
        }
        return cursor;
    }
}
