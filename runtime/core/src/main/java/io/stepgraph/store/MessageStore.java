package io.stepgraph.store;

import io.stepgraph.runtime.QueueFullException;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StepgraphException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link Store} that keeps messages to runs (Q5-Q9). A run has two counters: how many messages it has
 * been told, and how many of them are settled, which is taken or withdrawn. Each method that writes locks the row of
 * the run first, so that messages are numbered in the order in which they are stored. Takes and replies are part of
 * {@link RunStore#commit} and {@link RunStore#acquire}, by a {@link MessageWrite}. Safe for use by many threads.
 */
public interface MessageStore {

    /**
     * Stores a message, in one transaction, and wakes the run if it listens at this mailbox and its time is not over:
     * it is {@code QUEUED} then, at the same visit, without a stop reason, with a revision one higher. It does not
     * raise the command version. A run whose time is over stays as it is until a call or a worker continues it, and
     * its time stays over if the clock is set back. The id is looked up first, whatever the status of the run: a
     * message that is known changes nothing.
     *
     * @param message the message
     * @return whether it is new
     * @throws RunNotFoundException if there is no such run
     * @throws StaleAnswerException if the id is known with another message
     * @throws StepgraphException with {@code ILLEGAL_RUN_STATUS} if it is new and the run has ended
     * @throws QueueFullException if it is new and too many messages wait
     */
    boolean tell(NewMessage message);

    /**
     * Removes a message that waits. The number of settled messages grows, and so does the revision of a {@code QUEUED}
     * run, so that a worker looks again which has left the run out because of this message (Q8).
     *
     * @param run the run
     * @param mailbox the name of the mailbox, and its former names
     * @param id the id of the message
     * @return whether it was removed; false if it was taken, or there is none
     * @throws RunNotFoundException if there is no such run
     */
    boolean withdraw(RunKey run, List<String> mailbox, String id);

    /**
     * Finds a message.
     *
     * @param run the run
     * @param mailbox the name of the mailbox, and its former names
     * @param id the id of the message
     * @return the message; null if there is none
     */
    @Nullable StoredMessage find(RunKey run, List<String> mailbox, String id);

    /**
     * Looks into a mailbox of a run.
     *
     * @param run the number of the run
     * @param mailbox the name of the mailbox, and its former names
     */
    MailboxLook look(long run, List<String> mailbox);

    /**
     * Lists the messages of a run that wait, in order.
     *
     * @param run the run
     * @param limit how many at most; not below zero
     */
    List<StoredMessage> waiting(RunKey run, int limit);
}
