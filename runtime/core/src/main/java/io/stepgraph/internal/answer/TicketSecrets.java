package io.stepgraph.internal.answer;

import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.Ticket;
import java.util.UUID;

/** Makes the secret parts of tickets, and the error for a ticket that is no longer good (I1, I3). */
public final class TicketSecrets {
    private TicketSecrets() {}

    /** The secret part of a new ticket. A secure source of randomness makes it, so that nobody guesses a ticket. */
    public static String newNonce() {
        return UUID.randomUUID().toString();
    }

    /** The error that a ticket is no longer good. */
    public static StaleAnswerException stale(Ticket ticket, String why) {
        return new StaleAnswerException("The ticket for visit " + ticket.visit() + " of run '" + ticket.runId() + "' "
                + why + ". Nothing was changed.");
    }
}
