package io.stepgraph.postgres;

import io.stepgraph.jdbc.CommitQueue;
import io.stepgraph.jdbc.Messages;
import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.store.MessageWrite;
import io.stepgraph.store.NewMessage;
import io.stepgraph.store.RunKey;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps messages to runs. Those that come to a run while others are on their way to it share the next transaction, and
 * so one wait for the disk under the lock of the run's row. Each of them is stored or refused for itself.
 */
final class PostgresMessages extends Messages {
    /** Others wait for the row of the run as long as one transaction takes. */
    private static final int LARGEST_BATCH = 32;

    private final PostgresSession session;
    private final Hints hints;

    /** Of the runs that are told something at the moment. */
    private final Map<RunKey, Callers> callers = new ConcurrentHashMap<>();

    PostgresMessages(PostgresSession session, Hints hints) {
        super(session, PostgresSql.MESSAGES);
        this.session = session;
        this.hints = hints;
    }

    /** The callers that tell one run something at the same time. */
    private final class Callers {
        private final CommitQueue<Sent> queue = new CommitQueue<>(PostgresMessages.this::store);
        private int count;
    }

    private static final class Sent extends CommitQueue.Member {
        private final NewMessage message;
        private @Nullable Told told;
        private @Nullable RuntimeException trouble;

        private Sent(NewMessage message) {
            this.message = message;
        }
    }

    @Override
    public boolean tell(NewMessage message) {
        RunKey run = message.run();
        Sent sent = new Sent(message);
        Callers here = callers.compute(run, (key, found) -> {
            Callers now = found == null ? new Callers() : found;
            now.count++;
            return now;
        });
        try {
            here.queue.serve(sent);
        } finally {
            callers.compute(run, (key, same) -> --here.count == 0 ? null : here);
        }
        if (sent.trouble != null) {
            throw sent.trouble;
        }
        // In a transaction that failed as a whole, each finds out in its own thread which of them it was.
        Told told = sent.told != null ? sent.told : session.write(run, tx -> tell(tx, message));
        if (told == Told.WOKE_THE_RUN) {
            hints.claimable(run);
        }
        return told != Told.KNOWN_BEFORE;
    }

    private void store(List<Sent> all) {
        for (int i = 0; i < all.size(); i += LARGEST_BATCH) {
            storeTogether(all.subList(i, Math.min(all.size(), i + LARGEST_BATCH)));
        }
    }

    private void storeTogether(List<Sent> all) {
        try {
            session.write(all.get(0).message.run(), tx -> {
                for (Sent sent : all) {
                    store(tx, sent);
                }
                return true;
            });
        } catch (RuntimeException failed) {
            for (Sent sent : all) {
                sent.told = null;
                sent.trouble = all.size() == 1 ? failed : null;
            }
        }
    }

    private void store(Tx tx, Sent sent) throws SQLException {
        try {
            sent.told = tell(tx, sent.message);
        } catch (StepgraphException refused) {
            sent.trouble = refused;
        }
    }

    /** The statement of a write of a run, with what it changes of the messages of the run. */
    static NamedStatement sql(Tx tx, String write, @Nullable MessageWrite messages) throws SQLException {
        NamedStatement statement = tx.sql(PostgresSql.with(messages, write));
        if (messages instanceof MessageWrite.Listens listens) {
            return statement.set("told", listens.told());
        }
        if (messages instanceof MessageWrite.Takes takes) {
            return statement
                    .set("number", takes.number())
                    .set("settled", takes.settled())
                    .set("taken_in", takes.visit());
        }
        if (messages instanceof MessageWrite.Replies replies) {
            return new ArrayParameters<>(statement, replies.replies())
                    .numbers("numbers", MessageWrite.Reply::number)
                    .documents("replies", MessageWrite.Reply::reply)
                    .statement();
        }
        return statement;
    }
}
