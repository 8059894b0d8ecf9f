package io.stepgraph.jdbc;

import io.stepgraph.runtime.store.Answer;
import io.stepgraph.runtime.store.Claim;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.Rest;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.StoredQuestion;
import java.sql.ResultSet;
import java.sql.SQLException;
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

    /** A ticket as it was given out; its answer is null until it is used. */
    private record Ticket(
            String interrupt, String nonce, @Nullable Json answer) {
        static Ticket read(ResultSet row) throws SQLException {
            byte[] answer = row.getBytes("answer_json");
            return new Ticket(
                    row.getString("interrupt"), row.getString("nonce"), answer == null ? null : new Json(answer));
        }
    }

    @Nullable RunRecord answer(Answer answer, Claim claim) {
        return session.write(answer.key(), () -> {
            RunRecord run = session.find(answer.key(), clock.now());
            if (run == null) {
                throw answer.key().notFound();
            }
            return isNew(answer, run) ? goOn(answer, claim) : null;
        });
    }

    List<StoredQuestion> questions(RunKey key) {
        return Objects.requireNonNull(session.read(
                key, () -> session.sql(SqliteSql.FIND_QUESTIONS).set(key).all(QuestionReader::read)));
    }

    private boolean isNew(Answer answer, RunRecord run) throws SQLException {
        Ticket ticket = run.incarnation() == answer.incarnation() ? ticket(answer) : null;
        if (ticket == null || !ticket.nonce.equals(answer.nonce())) {
            throw answer.stale(run, null, false);
        }
        if (ticket.answer != null) {
            if (ticket.answer.equals(answer.answer())) {
                return false;
            }
            throw answer.stale(run, ticket.interrupt, true);
        }
        if (!(run.rest() instanceof Rest.Asked)
                || run.checkpoint().visit() != answer.visit()
                || run.isDue() != answer.isExpiry()) {
            throw answer.stale(run, ticket.interrupt, false);
        }
        return true;
    }

    private @Nullable Ticket ticket(Answer answer) throws SQLException {
        return session.sql(SqliteSql.FIND_INTERRUPT)
                .set(answer.key(), answer.incarnation())
                .set("visit", answer.visit())
                .first(Ticket::read);
    }

    private @Nullable RunRecord goOn(Answer answer, Claim claim) throws SQLException {
        session.sql(SqliteSql.CLOSE_INTERRUPT)
                .set(answer.key(), answer.incarnation())
                .set("visit", answer.visit())
                .set("answer", answer.answer())
                .set("by", answer.by())
                .set("now", clock.now())
                .update();
        session.sql(SqliteSql.GO_ON)
                .set(answer.key(), answer.incarnation())
                .set(answer.checkpoint())
                .set(claim)
                .set("now", clock.now())
                .setEvents(answer.events())
                .update();
        return session.find(answer.key(), clock.now());
    }
}
