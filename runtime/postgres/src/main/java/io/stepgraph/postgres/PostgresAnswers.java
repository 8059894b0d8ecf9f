package io.stepgraph.postgres;

import io.stepgraph.jdbc.QuestionReader;
import io.stepgraph.jdbc.RowReader;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.Answer;
import io.stepgraph.store.Continuation;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stores answers. What is stored is looked at first, to say what is wrong with an answer; the one statement that stores it,
 * closes the ticket and makes the run the answerer's then insists that nothing has changed since, or all is looked at again (I3).
 */
final class PostgresAnswers {
    private final PostgresSession session;

    PostgresAnswers(PostgresSession session) {
        this.session = session;
    }

    /** A run, and the ticket of an answer. */
    private record Found(StoredRun run, Answer.@Nullable Given ticket) {
        boolean isNew(Answer answer) {
            return answer.isNew(run, ticket);
        }

        boolean isOfOneMoment(Answer answer) {
            if (ticket == null || run.checkpoint().visit() != answer.visit()) {
                return true;
            }
            boolean isClosed = ticket.answer() != null;
            return isClosed
                    ? !(run.stopReason() instanceof StopReason.QuestionAsked)
                    : !(run.stopReason() instanceof StopReason.Answered);
        }
    }

    @Nullable StoredRun answer(Answer answer, @Nullable Continuation next) {
        answer.check(next);
        return session.call(answer.key(), tx -> {
            while (true) {
                Found found = find(tx, answer);
                if (found.run.hasExpired() && !answer.isExpiry()) {
                    expire(tx, found.run);
                }
                if (!found.isNew(answer)) {
                    return null;
                }
                StoredRun stored = store(tx, answer, found.run, next);
                if (stored != null) {
                    return stored;
                }
            }
        });
    }

    private static void expire(Tx tx, StoredRun run) throws SQLException {
        tx.sql(PostgresSql.EXPIRE).set(run.key(), run.runNumber()).update();
    }

    boolean reopenQuestion(StoredRun answered, Json answerSchema, @Nullable Duration dueIn, List<Json> events) {
        StopReason.Answered given = answered.checkAnswered();
        return session.call(answered.key(), tx -> {
            Json question = tx.sql(PostgresSql.FIND_QUESTION)
                    .set(answered.key(), answered.runNumber())
                    .set("asked", answered.checkpoint().visit())
                    .first(QuestionReader::question);
            if (question == null) {
                return QuestionReader.isThere(answered, tx.find(answered.key()));
            }
            return tx.sql(PostgresSql.REOPEN_QUESTION)
                    .setSeen(answered)
                    .set(new StopReason.QuestionAsked(given.nonce(), question, answerSchema))
                    .set("asked", answered.checkpoint().visit())
                    .set("answer_schema", answerSchema)
                    .set("due_in", dueIn)
                    .setEvents(events)
                    .any();
        });
    }

    /** Read one after the other, the run and the ticket may be of two moments; then both are read once more. */
    private static Found find(Tx tx, Answer answer) throws SQLException {
        Found found = findOnce(tx, answer);
        return found.isOfOneMoment(answer) ? found : findOnce(tx, answer);
    }

    private static Found findOnce(Tx tx, Answer answer) throws SQLException {
        StoredRun run = tx.find(answer.key());
        if (run == null) {
            throw answer.key().notFound();
        }
        return new Found(run, run.runNumber() == answer.runNumber() ? ticket(tx, answer) : null);
    }

    private static Answer.@Nullable Given ticket(Tx tx, Answer answer) throws SQLException {
        return tx.sql(PostgresSql.FIND_TICKET)
                .set(answer.key())
                .set("run", answer.runNumber())
                .set("asked", answer.visit())
                .first(QuestionReader::ticket);
    }

    private static @Nullable StoredRun store(Tx tx, Answer answer, StoredRun seen, @Nullable Continuation next)
            throws SQLException {
        return tx.sql(PostgresSql.ANSWER)
                .setSeen(seen)
                .set("asked", answer.visit())
                .set("expiry", answer.isExpiry())
                .set("answer", answer.answer())
                .set("by", answer.by())
                .set("goes_on", next != null)
                .set(next == null ? seen.checkpoint() : next.checkpoint())
                .set(next == null ? null : next.leaseRequest())
                .set(next == null ? answer.stored() : null)
                .setEvents(answer.events())
                .first(row -> RowReader.read(row, tx.clock()));
    }
}
