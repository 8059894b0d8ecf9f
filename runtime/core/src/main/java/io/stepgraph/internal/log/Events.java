package io.stepgraph.internal.log;

import io.stepgraph.internal.step.Failures;
import io.stepgraph.internal.step.Log;
import io.stepgraph.internal.step.TransitionLog;
import io.stepgraph.runtime.event.RunEvent;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells the listeners of a runner. Their exceptions and errors are logged and change nothing. */
public final class Events {
    private final List<Consumer<? super RunEvent>> listeners;

    public Events(List<Consumer<? super RunEvent>> listeners) {
        this.listeners = listeners;
    }

    /**
     * Logs an event, and tells the listeners.
     *
     * @param thread the thread of the run; null if it has none
     */
    public void publish(RunEvent event, @Nullable String thread) {
        TransitionLog.log(event, thread);
        for (Consumer<? super RunEvent> listener : listeners) {
            try {
                listener.accept(event);
            } catch (Throwable thrown) {
                Failures.throwIfBroken(thrown);
                Log.listenerFailed(event.runId(), thrown);
            }
        }
    }
}
