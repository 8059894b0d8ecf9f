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

/**
 * Stores answers. What is stored is looked at first, to say what is wrong with an answer; the one statement that stores it,
 * closes the ticket and makes the run the answerer's then insists that nothing has changed since, or all is looked at again (I3).
 */
final class PostgresAnswers {
    private final PostgresSession session;

    PostgresAnswers(PostgresSession session) {
        this.session = session;
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
        return session.call(answer.key(), sql -> {
            while (true) {
                RunRecord seen = sql.read(answer.key());
                if (seen == null) {
                    throw answer.key().notFound();
                }
                if (!isNew(sql, answer, seen)) {
                    return null;
                }
                RunRecord going = goOn(sql, answer, seen, claim);
                if (going != null) {
                    return going;
                }
            }
        });
    }

    List<StoredQuestion> questions(RunKey key) {
        return Objects.requireNonNull(session.call(key, sql -> {
            try (PostgresStatement read = sql.of(PostgresSql.QUESTIONS)) {
                return read.set(key).all(QuestionReader::read);
            }
        }));
    }

    private static boolean isNew(PostgresSession.Sql sql, Answer answer, RunRecord seen) throws SQLException {
        Ticket ticket = seen.incarnation() == answer.incarnation() ? ticket(sql, answer) : null;
        if (ticket == null || !ticket.nonce.equals(answer.nonce())) {
            throw answer.stale(seen, null, false);
        }
        if (answer.answer() != null && answer.answer().equals(ticket.answer)) {
            return false;
        }
        if (ticket.answer != null
                || !(seen.rest() instanceof Rest.Asked)
                || seen.checkpoint().visit() != answer.visit()
                || seen.isDue() != answer.isExpiry()) {
            throw answer.stale(seen, ticket.interrupt, ticket.answer != null);
        }
        return true;
    }

    private static @Nullable Ticket ticket(PostgresSession.Sql sql, Answer answer) throws SQLException {
        try (PostgresStatement find = sql.of(PostgresSql.FIND_TICKET)) {
            return find.set(answer.key())
                    .set("run", answer.incarnation())
                    .set("asked", answer.visit())
                    .first(Ticket::read);
        }
    }

    private static @Nullable RunRecord goOn(PostgresSession.Sql sql, Answer answer, RunRecord seen, Claim claim)
            throws SQLException {
        try (PostgresStatement store = sql.of(PostgresSql.ANSWER)) {
            return store.set("run", seen.incarnation())
                    .set("scope", seen.key().scope())
                    .set("token", seen.token())
                    .set("revision", seen.revision())
                    .set("asked", answer.visit())
                    .set("expiry", answer.isExpiry())
                    .set("answer", answer.answer())
                    .set("by", answer.by())
                    .set(answer.checkpoint())
                    .set(claim)
                    .setEvents(answer.events())
                    .first(PostgresStatement::run);
        }
    }
}
