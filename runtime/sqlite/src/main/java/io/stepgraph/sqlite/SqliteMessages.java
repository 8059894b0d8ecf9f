package io.stepgraph.sqlite;

import io.stepgraph.jdbc.Messages;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.store.MessageWrite;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps messages to runs. A transaction is the only writer, so what an owner has seen of the messages is compared before
 * it writes.
 */
final class SqliteMessages extends Messages {
    SqliteMessages(SqliteSession session) {
        super(session, SqliteSql.MESSAGES);
    }

    /**
     * Whether the messages of a run are as its owner has seen them.
     *
     * @param write what it is about to write; null if that concerns no messages
     */
    static boolean fits(Tx tx, long run, @Nullable MessageWrite write) throws SQLException {
        if (write instanceof MessageWrite.Listens listens) {
            return isCount(tx, run, "told", listens.told());
        }
        return !(write instanceof MessageWrite.Takes takes) || isCount(tx, run, "settled", takes.settled());
    }

    private static boolean isCount(Tx tx, long run, String column, long seen) throws SQLException {
        Long count = tx.sql(SqliteSql.FIND_COUNTS).set("run", run).first(row -> row.getLong(column));
        return count != null && count == seen;
    }

    /** Writes what an owner changes of the messages of a run, whose row it has written. */
    static void write(Tx tx, long run, @Nullable MessageWrite write) throws SQLException {
        if (write instanceof MessageWrite.Takes takes) {
            tx.sql(SqliteSql.TAKE)
                    .set("run", run)
                    .set("number", takes.number())
                    .set("visit", takes.visit())
                    .update();
            settle(tx, run, 1);
        } else if (write instanceof MessageWrite.Replies replies) {
            for (MessageWrite.Reply reply : replies.replies()) {
                tx.sql(SqliteSql.REPLY)
                        .set("run", run)
                        .set("number", reply.number())
                        .set("reply", reply.reply())
                        .update();
            }
        }
    }
}
