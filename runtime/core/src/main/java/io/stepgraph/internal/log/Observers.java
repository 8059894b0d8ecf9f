package io.stepgraph.internal.log;

import io.stepgraph.internal.step.Failures;
import io.stepgraph.internal.step.Interrupts;
import io.stepgraph.internal.step.Log;
import io.stepgraph.internal.step.TransitionLog;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.hook.RunObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The observers of a runner. Their exceptions, errors and interrupts change nothing. Scopes end in the reverse order.
 */
public final class Observers {
    private final List<RunObserver> observers;

    public Observers(List<RunObserver> observers) {
        this.observers = observers;
    }

    /**
     * Logs an event, and tells the observers.
     *
     * @param thread the thread of the run; null if it has none
     */
    public void publish(RunEvent event, @Nullable String thread) {
        TransitionLog.log(event, thread);
        for (RunObserver observer : observers) {
            watched(event.runId(), observer, each -> each.happened(event));
        }
    }

    /** The scopes of an execution as one; null if no observer opens one. */
    public RunObserver.@Nullable ExecutionScope executes(RunObserver.ExecutedRun run) {
        List<RunObserver.ExecutionScope> scopes = opened(run.id(), observers, observer -> observer.executes(run));
        return scopes.isEmpty() ? null : new Execution(run.id(), scopes);
    }

    private static <T, R> List<R> opened(String run, List<T> outer, Function<T, @Nullable R> open) {
        List<R> scopes = new ArrayList<>(outer.size());
        for (T each : outer) {
            watched(run, each, observer -> {
                R scope = open.apply(observer);
                if (scope != null) {
                    scopes.add(scope);
                }
            });
        }
        return scopes;
    }

    private static <T> void ended(String run, List<T> scopes, Consumer<T> end) {
        for (int i = scopes.size() - 1; i >= 0; i--) {
            watched(run, scopes.get(i), end);
        }
    }

    private static <T> void watched(String run, T observer, Consumer<T> call) {
        try {
            Interrupts.aside(() -> call.accept(observer));
        } catch (Throwable failed) {
            Failures.throwIfBroken(failed);
            Log.observerFailed(run, failed);
        }
    }

    private record Execution(String run, List<RunObserver.ExecutionScope> scopes)
            implements RunObserver.ExecutionScope {
        @Override
        public RunObserver.StepScope step(String step, long visit, int attempt) {
            return new Step(run, opened(run, scopes, scope -> scope.step(step, visit, attempt)));
        }

        @Override
        public void ended(RunObserver.ExecutionOutcome outcome) {
            Observers.ended(run, scopes, scope -> scope.ended(outcome));
        }
    }

    private record Step(String run, List<RunObserver.StepScope> scopes) implements RunObserver.StepScope {
        @Override
        public RunObserver.EffectScope effect(String name, String item) {
            return new EffectCall(run, opened(run, scopes, scope -> scope.effect(name, item)));
        }

        @Override
        public void ended(RunObserver.StepOutcome outcome, @Nullable Throwable thrown) {
            Observers.ended(run, scopes, scope -> scope.ended(outcome, thrown));
        }
    }

    private record EffectCall(String run, List<RunObserver.EffectScope> scopes) implements RunObserver.EffectScope {
        @Override
        public void ended(RunObserver.EffectOutcome outcome, @Nullable Throwable thrown) {
            Observers.ended(run, scopes, scope -> scope.ended(outcome, thrown));
        }
    }
}
