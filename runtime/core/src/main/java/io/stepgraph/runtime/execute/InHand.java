package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.Stop;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import org.jspecify.annotations.Nullable;

/** Lets one call of this runner at a time have a run in hand; others join it or wait for their turn. */
final class InHand {
    private InHand() {}

    /** What a call does with the run. */
    interface Call<N extends Enum<N>> {

        /**
         * Does its work.
         *
         * @return where the run came to rest; null to look again
         */
        @Nullable Stop<N> take(Execution mine, Attachment waiting);

        /**
         * Whether, when another call has the run in hand, its result is as good as this one's. Checks what this call would
         * check: the other one may be of another graph, or of another thread.
         *
         * @return false to see for itself when it is this call's turn
         */
        boolean mayJoin();

        /** Whether, after all, the result of another call is as good: that of a run which its end has removed (S3). */
        default boolean maySettleFor(RunRecord removed) {
            return false;
        }
    }

    static <N extends Enum<N>> Stop<N> call(RunKey key, RunnerConfig config, Executions executions, Call<N> call) {
        Attachment waiting = new Attachment(key, config, executions);
        try {
            while (true) {
                if (Thread.currentThread().isInterrupted()) {
                    throw Attachment.interrupted(key);
                }
                Execution mine = new Execution(key);
                Execution other = executions.take(mine);
                Stop<N> stop = other == null ? take(mine, executions, waiting, call) : join(other, waiting, call);
                if (stop != null) {
                    return stop;
                }
            }
        } finally {
            waiting.end();
        }
    }

    private static <N extends Enum<N>> @Nullable Stop<N> take(
            Execution mine, Executions executions, Attachment waiting, Call<N> call) {
        Execution around = Execution.current();
        Execution.setCurrent(mine);
        Stop<N> stop = null;
        try {
            stop = call.take(mine, waiting);
            return stop;
        } finally {
            Execution.setCurrent(around);
            executions.leave(mine);
            mine.finish(stop);
        }
    }

    @SuppressWarnings("unchecked") // the same run is of the same graph, which both calls have checked
    private static <N extends Enum<N>> @Nullable Stop<N> join(Execution other, Attachment waiting, Call<N> call) {
        boolean mayJoin = call.mayJoin();
        Stop<N> stop = (Stop<N>) waiting.join(other);
        LeasedRun run = other.leased();
        RunRecord removed = run == null ? null : run.removed();
        return mayJoin || (removed != null && call.maySettleFor(removed)) ? stop : null;
    }
}
