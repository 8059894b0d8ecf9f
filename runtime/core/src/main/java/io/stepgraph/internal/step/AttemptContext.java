package io.stepgraph.internal.step;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.ApprovedEffect;
import io.stepgraph.runtime.AsksFor;
import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.event.RunEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The context of one attempt. Closed once the attempt is over or is to stop (R9). */
final class AttemptContext<E> implements StepContext<E> {
    private final AttemptRunner.Ports ports;
    private final String step;
    private final long visit;
    private final int attempt;
    private final PermissionMode mode;

    /**
     * Held while an event is published, so that subscribers get them in order; they may be slow. Closing does not need
     * it.
     */
    private final ReentrantLock publishing = new ReentrantLock();

    /** The answered question that has opened the gate of the visit; null if the step does not take it. */
    final @Nullable Answered<?, ?> approval;

    private final StepCursor<?, ?> cursor;
    private @Nullable Thread stepThread;
    private @Nullable AttemptEffects effects;

    private @Nullable List<CheckpointWork> work;
    private @Nullable List<StepReply> replies;
    private int emitted;
    private @Nullable NotStorableException refused;
    private @Nullable PermissionMode required;
    private volatile @Nullable String closed;

    AttemptContext(
            AttemptRunner.Ports ports,
            @Nullable Answered<?, ?> approval,
            StepCursor<?, ?> cursor,
            PermissionMode mode) {
        this.ports = ports;
        this.approval = approval;
        this.cursor = cursor;
        this.step = cursor.step.name;
        this.visit = cursor.visit;
        this.attempt = cursor.attempt;
        this.mode = mode;
    }

    /** Lets every later call throw, and interrupts the tasks of {@code together}. */
    synchronized void close(String why) {
        refuse(why);
        if (effects != null) {
            effects.interruptTasks();
        }
    }

    /** Lets every later call throw. The first reason stays. No custom event is taken any more. */
    private synchronized void refuse(String why) {
        if (closed == null) {
            closed = why;
        }
    }

    @Override
    public String runId() {
        return ports.runId();
    }

    @Override
    public long visit() {
        return visit;
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    public PermissionMode mode() {
        return mode;
    }

    @Override
    public void require(PermissionMode least) {
        checkCancelled();
        if (!mode.permits(least)) {
            holdBack(least);
            checkCancelled();
        }
    }

    private synchronized void holdBack(PermissionMode least) {
        checkCancelled();
        required = least;
        refuse("is over, because the run parks");
    }

    /** The step, for messages. */
    String label() {
        return "Step '" + step + "' of run '" + ports.runId() + "'";
    }

    /** The present thread executes the step. */
    synchronized void enter() {
        stepThread = Thread.currentThread();
    }

    @Override
    public <R, T> Effect<R, T> once(String name, R request, Class<T> resultType) {
        checkCancelled();
        return effects().once(name, request, resultType);
    }

    @Override
    public <R, T> ApprovedEffect<R, T> once(String name, Answered.Part<R> part, Class<T> resultType) {
        checkCancelled();
        return effects().once(name, part, resultType);
    }

    @Override
    public boolean hasBegun(String effect, String item) {
        checkCancelled();
        return effects().hasBegun(effect, item);
    }

    @Override
    public <R> void reply(AsksFor<R> message, R reply) {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(reply, "reply");
        checkCancelled();
        if (cursor.step.isMailbox) {
            throw new IllegalStateException(
                    label() + " is a mailbox and replies to the message before. Reply in the step"
                            + " that takes the message, or in one behind it.");
        }
        StepReply written;
        try {
            written = ports.replies().write(cursor.ruleState, message, reply);
        } catch (NotStorableException unstorable) {
            throw refused(unstorable);
        }
        if (written != null) {
            add(written);
        }
    }

    private synchronized void add(StepReply reply) {
        checkCancelled();
        replies = replies == null ? new ArrayList<>() : replies;
        if (replies.stream().anyMatch(given -> given.number() == reply.number())) {
            throw new IllegalStateException(label() + " replies twice to one message of mailbox '" + reply.mailbox()
                    + "'. A message gets one reply.");
        }
        replies.add(reply);
    }

    /** Returns the replies that the step has given. */
    synchronized List<StepReply> replies() {
        return replies == null ? List.of() : List.copyOf(replies);
    }

    @Override
    public <T, R extends @Nullable Object, X extends Exception> List<R> together(
            List<T> elements, int atMost, Task<T, R, X> task) throws X, InterruptedException {
        return effects().together(elements, atMost, task, ports.monitor()::enterThread);
    }

    private synchronized AttemptEffects effects() {
        if (effects == null) {
            effects = new AttemptEffects(
                    ports.effects(), this, this::refuse, ports.answered(), Objects.requireNonNull(stepThread), cursor);
        }
        return effects;
    }

    /** The result of the attempt in place of the step's own; null if the step's own counts. */
    synchronized <S, N extends Enum<N>> @Nullable AttemptResult<S, N> instead() {
        AttemptResult<S, N> ofEffects = effects == null ? null : effects.instead();
        return ofEffects != null || required == null ? ofEffects : new AttemptResult.HeldBack<>(required);
    }

    @Override
    public void atCheckpoint(CheckpointWork next) {
        Objects.requireNonNull(next, "work");
        checkCancelled();
        cursor.step.checkTransactional();
        synchronized (this) {
            checkCancelled();
            work = work == null ? new ArrayList<>() : work;
            work.add(next);
        }
    }

    /** Returns the work that the step has handed to the transaction of its commit; null if there is none. */
    synchronized @Nullable CheckpointWork work() {
        if (work == null) {
            return null;
        }
        List<CheckpointWork> all = List.copyOf(work);
        return connection -> {
            for (CheckpointWork each : all) {
                each.execute(connection);
            }
        };
    }

    @Override
    public void emit(E event) {
        Objects.requireNonNull(event, "event");
        checkCancelled();
        IntFunction<RunEvent> emission;
        try {
            emission = ports.events().encode(step, visit, attempt, event);
        } catch (NotStorableException unstorable) {
            throw refused(unstorable);
        }
        awaitTurn();
        try {
            ports.events().publish(record(emission));
        } finally {
            publishing.unlock();
        }
    }

    /** The error of the first custom event that cannot be stored; null if there is none. */
    synchronized @Nullable NotStorableException refused() {
        return refused;
    }

    /** A subscriber may let the publisher before wait, but not the cancel of this attempt. */
    private void awaitTurn() {
        try {
            publishing.lockInterruptibly();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            checkCancelled();
            publishing.lock();
        }
    }

    private synchronized RunEvent record(IntFunction<RunEvent> emission) {
        checkCancelled();
        emitted++;
        try {
            return emission.apply(emitted);
        } catch (NotStorableException tooMuch) {
            throw refused(tooMuch);
        }
    }

    private synchronized NotStorableException refused(NotStorableException unstorable) {
        refused = refused == null ? unstorable : refused;
        return unstorable;
    }

    @Override
    public void checkCancelled() {
        String why = closed;
        if (why != null) {
            throw new AttemptOverException(
                    "Attempt " + attempt + " of step '" + step + "' in run '" + ports.runId() + "' " + why + ".");
        }
    }
}
