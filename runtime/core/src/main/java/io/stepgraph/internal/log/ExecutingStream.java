package io.stepgraph.internal.log;

import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.event.OutcomeStream;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The stream of a run that is executed for it. It subscribes before the run begins. */
final class ExecutingStream<O> extends StoredStream implements OutcomeStream<O> {
    private final BackgroundExecution<O> call;
    private final Consumer<String> cancel;
    private volatile @Nullable String cancelRequestedBy;

    ExecutingStream(RunEventReader events, BackgroundExecution<O> call, Consumer<String> cancel) {
        super(events);
        this.call = call;
        this.cancel = cancel;
        events.open();
    }

    @Override
    public OutcomeStream<O> cancelOnClose(String by) {
        cancelRequestedBy = Names.kept(by, "by");
        return this;
    }

    @Override
    public O outcome() {
        return call.outcome();
    }

    @Override
    public void close() {
        super.close();
        String by = cancelRequestedBy;
        if (by != null) {
            call.stop(() -> cancel.accept(by));
        }
    }
}
