package io.stepgraph.internal.step;

import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.ApprovedEffect;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.EffectCall;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.TransientException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The effects of one attempt: numbers them, refuses calls whose order is not stable, and can end the attempt (E2, E6).
 * Its monitor also guards the tasks of {@link Together}, which stop outside of the calls of effects.
 */
public final class AttemptEffects {
    private final EffectPerformer performer;
    private final StepContext<?> context;
    private final Consumer<String> closeContext;
    private final AnsweredReader answered;
    final Thread stepThread;
    private final StepCursor<?, ?> cursor;
    private final long visit;
    private final int attempt;
    private final Map<String, Integer> ordinals = new HashMap<>();
    private final Set<String> items = new HashSet<>();

    /**
     * The approved actions that this attempt performs or has performed, each by the name of its effect and its place.
     */
    private final Set<List<String>> actions = new HashSet<>();

    private @Nullable ApprovedActions approved;

    /** The effects that are being called, by thread. */
    private final Map<Thread, EffectRequest<?, ?>> inProgress = new HashMap<>();

    /** The threads that wait for a call which another attempt or run answers for, and so are in none. */
    private final Set<Thread> waiting = new HashSet<>();

    /** The threads that execute tasks of together. */
    private final Map<Thread, Together<?, ?, ?>> tasks = new HashMap<>();

    /** The threads that were interrupted, to stop at once. They are told so once, to let them clean up. */
    private final Set<Thread> interrupted = new HashSet<>();

    private @Nullable String parked;
    private boolean isAborted;

    /**
     * The effects of an attempt.
     *
     * @param context the context of the attempt
     * @param closeContext lets all later calls of the context throw, with a reason
     * @param answered reads the actions that the answer of the visit has approved
     * @param stepThread the thread that executes the step
     */
    public AttemptEffects(
            EffectPerformer performer,
            StepContext<?> context,
            Consumer<String> closeContext,
            AnsweredReader answered,
            Thread stepThread,
            StepCursor<?, ?> cursor) {
        this.performer = performer;
        this.context = context;
        this.closeContext = closeContext;
        this.answered = answered;
        this.stepThread = stepThread;
        this.cursor = cursor;
        this.visit = cursor.visit;
        this.attempt = cursor.attempt;
    }

    /** An effect that performs an approved action, not performed yet (A4). */
    public <R, T> ApprovedEffect<R, T> once(String name, Answered.Part<R> part, Class<T> resultType) {
        if (!cursor.step.takesAnswered) {
            throw new IllegalArgumentException(
                    "Effect '" + name + "' asks for a part of an answered question, but step '" + cursor.step.name
                            + "' takes none. Take Answered, with @GatedBy.");
        }
        return new ApprovedStepEffect<>(effect(name, part.value(), resultType, part));
    }

    /** Returns an effect that is not performed yet. */
    public <R, T> Effect<R, T> once(String name, R request, Class<T> resultType) {
        if (cursor.step.isExactly) {
            throw new IllegalStateException("Step '" + cursor.step.name
                    + "' does exactly what a question showed, so each of its effects asks for the action that was approved."
                    + " Write context.once(\"" + name + "\", approval.part(question -> ...), "
                    + resultType.getSimpleName() + ".class), where approval is the Answered that the step takes.");
        }
        return effect(name, request, resultType, null);
    }

    private <R, T> StepEffect<R, T> effect(
            String name, R request, Class<T> resultType, Answered.@Nullable Part<?> part) {
        List<String> declared = cursor.step.spec.effects();
        if (!declared.isEmpty() && !declared.contains(name)) {
            throw new IllegalStateException("Step '" + cursor.step.name + "' performs the effect '" + name
                    + "', which it does not declare. Add it to effects of @Step, which has " + declared + ".");
        }
        return new StepEffect<>(
                this,
                Names.checked(name, "name", "The name of an effect"),
                Objects.requireNonNull(request, "request"),
                Objects.requireNonNull(resultType, "resultType"),
                part);
    }

    boolean hasBegun(String name, String item) {
        return performer.hasBegun(visit, name, item, this);
    }

    <R, T, X extends Exception> @Nullable T call(StepEffect<R, T> effect, EffectCall<R, T, X> call) throws X {
        context.checkCancelled();
        EffectRequest<R, T> request = begin(effect);
        boolean isDone = false;
        try {
            T result = performer.perform(request, call, this);
            isDone = true;
            return result;
        } finally {
            end(request, isDone);
        }
    }

    private synchronized <R, T> EffectRequest<R, T> begin(StepEffect<R, T> effect) {
        Thread caller = Thread.currentThread();
        if (isInCall(caller)) {
            throw new IllegalStateException("Effect '" + effect.name()
                    + "' is called inside the call of another effect. Call one after the other.");
        }
        checkGoesOn();
        int ordinal = ordinal(effect, caller);
        EffectRequest<R, T> request = effect.request(cursor.step.name, visit, attempt, ordinal, action(effect));
        inProgress.put(caller, request);
        return request;
    }

    /**
     * The approved action that an effect performs; null if it performs none. Compared as late as this, so that nothing
     * can change the request in between (A4). Also a request of its own is one if it is equal: a step that was
     * {@code exactly} in an earlier build performs the same action (A5).
     */
    private @Nullable ApprovedAction action(StepEffect<?, ?> effect) {
        Answered.Part<?> part = effect.part();
        // A request that an item tells apart is none: which one of them would depend on their order.
        boolean isItem = !effect.item().isEmpty() && !effect.isKeyed();
        List<ApprovedAction> equal = part != null
                ? approved().equalTo(effect.name(), part)
                : isApproved() && !isItem ? equalTo(effect.request()) : List.of();
        for (ApprovedAction action : equal) {
            boolean isAbout = !effect.isKeyed() || action.texts().contains(effect.item());
            if (part != null && !isAbout) {
                throw new IllegalArgumentException("The business key '" + effect.item() + "' of effect '"
                        + effect.name() + "' is no text of the approved action: " + action.json()
                        + ". Take one of its texts, or leave the key out: the approval tells the action apart.");
            }
            if (isAbout && actions.add(List.of(effect.name(), action.place()))) {
                return action;
            }
        }
        if (part != null) {
            throw new IllegalArgumentException("Effect '" + effect.name() + "' of step '" + cursor.step.name
                    + "' was performed for this action before in this attempt: "
                    + equal.get(0).json()
                    + ". An approval is performed once. Leave the second call out, or ask for a list of actions.");
        }
        return null;
    }

    private List<ApprovedAction> equalTo(Object request) {
        try {
            return approved().equalTo(request);
        } catch (StepgraphException unreadable) {
            // This step does not take the question, so it need not be of this build's types.
            return List.of();
        }
    }

    private ApprovedActions approved() {
        ApprovedActions known = approved;
        if (known == null) {
            known = answered.actions(cursor);
            approved = known;
        }
        return known;
    }

    /** Whether an answer with its question has opened the gate of the visit. */
    public boolean isApproved() {
        GateAnswer opened = RuleState.entered(cursor.ruleState);
        return opened != null && opened.stored() != null;
    }

    /** Whether this attempt performs an effect for the approved action at this place, or has done so. */
    public synchronized boolean performs(String effect, String place) {
        return actions.contains(List.of(effect, place));
    }

    private int ordinal(StepEffect<?, ?> effect, Thread caller) {
        String name = effect.name();
        String item = effect.item();
        if (effect.part() != null && (!item.isEmpty() || caller != stepThread)) {
            return 0;
        }
        if (!item.isEmpty()) {
            if (!items.add(name + '\0' + item)) {
                String what = effect.isKeyed() ? "business key" : "item";
                throw new IllegalStateException("Effect '" + name + "' was called with " + what + " '" + item
                        + "' before. Give each call of one attempt " + (effect.isKeyed() ? "a " : "an ") + what
                        + " of its own.");
            }
            return 0;
        }
        if (caller != stepThread) {
            throw new IllegalStateException("Effect '" + name
                    + "' is called in together, or from another thread than the step's, where the order of calls is not"
                    + " stable. Give it an item that is the same in each attempt, as in context.once(\"" + name
                    + "\", ...).item(call.id()).call(...), or a business key.");
        }
        return ordinals.merge(name, 1, Integer::sum);
    }

    private synchronized void end(EffectRequest<?, ?> request, boolean isDone) {
        Thread caller = Thread.currentThread();
        inProgress.remove(caller);
        ApprovedAction action = request.action();
        if (action != null && !isDone) {
            actions.remove(List.of(request.name(), action.place()));
        }
        if (request.isKeyed() && isDone) {
            // A call with this business key gets the stored result from now on. An item names the part of one call.
            items.remove(request.name() + '\0' + request.item());
        }
        if (isToStop(caller)) {
            Interrupts.send(caller);
        }
    }

    /**
     * Performs a task for each element, several at a time (R13).
     *
     * @param enterThread is called first in each thread of a task
     */
    public <T, R extends @Nullable Object, X extends Exception> List<R> together(
            List<T> elements, int atMost, StepContext.Task<T, R, X> task, Runnable enterThread)
            throws X, InterruptedException {
        context.checkCancelled();
        checkGoesOn();
        return new Together<>(this, elements, atMost, task, enterThread).run(atMost);
    }

    /** The present thread begins a task. False if it must not. */
    synchronized boolean enter(Together<?, ?, ?> call) {
        return !call.isStopped && tasks.put(Thread.currentThread(), call) == null;
    }

    synchronized void leave() {
        tasks.remove(Thread.currentThread());
    }

    /** Lets no further element begin, and interrupts the tasks that are in no call of an effect. */
    synchronized void stop(Together<?, ?, ?> call) {
        if (!call.isStopped) {
            call.isStopped = true;
            tasks.forEach((thread, of) -> {
                if (of == call && !inProgress.containsKey(thread)) {
                    Interrupts.send(thread);
                }
            });
        }
    }

    /** Interrupts all tasks of this attempt, also those in the call of an effect. */
    public synchronized void interruptTasks() {
        tasks.forEach((thread, call) -> {
            call.isStopped = true;
            if (interrupted.add(thread)) {
                Interrupts.send(thread);
            }
        });
    }

    /** Throws if the present thread executes a task that is to stop. */
    public synchronized void checkGoesOn() {
        if (isToStop(Thread.currentThread())) {
            throw new CancellationException("This task must stop, because another one of together has failed.");
        }
    }

    private boolean isToStop(Thread thread) {
        Together<?, ?, ?> call = tasks.get(thread);
        return call != null && call.isStopped;
    }

    /** Whether the thread is in the call of an effect, or executes a task for one that is. */
    private boolean isInCall(Thread thread) {
        Together<?, ?, ?> call = tasks.get(thread);
        return inProgress.containsKey(thread) || (call != null && isInCall(call.caller));
    }

    /** The present thread begins to wait before its call, or stops to: no call of its own is in progress. */
    public synchronized void waits(boolean isWaiting) {
        if (isWaiting) {
            waiting.add(Thread.currentThread());
        } else {
            waiting.remove(Thread.currentThread());
        }
    }

    /** Throws if the attempt is over. */
    public void checkCancelled() {
        context.checkCancelled();
    }

    /** Ends the attempt: the run parks, whatever the step does. The caller throws. */
    public void park(String reason) {
        synchronized (this) {
            parked = parked == null ? reason : parked;
        }
        closeContext.accept("is over, because the run parks");
    }

    /** Ends the attempt, which does not count, because this process may have lost the run. The caller throws. */
    public AttemptOverException abort(String message) {
        synchronized (this) {
            isAborted = true;
        }
        closeContext.accept("is over, because this process may have lost the run");
        interruptTasks();
        return new AttemptOverException(message);
    }

    /**
     * Ends the attempt, since a wait in the call of an effect was interrupted.
     *
     * @param effect the label of the effect
     * @return the failure of the step if the interrupt comes from its own code (R9)
     */
    public TransientException interrupted(String effect, InterruptedException thrown) {
        if (Interrupts.isByUserCode(stepThread)) {
            return Interrupts.ofItself(
                    "Step '" + cursor.step.name + "', which waited for effect '" + effect + "',", thrown);
        }
        Thread.currentThread().interrupt();
        context.checkCancelled();
        throw abort("The thread was interrupted while it waited for an effect.");
    }

    /**
     * The result of the attempt in place of the step's own; null if the step's own counts. A call that a person would
     * have to resolve, and that is still in progress when the attempt ends, parks the run, too.
     */
    public synchronized <S, N extends Enum<N>> @Nullable AttemptResult<S, N> instead() {
        if (isAborted) {
            return new AttemptResult.Aborted<>(true);
        }
        if (parked != null) {
            return new AttemptResult.Parked<>(parked);
        }
        for (Map.Entry<Thread, EffectRequest<?, ?>> called : inProgress.entrySet()) {
            EffectRequest<?, ?> effect = called.getValue();
            if (effect.policy() instanceof InDoubtPolicy.Park && !waiting.contains(called.getKey())) {
                return new AttemptResult.Parked<>(
                        effect.inDoubt("its call was still in progress when the attempt ended"));
            }
        }
        return null;
    }
}
