package io.stepgraph.internal.run;

import io.stepgraph.internal.answer.TicketCheck;
import io.stepgraph.internal.codec.Codec;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.lease.GuardedStore;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.log.EventCodec;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.TicketSecrets;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.Answer;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredQuestion;
import io.stepgraph.store.StoredRun;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stores answers to questions of any graph, held against the schema that was stored with each question (I4). */
public final class AnswerRecorder {
    private static final Json NONE = Json.of("null");

    private final GuardedStore store;
    private final String namespace;
    private final int maxValueBytes;

    /** Made with the first answer: few programs answer for others. */
    private volatile @Nullable Codec codec;

    public AnswerRecorder(RunnerContext runner) {
        this.store = runner.store();
        this.namespace = runner.config().namespace();
        this.maxValueBytes = runner.config().visits().maxValueBytes();
    }

    /**
     * Stores an answer, unless this very answer is stored.
     *
     * @throws StaleAnswerException if the ticket is no longer good
     * @throws io.stepgraph.runtime.InvalidAnswerException if the schema does not describe the answer
     */
    public void submit(Ticket ticket, String json, @Nullable Actor actor) {
        if (!ticket.namespace().equals(namespace)) {
            throw TicketSecrets.stale(ticket, "belongs to no run in namespace '" + namespace + "'");
        }
        RunKey key = new RunKey(ticket.namespace(), ticket.runId());
        RunHeader now = store.call(s -> s.runs().summary(key));
        StoredQuestion asked = now == null
                ? null
                : TicketCheck.question(store.call(s -> s.log().questions(key)), ticket, now.runNumber());
        // Without a question, the ticket is no longer good: the store says why.
        Json answer = asked == null ? NONE : admitted(key, ticket, asked, json);
        Json event = EventCodec.write(RunEvent.Answered.by(ticket, answer, actor), answer);
        try {
            store.write(key, s -> s.runs().answer(new Answer(ticket, answer, actor, List.of(event)), null));
        } catch (RunNotFoundException gone) {
            throw TicketSecrets.stale(ticket, "is of a run that is gone");
        }
    }

    private Codec codec() {
        Codec ready = codec;
        if (ready == null) {
            ready = new Codec(maxValueBytes);
            codec = ready;
        }
        return ready;
    }

    private Json admitted(RunKey key, Ticket ticket, StoredQuestion asked, String json) {
        try {
            return codec().readAnswer(asked.answerSchema(), json);
        } catch (UnreadableValueException damaged) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "The question for visit " + asked.visit() + " of run '" + ticket.runId() + "' cannot be answered: "
                            + damaged.getMessage(),
                    damaged);
        } catch (InvalidAnswerException misfit) {
            StoredRun found = store.call(s -> s.runs().find(key));
            if (found != null) {
                TicketCheck.checkMisfit(store.call(s -> s.log().questions(key)), ticket, found);
            }
            throw misfit;
        }
    }
}
