package io.stepgraph.sqlite;

import io.stepgraph.engine.store.Answer;
import io.stepgraph.engine.store.Continuation;
import io.stepgraph.engine.store.RunKey;
import io.stepgraph.engine.store.RunRecord;
import io.stepgraph.engine.store.StopReason;
import io.stepgraph.engine.store.StoredQuestion;
import io.stepgraph.jdbc.QuestionReader;
import io.stepgraph.runtime.graph.Json;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Stores answers, each in one transaction with its consequences (I3). */
final class SqliteAnswers {
    private final SqliteSession session;

    SqliteAnswers(SqliteSession session) {
        this.session = session;
    }

    @Nullable RunRecord answer(Answer answer, @Nullable Continuation next) {
        answer.check(next);
        return session.write(answer.key(), () -> {
            RunRecord run = find(answer);
            if (!answer.isNew(run, ticket(answer))) {
                return null;
            }
            close(answer);
            long now = session.now();
            session.sql(SqliteSql.ANSWER)
                    .setSeen(run)
                    .set(next == null ? run.checkpoint() : next.checkpoint())
                    .set(next == null ? null : next.leaseRequest())
                    .set(next == null ? answer.stored() : null)
                    .set("now", now)
                    .setEvents(answer.events())
                    .update();
            return session.find(answer.key(), now);
        });
    }

    boolean refuse(RunRecord answered, Json answerSchema, @Nullable Duration dueIn, List<Json> events) {
        StopReason.Answered given = answered.checkAnswered();
        return Boolean.TRUE.equals(session.write(answered.key(), () -> {
            Json question = session.sql(SqliteSql.FIND_QUESTION)
                    .set(answered.key(), answered.runNumber())
                    .set("visit", answered.checkpoint().visit())
                    .first(QuestionReader::question);
            if (question == null) {
                return QuestionReader.isThere(answered, session.find(answered.key(), session.now()));
            }
            int waiting = session.sql(SqliteSql.REFUSE)
                    .setSeen(answered)
                    .set(new StopReason.QuestionAsked(given.nonce(), question, answerSchema))
                    .set("due_in", dueIn)
                    .set("now", session.now())
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
        }));
    }

    List<StoredQuestion> questions(RunKey key) {
        return Objects.requireNonNull(session.read(
                key, () -> session.sql(SqliteSql.FIND_QUESTIONS).set(key).all(QuestionReader::read)));
    }

    private RunRecord find(Answer answer) throws SQLException {
        RunRecord run = session.find(answer.key(), session.now());
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
        session.sql(SqliteSql.CLOSE_INTERRUPT)
                .set(answer.key(), answer.runNumber())
                .set("visit", answer.visit())
                .set("answer", answer.answer())
                .set("by", answer.by())
                .set("now", session.now())
                .update();
    }
}
