package io.stepgraph.postgres;

import io.stepgraph.jdbc.QuestionReader;
import io.stepgraph.jdbc.RowReader;
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
        return session.call(answer.key(), sql -> {
            while (true) {
                Found found = find(sql, answer);
                if (found.run.hasExpired() && !answer.isExpiry()) {
                    expire(sql, found.run);
                }
                if (!found.isNew(answer)) {
                    return null;
                }
                StoredRun stored = store(sql, answer, found.run, next);
                if (stored != null) {
                    return stored;
                }
            }
        });
    }

    private static void expire(PostgresSession.Sql sql, StoredRun run) throws SQLException {
        sql.of(PostgresSql.EXPIRE).set(run.key(), run.runNumber()).update();
    }

    boolean reopenQuestion(StoredRun answered, Json answerSchema, @Nullable Duration dueIn, List<Json> events) {
        StopReason.Answered given = answered.checkAnswered();
        return session.call(answered.key(), sql -> {
            Json question = sql.of(PostgresSql.FIND_QUESTION)
                    .set(answered.key(), answered.runNumber())
                    .set("asked", answered.checkpoint().visit())
                    .first(QuestionReader::question);
            if (question == null) {
                return QuestionReader.isThere(answered, sql.read(answered.key()));
            }
            return sql.of(PostgresSql.REOPEN_QUESTION)
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
    private static Found find(PostgresSession.Sql sql, Answer answer) throws SQLException {
        Found found = findOnce(sql, answer);
        return found.isOfOneMoment(answer) ? found : findOnce(sql, answer);
    }

    private static Found findOnce(PostgresSession.Sql sql, Answer answer) throws SQLException {
        StoredRun run = sql.read(answer.key());
        if (run == null) {
            throw answer.key().notFound();
        }
        return new Found(run, run.runNumber() == answer.runNumber() ? ticket(sql, answer) : null);
    }

    private static Answer.@Nullable Given ticket(PostgresSession.Sql sql, Answer answer) throws SQLException {
        return sql.of(PostgresSql.FIND_TICKET)
                .set(answer.key())
                .set("run", answer.runNumber())
                .set("asked", answer.visit())
                .first(QuestionReader::ticket);
    }

    private static @Nullable StoredRun store(
            PostgresSession.Sql sql, Answer answer, StoredRun seen, @Nullable Continuation next) throws SQLException {
        return sql.of(PostgresSql.ANSWER)
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
                .first(RowReader::read);
    }
}
