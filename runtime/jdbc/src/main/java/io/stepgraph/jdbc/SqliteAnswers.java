package io.stepgraph.jdbc;

import io.stepgraph.runtime.store.Acquisition;
import io.stepgraph.runtime.store.Answer;
import io.stepgraph.runtime.store.Checkpoint;
import io.stepgraph.runtime.store.Claim;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.StoredQuestion;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Stores answers, each in one transaction with what follows from it (I3). */
final class SqliteAnswers {
    private final SqliteSession session;
    private final StoreClock clock;

    SqliteAnswers(SqliteSession session, StoreClock clock) {
        this.session = session;
        this.clock = clock;
    }

    @Nullable RunRecord answer(Answer answer, Checkpoint next, Claim claim) {
        return session.write(answer.key(), () -> {
            RunRecord run = find(answer);
            if (!isNew(answer, run)) {
                return null;
            }
            close(answer);
            return goOn(run, next, claim, answer.events());
        });
    }

    void submit(Answer answer) {
        answer.checkSubmittable();
        session.write(answer.key(), () -> {
            if (isNew(answer, find(answer))) {
                close(answer);
                session.sql(SqliteSql.SUBMIT)
                        .set(answer.key(), answer.incarnation())
                        .set("now", clock.now())
                        .setEvents(answer.events())
                        .update();
            }
            return null;
        });
    }

    @Nullable RunRecord takeUp(Acquisition acquisition, Checkpoint next) {
        acquisition.seen().checkAnswered();
        RunRecord seen = acquisition.seen();
        return session.write(seen.key(), () -> goOn(seen, next, acquisition.claim(), acquisition.events()));
    }

    boolean refuse(RunRecord answered, Json accepts, @Nullable Duration wakeIn, List<Json> events) {
        answered.checkAnswered();
        return Boolean.TRUE.equals(session.write(answered.key(), () -> {
            int waiting = session.sql(SqliteSql.REFUSE)
                    .setSeen(answered)
                    .set("wake_in", wakeIn == null ? null : (Long) wakeIn.toMillis())
                    .set("now", clock.now())
                    .setEvents(events)
                    .update();
            if (waiting == 0) {
                return false;
            }
            session.sql(SqliteSql.OPEN_INTERRUPT)
                    .set(answered.key(), answered.incarnation())
                    .set("visit", answered.checkpoint().visit())
                    .set("accepts", accepts)
                    .update();
            return true;
        }));
    }

    List<StoredQuestion> questions(RunKey key) {
        return Objects.requireNonNull(session.read(
                key, () -> session.sql(SqliteSql.FIND_QUESTIONS).set(key).all(QuestionReader::read)));
    }

    private RunRecord find(Answer answer) throws SQLException {
        RunRecord run = session.find(answer.key(), clock.now());
        if (run == null) {
            throw answer.key().notFound();
        }
        return run;
    }

    private boolean isNew(Answer answer, RunRecord run) throws SQLException {
        return answer.isNew(run, ticket(answer));
    }

    private Answer.@Nullable Given ticket(Answer answer) throws SQLException {
        return session.sql(SqliteSql.FIND_INTERRUPT)
                .set(answer.key(), answer.incarnation())
                .set("visit", answer.visit())
                .first(QuestionReader::ticket);
    }

    private @Nullable RunRecord goOn(RunRecord seen, Checkpoint next, Claim claim, List<Json> events)
            throws SQLException {
        long now = clock.now();
        int going = session.sql(SqliteSql.GO_ON)
                .setSeen(seen)
                .set(next)
                .set(claim)
                .set("now", now)
                .setEvents(events)
                .update();
        return going == 0 ? null : session.find(seen.key(), now);
    }

    private void close(Answer answer) throws SQLException {
        session.sql(SqliteSql.CLOSE_INTERRUPT)
                .set(answer.key(), answer.incarnation())
                .set("visit", answer.visit())
                .set("answer", answer.answer())
                .set("by", answer.by())
                .set("now", clock.now())
                .update();
    }
}
