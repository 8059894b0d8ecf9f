package io.stepgraph.sqlite;

import io.stepgraph.jdbc.QuestionReader;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.Answer;
import io.stepgraph.store.Continuation;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stores answers, each in one transaction with its consequences (I3). */
final class SqliteAnswers {
    private final SqliteSession session;

    SqliteAnswers(SqliteSession session) {
        this.session = session;
    }

    /** What became of an answer: the run, null if this very answer was stored before, or the refusal. */
    private record Judged(@Nullable StoredRun run, @Nullable StaleAnswerException refusal) {}

    @Nullable StoredRun answer(Answer answer, @Nullable Continuation next) {
        answer.check(next);
        Judged judged = session.write(answer.key(), () -> judge(answer, next));
        if (judged.refusal != null) {
            throw judged.refusal;
        }
        return judged.run;
    }

    private Judged judge(Answer answer, @Nullable Continuation next) throws SQLException {
        StoredRun run = find(answer);
        try {
            return new Judged(answer.isNew(run, ticket(answer)) ? store(run, answer, next) : null, null);
        } catch (StaleAnswerException refusal) {
            if (run.hasExpired()) {
                session.sql(SqliteSql.EXPIRE).set(run.key(), run.runNumber()).update();
            }
            return new Judged(null, refusal);
        }
    }

    private @Nullable StoredRun store(StoredRun run, Answer answer, @Nullable Continuation next) throws SQLException {
        close(answer);
        session.now(SqliteSql.ANSWER)
                .setSeen(run)
                .set(next == null ? run.checkpoint() : next.checkpoint())
                .set(next == null ? null : next.leaseRequest())
                .set(next == null ? answer.stored() : null)
                .setEvents(answer.events())
                .update();
        return session.find(answer.key());
    }

    boolean reopenQuestion(StoredRun answered, Json answerSchema, @Nullable Duration dueIn, List<Json> events) {
        StopReason.Answered given = answered.checkAnswered();
        return session.write(answered.key(), () -> {
            Json question = session.sql(SqliteSql.FIND_QUESTION)
                    .set(answered.key(), answered.runNumber())
                    .set("visit", answered.checkpoint().visit())
                    .first(QuestionReader::question);
            if (question == null) {
                return QuestionReader.isThere(answered, session.find(answered.key()));
            }
            int waiting = session.now(SqliteSql.REOPEN_QUESTION)
                    .setSeen(answered)
                    .set(new StopReason.QuestionAsked(given.nonce(), question, answerSchema))
                    .set("due_in", dueIn)
                    .setEvents(events)
                    .update();
            if (waiting == 0) {
                return false;
            }
            session.sql(SqliteSql.OPEN_INTERRUPT)
                    .set(answered.key(), answered.runNumber())
                    .set("visit", answered.checkpoint().visit())
                    .set("answer_schema", answerSchema)
                    .update();
            return true;
        });
    }

    private StoredRun find(Answer answer) throws SQLException {
        StoredRun run = session.find(answer.key());
        if (run == null) {
            throw answer.key().notFound();
        }
        return run;
    }

    private Answer.@Nullable Given ticket(Answer answer) throws SQLException {
        return session.sql(SqliteSql.FIND_INTERRUPT)
                .set(answer.key(), answer.runNumber())
                .set("visit", answer.visit())
                .first(QuestionReader::ticket);
    }

    private void close(Answer answer) throws SQLException {
        session.now(SqliteSql.CLOSE_INTERRUPT)
                .set(answer.key(), answer.runNumber())
                .set("visit", answer.visit())
                .set("answer", answer.answer())
                .set("by", answer.by())
                .update();
    }
}
