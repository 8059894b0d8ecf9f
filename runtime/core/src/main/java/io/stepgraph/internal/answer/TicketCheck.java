package io.stepgraph.internal.answer;

import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.Answer;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredQuestion;
import io.stepgraph.store.StoredRun;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares tickets with the stored run and its questions. Only the store judges the answers given under them (I3). */
public final class TicketCheck {
    private static final Json MISFIT = Json.of("null");

    private TicketCheck() {}

    /**
     * The question that a ticket is for.
     *
     * @param questions the questions of the stored run
     * @param runNumber the number of that run
     * @return null if that run has given out no such ticket
     */
    public static @Nullable StoredQuestion question(List<StoredQuestion> questions, Ticket ticket, long runNumber) {
        if (runNumber == ticket.runNumber()) {
            for (StoredQuestion asked : questions) {
                if (asked.visit() == ticket.visit() && ticket.interrupt().equals(asked.interrupt())) {
                    return asked;
                }
            }
        }
        return null;
    }

    /** Whether it is the ticket of the question that the run asked last. An answer may be stored that no owner has taken up yet. */
    public static boolean isLast(Ticket ticket, StoredRun found) {
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
     * Refuses an answer that does not fit, if its ticket is no longer good either.
     *
     * @throws io.stepgraph.runtime.StaleAnswerException if the ticket is no longer good
     */
    public static void checkMisfit(List<StoredQuestion> questions, Ticket ticket, StoredRun found) {
        if (isLast(ticket, found) && found.stopReason() instanceof StopReason.QuestionAsked && !found.isDue()) {
            return;
        }
        StoredQuestion asked = question(questions, ticket, found.runNumber());
        Answer misfit = new Answer(ticket, MISFIT, null, List.of());
        throw misfit.stale(found, asked == null ? null : asked.interrupt(), asked != null && asked.answer() != null);
    }
}
