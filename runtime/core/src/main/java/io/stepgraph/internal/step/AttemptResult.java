package io.stepgraph.internal.step;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Transition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of one attempt of a step. */
public sealed interface AttemptResult<S, N extends Enum<N>> {

    /**
     * The step returned, or a hook replaced it.
     *
     * @param work what the step hands to the transaction of its commit (E8); null if it hands nothing
     * @param replies its replies to messages (Q9)
     */
    record Returned<S, N extends Enum<N>>(
            Transition<N, S> transition, @Nullable CheckpointWork work, List<StepReply> replies)
            implements AttemptResult<S, N> {

        /** Creates a result without work and replies. */
        public Returned(Transition<N, S> transition) {
            this(transition, null, List.of());
        }
    }

    /** The attempt failed. The retry rules of the step decide what follows. */
    record Failed<S, N extends Enum<N>>(Throwable thrown, Origin origin) implements AttemptResult<S, N> {}

    /**
     * A hook holds the run back in front of the step, or this build cannot read the answered question that it takes.
     */
    record Denied<S, N extends Enum<N>>(String reason) implements AttemptResult<S, N> {}

    /** The step requires a higher mode than it was entered in, and so ended the attempt (M2). */
    record HeldBack<S, N extends Enum<N>>(PermissionMode required) implements AttemptResult<S, N> {}

    /** An effect of the step ended the attempt, and the run parks until a person resolves the effect (E4). */
    record Parked<S, N extends Enum<N>>(String reason) implements AttemptResult<S, N> {}

    /**
     * The attempt does not count, for a reason outside the step: the run was cancelled or its lease is in doubt, the
     * runner is closing, the caller was interrupted. The {@link Checkpointer} knows which.
     *
     * @param isBegun whether the step may have done something; if not, the same attempt is made again
     */
    record Aborted<S, N extends Enum<N>>(boolean isBegun) implements AttemptResult<S, N> {}

    /** The result of an attempt whose answered question could not be read: of this build, or as it is stored (A2). */
    static <S, N extends Enum<N>> AttemptResult<S, N> unread(StepgraphException why) {
        return why instanceof NotStorableException
                ? new Failed<>(why, Origin.RESULT)
                : new Denied<>(Failures.message(why));
    }

    /** The origin of a failure. */
    enum Origin {
        /** The step threw an exception. */
        STEP,
        /** A hook threw an exception. */
        HOOK,
        /** The step took longer than its timeout. */
        TIMEOUT,
        /** A value or a transition that the step or a hook chose was refused: never retried. */
        RESULT
    }
}
