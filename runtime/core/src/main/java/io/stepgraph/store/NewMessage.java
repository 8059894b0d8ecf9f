package io.stepgraph.store;

import io.stepgraph.internal.json.Sha256;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.QueueFullException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message to be stored.
 *
 * @param run the run
 * @param mailbox the name of the mailbox, and after it its former names
 * @param id the id of the message, by which it is known in its run and mailbox
 * @param message the message as canonical JSON, so that two messages can be compared
 * @param by the name of who sends it; null if nobody said
 * @param maxMessages how many messages may wait in the run, this one included
 * @param keep how long messages that were taken are kept at least; null if as long as the run
 */
public record NewMessage(
        RunKey run,
        List<String> mailbox,
        String id,
        Json message,
        @Nullable String by,
        int maxMessages,
        @Nullable Duration keep) {

    /**
     * The number of the oldest messages of the run among which a new one removes those that need not be kept, so that
     * its cost does not grow with them.
     */
    public static final int OLDEST = 10;

    /** Copies the list, and cuts the time to the {@link Horizon}. */
    public NewMessage {
        mailbox = List.copyOf(mailbox);
        keep = keep == null ? null : Horizon.within(keep);
    }

    /** The name under which it is stored. */
    public String name() {
        return mailbox.get(0);
    }

    /** The SHA-256 of the message, in lower-case hexadecimal digits: what is kept of it once it was taken. */
    public String hash() {
        return Sha256.of(message.utf8());
    }

    /**
     * Refuses a message with an id that is known, if it is another one.
     *
     * @param hash the hash of the message that has this id
     * @throws StaleAnswerException if it differs
     */
    public void checkSame(String hash) {
        if (!hash.equals(hash())) {
            throw new StaleAnswerException(label() + " was told before with other content. Nothing was changed; give"
                    + " another message another id.");
        }
    }

    /**
     * Refuses a new message for a run that has ended, or has too many that wait.
     *
     * @param status the status of the run
     * @param waiting how many messages wait
     * @throws StepgraphException with {@code ILLEGAL_RUN_STATUS} if it has ended
     * @throws QueueFullException if it has too many
     */
    public void checkRoom(Status status, long waiting) {
        if (status.isEnd()) {
            throw new StepgraphException(
                    ErrorCode.ILLEGAL_RUN_STATUS,
                    label() + " was not stored: the run is " + status + " and takes no message any more.");
        }
        if (waiting >= maxMessages) {
            throw new QueueFullException(label() + " was not stored: " + waiting
                    + " messages wait in the run, which is its maximum. Tell it again once the run has taken some.");
        }
    }

    private String label() {
        return "Message '" + id + "' to mailbox '" + name() + "' of run '" + run + "'";
    }
}
