package io.stepgraph.samples.events.terminal;

import io.stepgraph.samples.events.Event;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** Collects what happens in all threads, in one order. */
final class Inbox {
    private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();

    /** Something that arrived. */
    sealed interface Arrival {}

    /**
     * An event for the machine.
     *
     * @param event the event
     * @param call the call of the model that it belongs to, or null
     */
    record Happened(Event event, @Nullable ModelCall call) implements Arrival {}

    /**
     * A text for the screen only.
     *
     * @param text the text
     */
    record Noted(String text) implements Arrival {}

    /** The user's input is over. */
    record InputEnded() implements Arrival {}

    void post(Event event) {
        arrivals.add(new Happened(event, null));
    }

    void post(Arrival arrival) {
        arrivals.add(arrival);
    }

    Arrival take() throws InterruptedException {
        return arrivals.take();
    }
}
