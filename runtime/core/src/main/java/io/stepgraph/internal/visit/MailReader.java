package io.stepgraph.internal.visit;

import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.step.Failures;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.internal.visit.AnswerRouter.Route;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.StoredMessage;
import java.util.Objects;

/** Reads the messages of one run, and finds the steps that take them (Q6). */
public final class MailReader<S, N extends Enum<N>> {
    private final String run;
    private final GraphCodecs<N> codecs;
    private final AnswerRouter<S, N> router;

    public MailReader(String run, GraphCodecs<N> codecs, AnswerRouter<S, N> router) {
        this.run = run;
        this.codecs = codecs;
        this.router = router;
    }

    /**
     * Returns the route of a message that waits.
     *
     * @param at the visit of the mailbox
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if this build does not accept it, so that the run
     *     waits for one that does (Q8)
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if another build has led the run past a gate of
     *     this build
     */
    public Route<N> route(StepEntry at, StepPlan<N> mailbox, StoredMessage stored) {
        return route(at, mailbox, stored.number(), stored.id(), Objects.requireNonNull(stored.message()));
    }

    Route<N> route(StepEntry at, StepPlan<N> mailbox, long number, String id, Json stored) {
        try {
            Object message = codecs.answers(mailbox).read(stored.text());
            return router.message(run, at, mailbox, message, number);
        } catch (InvalidAnswerException | NotStorableException misfit) {
            throw new StepgraphException(
                    ErrorCode.UNKNOWN_STEP,
                    "This build does not take message '" + id + "', the first in mailbox '" + mailbox.name
                            + "' of run '" + run + "': " + Failures.message(misfit)
                            + " The run was left there. Continue it in a build that takes the message, or withdraw the"
                            + " message.",
                    misfit);
        }
    }
}
