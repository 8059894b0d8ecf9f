package io.stepgraph.runtime;

/** A call of {@code run} for the run {@code one} in a thread of its own. */
final class Running {
    final Thread thread;
    volatile boolean wasInterrupted;
    private volatile RunOutcome<Node> outcome;
    private volatile RuntimeException thrown;

    Running(RunClient<Notes, Node> runs) {
        thread = new Thread(() -> {
            try {
                outcome = runs.run("one", Notes.of(), null);
            } catch (RuntimeException e) {
                thrown = e;
            }
            wasInterrupted = Thread.interrupted();
        });
        thread.start();
    }

    RunOutcome<Node> stop() throws InterruptedException {
        thread.join();
        if (thrown != null) {
            throw thrown;
        }
        return outcome;
    }
}
