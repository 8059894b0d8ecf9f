package io.stepgraph.store.memory;

import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.MailboxLook;
import io.stepgraph.store.MessageWrite;
import io.stepgraph.store.NewMessage;
import io.stepgraph.store.Status;
import io.stepgraph.store.StoredMessage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The messages of one run in memory, by number. Not safe for use by many threads. */
final class MessagesInMemory {
    private final Map<Long, Told> all = new TreeMap<>();
    private long told;
    private long settled;

    private static final class Told {
        final long number;
        final NewMessage from;
        final String hash;
        final Instant at;

        @Nullable Json message;

        @Nullable Long takenIn;

        /** By the monotonic clock. */
        @Nullable Instant takenAt;

        @Nullable Json reply;

        Told(long number, NewMessage from, Instant at) {
            this.number = number;
            this.from = from;
            this.hash = from.hash();
            this.at = at;
            this.message = from.message();
        }

        StoredMessage read(boolean isPassed) {
            return new StoredMessage(
                    number, from.name(), from.id(), message, hash, from.by(), at, takenIn, reply, isPassed);
        }
    }

    private Stream<Told> in(List<String> mailbox) {
        return all.values().stream().filter(each -> mailbox.contains(each.from.name()));
    }

    private Stream<Told> find(List<String> mailbox, String id, boolean onlyWaiting) {
        return in(mailbox).filter(each -> each.from.id().equals(id) && !(onlyWaiting && each.takenIn != null));
    }

    /** Stores a message. Returns whether it is new. */
    boolean tell(NewMessage message, Status status, Moment now) {
        Told known = find(message.mailbox(), message.id(), false).findFirst().orElse(null);
        if (known != null) {
            message.checkSame(known.hash);
            return false;
        }
        message.checkRoom(status, waiting());
        if (message.keep() != null) {
            forget(now.monotonic().minus(message.keep()));
        }
        told++;
        all.put(told, new Told(told, message, now.wall()));
        return true;
    }

    private void forget(Instant takenBefore) {
        List<Told> old = all.values().stream()
                .limit(NewMessage.OLDEST)
                .filter(each -> each.takenAt != null && each.takenAt.isBefore(takenBefore) && isPassed(each))
                .toList();
        all.values().removeAll(old);
    }

    /** Whether a later one of the same name was taken, so that this one gets no reply any more. */
    private boolean isPassed(Told taken) {
        return in(List.of(taken.from.name())).anyMatch(other -> other.number > taken.number && other.takenIn != null);
    }

    boolean withdraw(List<String> mailbox, String id) {
        List<Told> waiting = find(mailbox, id, true).toList();
        settled += waiting.size();
        return all.values().removeAll(waiting);
    }

    @Nullable StoredMessage find(List<String> mailbox, String id) {
        return find(mailbox, id, false)
                .findFirst()
                .map(found ->
                        found.read(in(mailbox).anyMatch(other -> other.number > found.number && other.takenIn != null)))
                .orElse(null);
    }

    MailboxLook look(List<String> mailbox) {
        return new MailboxLook(
                told,
                settled,
                in(mailbox)
                        .filter(each -> each.takenIn == null)
                        .findFirst()
                        .map(first -> first.read(false))
                        .orElse(null));
    }

    List<StoredMessage> waiting(int limit) {
        return all.values().stream()
                .filter(each -> each.takenIn == null)
                .limit(limit)
                .map(each -> each.read(false))
                .toList();
    }

    long waiting() {
        return told - settled;
    }

    /** Whether the messages are as an owner has seen them that is about to write this. */
    boolean fits(@Nullable MessageWrite write) {
        return !(write instanceof MessageWrite.Listens listens && listens.told() != told)
                && !(write instanceof MessageWrite.Takes takes && takes.settled() != settled);
    }

    void write(@Nullable MessageWrite write, Moment now) {
        if (write instanceof MessageWrite.Takes takes) {
            Told taken = all.get(takes.number());
            if (taken != null) {
                settled++;
                taken.message = null;
                taken.takenIn = takes.visit();
                taken.takenAt = now.monotonic();
            }
        } else if (write instanceof MessageWrite.Replies replies) {
            for (MessageWrite.Reply reply : replies.replies()) {
                Told taken = all.get(reply.number());
                if (taken != null) {
                    taken.reply = reply.reply();
                }
            }
        }
    }
}
