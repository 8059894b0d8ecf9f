package io.stepgraph.internal.run;

import io.stepgraph.internal.answer.TicketSecrets;
import io.stepgraph.internal.codec.Codec;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.lease.GuardedStore;
import io.stepgraph.internal.lease.LeaseAcquirer;
import io.stepgraph.internal.lease.LeaseAcquirer.AcquiredRun;
import io.stepgraph.internal.lease.RunReport;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.Answer;
import io.stepgraph.store.EventJson;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredQuestion;
import io.stepgraph.store.StoredRun;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The door through which every answer comes into the store. The store judges the ticket (I3). A caller without the
 * graph holds the answer against the schema that was stored with the question, and leaves the run queued (I4); one with
 * the graph has an {@link AnswerHandler}.
 */
public final class AnswerRecorder {
    private static final Json NONE = Json.of("null");

    private final GuardedStore store;
    private final LeaseAcquirer leases;
    private final String namespace;
    private final int maxValueBytes;

    /** Made with the first answer: few programs answer for others. */
    private volatile @Nullable Codec codec;

    public AnswerRecorder(RunnerContext runner) {
        this.store = runner.store();
        this.leases = runner.leases();
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
        StoredRun found = find(ticket);
        StoredQuestion asked = question(ticket, found);
        // Without a question, the ticket is no longer good: the store says why.
        Json answer = asked == null ? NONE : admitted(ticket, found, asked, json);
        Json event = EventJson.write(RunEvent.Answered.by(ticket, answer, actor), answer);
        try {
            store.write(found.key(), s -> s.runs().answer(new Answer(ticket, answer, actor, List.of(event)), null));
        } catch (RunNotFoundException gone) {
            throw gone(ticket);
        }
    }

    /**
     * The run of a ticket.
     *
     * @throws StaleAnswerException if there is none in this namespace
     */
    StoredRun find(Ticket ticket) {
        if (!ticket.namespace().equals(namespace)) {
            throw TicketSecrets.stale(ticket, "belongs to no run in namespace '" + namespace + "'");
        }
        StoredRun found = store.call(s -> s.runs().find(new RunKey(ticket.namespace(), ticket.runId())));
        if (found == null) {
            throw gone(ticket);
        }
        return found;
    }

    /** The question that a ticket is for; null if the run has given out no such ticket. */
    @Nullable StoredQuestion question(Ticket ticket, StoredRun found) {
        return store.call(s -> s.log().questions(found.key())).stream()
                .filter(asked -> found.runNumber() == ticket.runNumber()
                        && asked.visit() == ticket.visit()
                        && asked.interrupt().equals(ticket.interrupt()))
                .findFirst()
                .orElse(null);
    }

    /**
     * Whether it is the ticket of the question that the run asked last. An answer may be stored that no owner has taken
     * up yet.
     */
    static boolean isLast(Ticket ticket, StoredRun found) {
        if (found.runNumber() != ticket.runNumber()
                || found.checkpoint().visit() != ticket.visit()
                || !ticket.interrupt().equals(found.checkpoint().step())) {
            return false;
        }
        if (found.stopReason() instanceof StopReason.QuestionAsked asked) {
            return asked.nonce().equals(ticket.nonce());
        }
        return found.stopReason() instanceof StopReason.Answered answered
                && answered.nonce().equals(ticket.nonce());
    }

    /**
     * Returns the error for an answer that does not fit.
     *
     * @throws StaleAnswerException if its ticket is no longer good either
     */
    InvalidAnswerException misfit(Ticket ticket, StoredRun found, InvalidAnswerException misfit) {
        if (isLast(ticket, found) && found.stopReason() instanceof StopReason.QuestionAsked && !found.isDue()) {
            return misfit;
        }
        StoredQuestion asked = question(ticket, found);
        throw new Answer(ticket, NONE, null, List.of())
                .stale(found, asked == null ? null : asked.interrupt(), asked != null && asked.answer() != null);
    }

    /**
     * Stores an answer.
     *
     * @param answered the event of the answer
     * @param given the answer, with these events
     * @param next the step that takes it, at which this runner acquires the run; null if nothing is to be acquired
     * @return the run; null if this very answer was stored before
     * @throws StaleAnswerException if the ticket is no longer good
     */
    @Nullable AcquiredRun store(
            StoredRun seen, RunReport answered, Function<List<Json>, Answer> given, @Nullable StepEntry next) {
        try {
            return leases.answer(seen, answered, given, next);
        } catch (RunNotFoundException gone) {
            throw gone(given.apply(List.of()).ticket());
        }
    }

    private static StaleAnswerException gone(Ticket ticket) {
        return TicketSecrets.stale(ticket, "is of a run that is gone");
    }

    /** Returns the codec that checks what comes in without the graph. */
    public Codec codec() {
        Codec ready = codec;
        if (ready == null) {
            ready = new Codec(maxValueBytes);
            codec = ready;
        }
        return ready;
    }

    private Json admitted(Ticket ticket, StoredRun found, StoredQuestion asked, String json) {
        try {
            return codec().readAnswer(asked.answerSchema(), json);
        } catch (UnreadableValueException damaged) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "The question for visit " + asked.visit() + " of run '" + ticket.runId() + "' cannot be answered: "
                            + damaged.getMessage(),
                    damaged);
        } catch (InvalidAnswerException misfit) {
            throw misfit(ticket, found, misfit);
        }
    }
}
