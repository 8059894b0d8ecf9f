package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.store.Answer;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.StopReason;
import io.stepgraph.runtime.store.Store;
import io.stepgraph.runtime.store.StoredQuestion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known of tickets apart from the answers given under them, which only the store judges (I3). */
final class TicketSecrets {
    private static final Json MISFIT = Json.of("null");

    private TicketSecrets() {}

    /** The error that a ticket is no longer good. */
    static StaleAnswerException stale(Ticket ticket, String why) {
        return new StaleAnswerException("The ticket for visit " + ticket.visit() + " of run '" + ticket.runId() + "' "
                + why + ". Nothing was changed.");
    }

    /**
     * The question that a ticket is for.
     *
     * @param runNumber that of the run as it is
     * @return null if that run has given out no such ticket
     */
    static @Nullable StoredQuestion question(Store store, Ticket ticket, long runNumber) {
        if (runNumber == ticket.runNumber()) {
            for (StoredQuestion asked : store.questions(new RunKey(ticket.namespace(), ticket.runId()))) {
                if (asked.visit() == ticket.visit() && ticket.interrupt().equals(asked.interrupt())) {
                    return asked;
                }
            }
        }
        return null;
    }

    /** Whether it is the ticket of the question that the run asked last, be it answered, which nobody has gone on with yet. */
    static boolean isLast(Ticket ticket, RunRecord found) {
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
     * Says no to an answer that misfits, if its ticket is not good anyway.
     *
     * @throws StaleAnswerException if it is not
     */
    static void checkMisfit(Store store, Ticket ticket, RunRecord found) {
        if (isLast(ticket, found) && found.stopReason() instanceof StopReason.QuestionAsked && !found.isDue()) {
            return;
        }
        StoredQuestion asked = question(store, ticket, found.runNumber());
        Answer misfit = new Answer(ticket, MISFIT, null, List.of());
        throw misfit.stale(found, asked == null ? null : asked.interrupt(), asked != null && asked.answer() != null);
    }
}
