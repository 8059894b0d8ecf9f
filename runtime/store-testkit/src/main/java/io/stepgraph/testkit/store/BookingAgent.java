package io.stepgraph.testkit.store;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepFailure;
import java.util.ArrayList;
import java.util.List;

/** An agent whose step stores rows with its checkpoint. A test says what the step does. */
@StepGraph(start = "book", name = "engine-transactions")
final class BookingAgent {
    private final Booking booking;

    BookingAgent(Booking booking) {
        this.booking = booking;
    }

    /** The work of the first step. */
    @FunctionalInterface
    interface Booking {
        void book(StepContext<?> context, Notes notes) throws Exception;
    }

    static final class Notes {
        public List<String> lines = new ArrayList<>();
    }

    @Step(next = "close", transactional = true, onFailure = "repair")
    @Retry(attempts = 2, on = IllegalStateException.class)
    void book(Notes notes, StepContext<?> context) throws Exception {
        booking.book(context, notes);
    }

    @Step(next = END)
    void close(Notes notes) {
        notes.lines.add("closed");
    }

    @Step(next = END)
    void repair(Notes notes, StepFailure<?> failure) {
        notes.lines.add("repaired " + failure.message());
    }
}
