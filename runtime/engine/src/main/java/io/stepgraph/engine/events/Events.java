package io.stepgraph.engine.events;

import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.log.Log;
import io.stepgraph.runtime.log.TransitionLog;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells the listeners of a runner. Their exceptions are logged and change nothing. */
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
            } catch (VirtualMachineError broken) {
                if (!(broken instanceof StackOverflowError)) {
                    throw broken;
                }
                Log.listenerFailed(event.runId(), broken);
            } catch (Throwable thrown) {
                Log.listenerFailed(event.runId(), thrown);
            }
        }
    }
}
