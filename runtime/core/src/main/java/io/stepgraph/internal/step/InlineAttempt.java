package io.stepgraph.internal.step;

/** An attempt in the thread that executes the run. */
final class InlineAttempt implements Abandonable {
    private final Thread thread;
    private final AttemptContext<?> context;

    // Written while the monitor has the attempt open, read after it was closed.
    private boolean isAbandoned;

    InlineAttempt(Thread thread, AttemptContext<?> context) {
        this.thread = thread;
        this.context = context;
    }

    @Override
    public void abandon(String why) {
        isAbandoned = true;
        context.close(why);
        Interrupts.send(thread);
    }

    /** Asked once the monitor has closed the attempt. */
    boolean isAbandoned() {
        return isAbandoned;
    }
}
