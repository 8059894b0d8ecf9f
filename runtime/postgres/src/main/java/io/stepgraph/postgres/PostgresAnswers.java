package io.stepgraph.postgres;

import io.stepgraph.jdbc.Questions;
import io.stepgraph.jdbc.RowReader;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.Answer;
import io.stepgraph.store.Continuation;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stores answers. What is stored is looked at first, to say what is wrong with an answer; the one statement that stores
 * it, closes the ticket and makes the run the answerer's then insists that nothing has changed since, or all is looked
 * at again (I3).
 */
final class PostgresAnswers {
    private final PostgresSession session;

    PostgresAnswers(PostgresSession session) {
        this.session = session;
    }

    @Nullable StoredRun answer(Answer answer, @Nullable Continuation next) {
        answer.check(next);
        return session.call(answer.key(), tx -> {
            while (true) {
                Questions.Asked found = Questions.find(tx, PostgresSql.FIND_ASKED, answer);
                StoredRun run = found.run();
                if (run.hasExpired() && !answer.isExpiry()) {
                    tx.sql(PostgresSql.EXPIRE).set(run.key(), run.runNumber()).update();
                }
                if (!answer.isNew(run, found.ticket())) {
                    return null;
                }
                StoredRun stored = store(tx, answer, run, next);
                if (stored != null) {
                    return stored;
                }
            }
        });
    }

    boolean reopenQuestion(StoredRun answered, Json answerSchema, @Nullable Due due, List<Json> events) {
        StopReason.Answered given = answered.checkAnswered();
        return session.call(answered.key(), tx -> {
            Json question = Questions.question(tx, answered);
            if (question == null) {
                return false;
            }
            return tx.sql(PostgresSql.REOPEN_QUESTION)
                    .setSeen(answered)
                    .set(new StopReason.QuestionAsked(given.nonce(), question, answerSchema))
                    .set("asked", answered.checkpoint().visit())
                    .set("answer_schema", answerSchema)
                    .set(due)
                    .setEvents(events)
                    .any();
        });
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
