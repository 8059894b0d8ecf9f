package io.stepgraph.engine.events;

import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.log.Log;
import java.util.List;
import java.util.function.Consumer;

/** Tells the listeners of a runner. Their exceptions are logged and change nothing. */
public final class Events {
    private final List<Consumer<? super RunEvent>> listeners;

    public Events(List<Consumer<? super RunEvent>> listeners) {
        this.listeners = listeners;
    }

    public void publish(RunEvent event) {
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
