package io.stepgraph.runtime.testing;

import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;

/** A call of {@code run} in a thread of its own, for the run {@code one} unless another is named. */
public final class Running {
    public final Thread thread;
    public volatile boolean wasInterrupted;
    private volatile RunOutcome<Node> outcome;
    private volatile RuntimeException thrown;

    public Running(RunClient<Notes, Node> runs) {
        this(runs, "one");
    }

    public Running(RunClient<Notes, Node> runs, String id) {
        thread = new Thread(() -> {
            try {
                outcome = runs.run(id, Notes.of(), null);
            } catch (RuntimeException e) {
                thrown = e;
            }
            wasInterrupted = Thread.interrupted();
        });
        thread.start();
    }

    public RunOutcome<Node> stop() throws InterruptedException {
        thread.join();
        if (thrown != null) {
            throw thrown;
        }
        return outcome;
    }
}
