package io.stepgraph.internal.log;

import io.stepgraph.runtime.event.OutcomeStream;

/** The stream of a run that is executed for it. It subscribes before the run begins. */
final class ExecutingStream<O> extends StoredStream implements OutcomeStream<O> {
    private final BackgroundExecution<O> call;
    private final Runnable cancel;
    private volatile boolean isCancelledOnClose;

    ExecutingStream(RunEventReader events, BackgroundExecution<O> call, Runnable cancel) {
        super(events);
        this.call = call;
        this.cancel = cancel;
        events.open();
    }

    @Override
    public OutcomeStream<O> cancelOnClose() {
        isCancelledOnClose = true;
        return this;
    }

    @Override
    public O outcome() {
        return call.outcome();
    }

    @Override
    public void close() {
        super.close();
        if (isCancelledOnClose) {
            call.stop(cancel);
        }
    }
}
