package io.stepgraph.temporal.workflow;

import io.stepgraph.runtime.QueueFullException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.MessageWrite;
import io.stepgraph.store.NewMessage;
import io.stepgraph.store.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a run, as part of its workflow (Q6): those that wait, and the last ones that were taken. Immutable.
 *
 * @param told the number of the last message
 * @param changes how often something has happened that those who ask want to know
 * @param all the messages, by number
 */
public record Messages(long told, int changes, List<Message> all) {
    static final Messages NONE = new Messages(0, 0, List.of());

    /** So many bytes may wait: they travel in one message of Temporal with the state. */
    private static final int MOST_WAITING_BYTES = 400_000;

    /** And so many bytes of messages that were taken are remembered, unless the last one has more. */
    private static final int MOST_TAKEN_BYTES = 200_000;

    /** The number of bytes that a message has beside its id, itself and its reply. */
    private static final int FRAME_BYTES = 200;

    /** Copies the list. */
    public Messages {
        all = List.copyOf(all);
    }

    /**
     * A message.
     *
     * @param number its number among all messages of the run
     * @param mailbox the names of its mailbox that its sender knew, the present one first
     * @param id its id
     * @param message the message; null once it was taken
     * @param hash its hash
     * @param by the name of who sent it; null if nobody said
     * @param takenIn the visit that took it; null while it waits
     * @param reply the reply; null if there is none
     */
    public record Message(
            long number,
            List<String> mailbox,
            String id,
            @Nullable Json message,
            String hash,
            @Nullable String by,
            @Nullable Long takenIn,
            @Nullable Json reply) {

        /** Copies the list. */
        public Message {
            mailbox = List.copyOf(mailbox);
        }

        /** Another build may know other names of the mailbox. */
        boolean isIn(List<String> names) {
            return !Collections.disjoint(mailbox, names);
        }

        Message takenIn(long visit) {
            return new Message(number, mailbox, id, null, hash, by, visit, null);
        }

        Message with(Json given) {
            return new Message(number, mailbox, id, message, hash, by, takenIn, given);
        }

        long bytes() {
            return FRAME_BYTES + id.length() + size(message) + size(reply);
        }

        private static long size(@Nullable Json value) {
            return value == null ? 0 : value.size();
        }
    }

    /**
     * What a message meets that is told.
     *
     * @param known the hash of the message that has its id; null if it is new
     * @param status the status of the run; {@code RUNNING} stands for each that is no end
     * @param waiting how many messages wait
     * @param refusal why Temporal cannot keep it; null if it can
     */
    public record Told(
            @Nullable String known,
            Status status,
            long waiting,
            @Nullable String refusal) {

        /**
         * Refuses a message that is not stored for it (Q8).
         *
         * @throws StaleAnswerException if its id is known with another message
         * @throws StepgraphException with {@code ILLEGAL_RUN_STATUS} if the run has ended
         * @throws QueueFullException if too many messages wait
         */
        public void check(NewMessage message) {
            if (known != null) {
                message.checkSame(known);
                return;
            }
            message.checkRoom(status, waiting);
            if (refusal != null) {
                throw new QueueFullException("Message '" + message.id() + "' to mailbox '" + message.name()
                        + "' of run '" + message.run().id() + "' was not stored: " + refusal
                        + ". Tell it again once the run has taken some.");
            }
        }

        /** Whether the message is stored for it. */
        public boolean isStored(NewMessage message) {
            return known == null && !status.isEnd() && waiting < message.maxMessages() && refusal == null;
        }
    }

    /**
     * Returns what a message meets.
     *
     * @param status the status of the run
     * @param busy why the workflow takes no more of them at present; null if it does
     */
    public Told meet(NewMessage message, Status status, @Nullable String busy) {
        Message known = find(message.mailbox(), message.id());
        List<Message> waiting = waiting();
        long bytes = bytes(waiting) + FRAME_BYTES + message.message().size();
        String refusal = bytes <= MOST_WAITING_BYTES
                ? busy
                : "the messages that wait would have " + bytes + " bytes, and on Temporal they have at most "
                        + MOST_WAITING_BYTES;
        return new Told(known == null ? null : known.hash(), status, waiting.size(), refusal);
    }

    /** Returns the messages that wait, in order. */
    public List<Message> waiting() {
        return all.stream().filter(message -> message.takenIn() == null).toList();
    }

    /** Returns the first message that waits in a mailbox; null if none does. */
    @Nullable Message first(List<String> mailbox) {
        return all.stream()
                .filter(message -> message.takenIn() == null && message.isIn(mailbox))
                .findFirst()
                .orElse(null);
    }

    /** Returns a message; null if there is none. */
    public @Nullable Message find(List<String> mailbox, String id) {
        return all.stream()
                .filter(message -> message.id().equals(id) && message.isIn(mailbox))
                .findFirst()
                .orElse(null);
    }

    /** Whether the run has taken a later message of the mailbox, so that this one gets no reply any more (Q9). */
    public boolean isPassed(Message message) {
        for (int i = all.size() - 1; i >= 0 && all.get(i).number() > message.number(); i--) {
            if (all.get(i).takenIn() != null && all.get(i).isIn(message.mailbox())) {
                return true;
            }
        }
        return false;
    }

    /** The number of bytes that they have in the state of the run. */
    long bytes() {
        return bytes(all);
    }

    private static long bytes(List<Message> messages) {
        return messages.stream().mapToLong(Message::bytes).sum();
    }

    Messages with(NewMessage message) {
        List<Message> more = new ArrayList<>(all);
        long number = told + 1;
        more.add(new Message(
                number, message.mailbox(), message.id(), message.message(), message.hash(), message.by(), null, null));
        return new Messages(number, changes, more);
    }

    Messages without(Message gone) {
        return new Messages(
                told,
                changes + 1,
                all.stream().filter(message -> !message.equals(gone)).toList());
    }

    /** A visit takes a message, of which its id, its hash and its reply stay. */
    Messages taken(Message message, long visit) {
        return replaced(message.number(), taken -> taken.takenIn(visit)).forgotten();
    }

    /** The run replies. */
    Messages replied(MessageWrite.Replies replies) {
        Messages replied = this;
        for (MessageWrite.Reply reply : replies.replies()) {
            replied = replied.replaced(reply.number(), taken -> taken.with(reply.reply()));
        }
        return replied;
    }

    private Messages replaced(long number, UnaryOperator<Message> change) {
        return new Messages(
                told,
                changes + 1,
                all.stream()
                        .map(message -> message.number() == number ? change.apply(message) : message)
                        .toList());
    }

    /** Something else has happened that those who ask want to know. */
    Messages changed() {
        return new Messages(told, changes + 1, all);
    }

    private Messages forgotten() {
        if (bytes() - bytes(waiting()) <= MOST_TAKEN_BYTES) {
            return this;
        }
        List<Message> oldest = all.stream().filter(this::isOver).limit(2).toList();
        return oldest.size() < 2 ? this : without(oldest.get(0)).forgotten();
    }

    /** Whether nothing is to come for it any more. */
    private boolean isOver(Message message) {
        return message.takenIn() != null && (message.reply() != null || isPassed(message));
    }
}
