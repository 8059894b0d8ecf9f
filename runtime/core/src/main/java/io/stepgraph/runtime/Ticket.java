package io.stepgraph.runtime;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The right to answer one question once (I1, I3). It can be stored or mailed as {@link #id} and works in any process.
 * Jackson 2 and 3 write and read it as this text.
 *
 * @param namespace the namespace of the run
 * @param runId the run
 * @param runNumber the number of this run among all runs of the store, never used again
 * @param visit the visit that asked
 * @param interrupt the interrupt that asked
 * @param nonce a random text, so that a ticket cannot be guessed
 */
public record Ticket(String namespace, String runId, long runNumber, long visit, String interrupt, String nonce) {

    /**
     * A ticket.
     *
     * @throws IllegalArgumentException if a text is one that no store keeps, so that no ticket can have it
     */
    public Ticket {
        Names.kept(namespace, "namespace");
        Names.kept(runId, "runId");
        Names.kept(interrupt, "interrupt");
        Names.kept(nonce, "nonce");
    }

    /**
     * The ticket as one line of text that is safe in a URL.
     *
     * @return the text for {@link #parse}
     */
    @JsonValue
    public String id() {
        return String.join(
                "~",
                encode(namespace),
                encode(runId),
                Long.toString(runNumber),
                Long.toString(visit),
                encode(interrupt),
                encode(nonce));
    }

    /**
     * Reads the text of {@link #id}.
     *
     * @param id the text
     * @return the ticket
     * @throws StaleAnswerException if the text is not a ticket
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Ticket parse(String id) {
        String[] parts = id.split("~", -1);
        try {
            if (parts.length == 6) {
                return new Ticket(
                        decode(parts[0]),
                        decode(parts[1]),
                        Long.parseLong(parts[2]),
                        Long.parseLong(parts[3]),
                        decode(parts[4]),
                        decode(parts[5]));
            }
        } catch (IllegalArgumentException malformed) {
            throw new StaleAnswerException(
                    "'" + id + "' is not a ticket; use the text that Ticket.id() returned.", malformed);
        }
        throw new StaleAnswerException("'" + id + "' is not a ticket; use the text that Ticket.id() returned.");
    }

    private static String encode(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("~", "%7E");
    }

    private static String decode(String part) {
        return URLDecoder.decode(part, StandardCharsets.UTF_8);
    }
}
