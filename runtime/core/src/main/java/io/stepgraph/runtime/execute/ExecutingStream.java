package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.event.OutcomeStream;

/** The stream of a run that is executed for it. It listens from before the run begins. */
final class ExecutingStream<O> extends StoredStream implements OutcomeStream<O> {
    private final StreamedCall<O> call;

    ExecutingStream(EventSource source, StreamedCall<O> call) {
        super(source);
        this.call = call;
        source.open();
    }

    @Override
    public O outcome() {
        return call.outcome();
    }
}
