package io.stepgraph.sqlite;

import io.stepgraph.jdbc.Questions;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.Answer;
import io.stepgraph.store.Continuation;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stores answers, each in one transaction with its consequences (I3). */
final class SqliteAnswers {
    private final SqliteSession session;

    SqliteAnswers(SqliteSession session) {
        this.session = session;
    }

    /** The fate of an answer: the run, null if this very answer was stored before, or the refusal. */
    private record Judged(@Nullable StoredRun run, @Nullable StaleAnswerException refusal) {}

    @Nullable StoredRun answer(Answer answer, @Nullable Continuation next) {
        answer.check(next);
        Judged judged = session.write(answer.key(), tx -> judge(tx, answer, next));
        if (judged.refusal != null) {
            throw judged.refusal;
        }
        return judged.run;
    }

    private static Judged judge(Tx tx, Answer answer, @Nullable Continuation next) throws SQLException {
        Questions.Asked found = Questions.find(tx, SqliteSql.FIND_ASKED, answer);
        StoredRun run = found.run();
        try {
            return new Judged(answer.isNew(run, found.ticket()) ? store(tx, run, answer, next) : null, null);
        } catch (StaleAnswerException refusal) {
            if (run.hasExpired()) {
                tx.sql(SqliteSql.EXPIRE).set(run.key(), run.runNumber()).update();
            }
            return new Judged(null, refusal);
        }
    }

    private static @Nullable StoredRun store(Tx tx, StoredRun run, Answer answer, @Nullable Continuation next)
            throws SQLException {
        close(tx, answer);
        tx.sql(SqliteSql.ANSWER)
                .setSeen(run)
                .set(next == null ? run.checkpoint() : next.checkpoint())
                .set(next == null ? null : next.leaseRequest())
                .set(next == null ? answer.stored() : null)
                .setEvents(answer.events())
                .update();
        return tx.find(answer.key());
    }

    boolean reopenQuestion(StoredRun answered, Json answerSchema, @Nullable Due due, List<Json> events) {
        StopReason.Answered given = answered.checkAnswered();
        return session.write(answered.key(), tx -> {
            Json question = Questions.question(tx, answered);
            if (question == null) {
                return false;
            }
            int waiting = tx.sql(SqliteSql.REOPEN_QUESTION)
                    .setSeen(answered)
                    .set(new StopReason.QuestionAsked(given.nonce(), question, answerSchema))
                    .set(due)
                    .setEvents(events)
                    .update();
            if (waiting == 0) {
                return false;
            }
            tx.sql(SqliteSql.OPEN_INTERRUPT)
                    .set(answered.key(), answered.runNumber())
                    .set("visit", answered.checkpoint().visit())
                    .set("answer_schema", answerSchema)
                    .update();
            return true;
        });
    }

    private static void close(Tx tx, Answer answer) throws SQLException {
        tx.sql(SqliteSql.CLOSE_INTERRUPT)
                .set(answer.key(), answer.runNumber())
                .set("visit", answer.visit())
                .set("answer", answer.answer())
                .set("by", answer.by())
                .update();
    }
}
