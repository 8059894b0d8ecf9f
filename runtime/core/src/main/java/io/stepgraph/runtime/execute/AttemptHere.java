package io.stepgraph.runtime.execute;

/** An attempt in the thread that executes the run. */
final class AttemptHere implements Execution.Abandonable {
    private final Thread thread;
    private final AttemptContext<?> context;

    // Written under the lock of the execution while the attempt is registered there, read after that.
    private boolean abandoned;

    AttemptHere(Thread thread, AttemptContext<?> context) {
        this.thread = thread;
        this.context = context;
    }

    @Override
    public void abandon(String why) {
        abandoned = true;
        context.close(why);
        thread.interrupt();
    }

    /** Asked once nothing can reach the attempt any more. */
    boolean isAbandoned() {
        return abandoned;
    }
}
