package io.stepgraph.samples.chat;

import java.util.function.Supplier;
import org.jline.utils.Signals;

/** Ctrl-C. */
final class Interrupts {
    private Interrupts() {}

    /** Does some work. Ctrl-C meanwhile calls the action, in a thread of its own, and does not end the program. */
    static <T> T handledBy(Runnable action, Supplier<T> work) {
        Object former = Signals.register("INT", action);
        try {
            return work.get();
        } finally {
            Signals.unregister("INT", former);
        }
    }
}
