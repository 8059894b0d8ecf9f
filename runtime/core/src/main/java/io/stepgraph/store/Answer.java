package io.stepgraph.store;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.AnswerNotPermittedException;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.graph.Json;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An answer to be stored.
 *
 * @param ticket the ticket of the answer. It comes from outside, so each part is compared with the stored one
 * @param answer the answer as canonical JSON, so that two answers can be compared; null if its time has expired (I5)
 * @param actor who answers; null if nobody said
 * @param events the events to add to the run's log
 */
public record Answer(
        Ticket ticket, @Nullable Json answer, @Nullable Actor actor, List<Json> events) {

    /**
     * The state of a ticket that a run gave out.
     *
     * @param interrupt the interrupt that asked
     * @param nonce the secret part
     * @param answer the answer that has closed it; null while it is open
     */
    public record Given(
            String interrupt, String nonce, @Nullable Json answer) {}

    /** Copies the list. */
    public Answer {
        events = List.copyOf(events);
    }

    /** The name of who answers; null if nobody said. */
    public @Nullable String by() {
        return Names.orNull(actor);
    }

    /** The run. */
    public RunKey key() {
        return new RunKey(ticket.namespace(), ticket.runId());
    }

    /** The run's number, from the ticket. */
    public long runNumber() {
        return ticket.runNumber();
    }

    /** The visit that asked, from the ticket. */
    public long visit() {
        return ticket.visit();
    }

    /** Whether nobody answered: the time for it is over. */
    public boolean isExpiry() {
        return answer == null;
    }

    /**
     * Refuses an expiry without a step that takes it: a runner that lets a question expire also continues the run.
     *
     * @throws IllegalArgumentException if it refuses the answer
     */
    public void check(@Nullable Continuation next) {
        if (isExpiry() && next == null) {
            throw new IllegalArgumentException("The expiry of the question at visit " + visit() + " of run '" + key()
                    + "' is stored only together with the step that takes it.");
        }
    }

    /** The reason for which the run stops until a step takes this answer; not for an expiry. */
    public StopReason.Answered stored() {
        return new StopReason.Answered(ticket.nonce(), Objects.requireNonNull(answer), by());
    }

    /**
     * Whether the answer is to be stored: not if this very answer was stored before.
     *
     * @param run the stored run
     * @param given the ticket that this run gave out at the visit of this answer's ticket; null if it gave out none
     *     there
     * @throws StaleAnswerException if its ticket is no longer good
     * @throws AnswerNotPermittedException if the actor may not answer (W3)
     */
    public boolean isNew(StoredRun run, @Nullable Given given) {
        if (given == null
                || !run.key().equals(key())
                || run.runNumber() != runNumber()
                || !ticket.interrupt().equals(given.interrupt)
                || !ticket.nonce().equals(given.nonce)) {
            throw stale(run, null, false);
        }
        Json before = given.answer;
        boolean isUsed = before != null;
        if (before != null && before.equals(answer)) {
            return false;
        }
        if (isUsed
                || !(run.stopReason() instanceof StopReason.QuestionAsked asked)
                || run.checkpoint().visit() != visit()
                || run.isDue() != isExpiry()) {
            throw stale(run, given.interrupt, isUsed);
        }
        AnswerRule rule = isExpiry() ? null : AnswerRule.of(asked.answerSchema(), key().id());
        if (rule != null) {
            rule.check(actor, given.interrupt, key().id());
        }
        return true;
    }

    /**
     * The error that its ticket is no longer good.
     *
     * @param run the stored run
     * @param interrupt the interrupt that asked; null if the run never gave this ticket out
     * @param used whether the ticket was used for another answer
     */
    public StaleAnswerException stale(StoredRun run, @Nullable String interrupt, boolean used) {
        String why;
        if (run.runNumber() != runNumber()) {
            why = "belongs to an earlier run of this id";
        } else if (interrupt == null) {
            why = "was not given out by this run";
        } else if (used) {
            why = "of interrupt '" + interrupt + "' was used for another answer";
        } else if (run.hasExpired()) {
            why = "of interrupt '" + interrupt + "' expired at " + run.dueAt();
        } else {
            why = "of interrupt '" + interrupt + "' is closed, since the run is " + run.status();
        }
        return new StaleAnswerException("The ticket for visit " + visit() + " of run '" + key() + "' " + why
                + ". Nothing was changed. The question that waits now, if any, has another ticket.");
    }
}
