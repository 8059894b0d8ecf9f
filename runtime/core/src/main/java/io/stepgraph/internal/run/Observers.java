package io.stepgraph.internal.run;

import io.stepgraph.internal.step.Failures;
import io.stepgraph.internal.step.Log;
import io.stepgraph.runtime.hook.RunObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Several observers as one, whose exceptions and errors are logged and change nothing. Scopes end in the reverse order. */
final class Observers implements RunObserver {
    private final List<RunObserver> observers;

    Observers(List<RunObserver> observers) {
        this.observers = observers;
    }

    @Override
    public ExecutionScope executes(ExecutedRun run) {
        return new Execution(run.id(), opened(run.id(), observers, observer -> observer.executes(run)));
    }

    private static <T, R> List<R> opened(String run, List<T> outer, Function<T, R> open) {
        List<R> scopes = new ArrayList<>(outer.size());
        for (T each : outer) {
            try {
                scopes.add(open.apply(each));
            } catch (Throwable failed) {
                Failures.throwIfBroken(failed);
                Log.observerFailed(run, failed);
            }
        }
        return scopes;
    }

    private static <T> void ended(String run, List<T> scopes, Consumer<T> end) {
        for (int i = scopes.size() - 1; i >= 0; i--) {
            try {
                end.accept(scopes.get(i));
            } catch (Throwable failed) {
                Failures.throwIfBroken(failed);
                Log.observerFailed(run, failed);
            }
        }
    }

    private record Execution(String run, List<ExecutionScope> scopes) implements ExecutionScope {
        @Override
        public StepScope step(String step, long visit, int attempt) {
            return new Step(run, opened(run, scopes, scope -> scope.step(step, visit, attempt)));
        }

        @Override
        public void ended(ExecutionOutcome outcome) {
            Observers.ended(run, scopes, scope -> scope.ended(outcome));
        }
    }

    private record Step(String run, List<StepScope> scopes) implements StepScope {
        @Override
        public EffectScope effect(String name, String item) {
            return new EffectCall(run, opened(run, scopes, scope -> scope.effect(name, item)));
        }

        @Override
        public void ended(StepOutcome outcome, @Nullable Throwable thrown) {
            Observers.ended(run, scopes, scope -> scope.ended(outcome, thrown));
        }
    }

    private record EffectCall(String run, List<EffectScope> scopes) implements EffectScope {
        @Override
        public void ended(EffectOutcome outcome, @Nullable Throwable thrown) {
            Observers.ended(run, scopes, scope -> scope.ended(outcome, thrown));
        }
    }
}
