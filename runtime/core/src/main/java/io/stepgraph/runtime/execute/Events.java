package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.event.RunEvent;
import java.util.List;
import java.util.function.Consumer;

/** Tells the listeners of a runner. What they throw is logged and changes nothing. */
final class Events {
    private final List<Consumer<? super RunEvent>> listeners;

    Events(List<Consumer<? super RunEvent>> listeners) {
        this.listeners = listeners;
    }

    void tell(RunEvent event) {
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
