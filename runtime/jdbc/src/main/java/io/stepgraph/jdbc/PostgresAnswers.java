package io.stepgraph.jdbc;

import io.stepgraph.runtime.store.Acquisition;
import io.stepgraph.runtime.store.Answer;
import io.stepgraph.runtime.store.Checkpoint;
import io.stepgraph.runtime.store.Claim;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.Rest;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.StoredQuestion;
import java.sql.SQLException;
import java.time.Duration;
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

    /** A run, and the ticket of an answer. */
    private record Found(RunRecord run, Answer.@Nullable Given ticket) {
        boolean isNew(Answer answer) {
            return answer.isNew(run, ticket);
        }

        boolean isOfOneMoment(Answer answer) {
            if (ticket == null || run.checkpoint().visit() != answer.visit()) {
                return true;
            }
            boolean isClosed = ticket.answer() != null;
            return isClosed ? !(run.rest() instanceof Rest.Asked) : !(run.rest() instanceof Rest.Answered);
        }
    }

    @Nullable RunRecord answer(Answer answer, Checkpoint next, Claim claim) {
        return session.call(answer.key(), sql -> {
            while (true) {
                Found found = find(sql, answer);
                if (!found.isNew(answer)) {
                    return null;
                }
                RunRecord going = goOn(sql, answer, found.run, next, claim);
                if (going != null) {
                    return going;
                }
            }
        });
    }

    void submit(Answer answer) {
        answer.checkSubmittable();
        session.call(answer.key(), sql -> {
            Found found = find(sql, answer);
            while (found.isNew(answer) && !isSubmitted(sql, answer, found.run)) {
                found = find(sql, answer);
            }
            return null;
        });
    }

    @Nullable RunRecord takeUp(Acquisition acquisition, Checkpoint next) {
        acquisition.seen().checkAnswered();
        RunRecord seen = acquisition.seen();
        return session.call(seen.key(), sql -> {
            try (PostgresStatement takeUp = sql.of(PostgresSql.TAKE_UP)) {
                return takeUp.setSeen(seen)
                        .set(next)
                        .set(acquisition.claim())
                        .setEvents(acquisition.events())
                        .first(PostgresStatement::run);
            }
        });
    }

    boolean refuse(RunRecord answered, Json accepts, @Nullable Duration wakeIn, List<Json> events) {
        answered.checkAnswered();
        return Boolean.TRUE.equals(session.call(answered.key(), sql -> {
            try (PostgresStatement refuse = sql.of(PostgresSql.REFUSE)) {
                return refuse.setSeen(answered)
                        .set("asked", answered.checkpoint().visit())
                        .set("accepts", accepts)
                        .set("wake_in", wakeIn)
                        .setEvents(events)
                        .any();
            }
        }));
    }

    List<StoredQuestion> questions(RunKey key) {
        return Objects.requireNonNull(session.call(key, sql -> {
            try (PostgresStatement read = sql.of(PostgresSql.QUESTIONS)) {
                return read.set(key).all(QuestionReader::read);
            }
        }));
    }

    /** Read one after the other, the run and the ticket may be of two moments; then both are read once more. */
    private static Found find(PostgresSession.Sql sql, Answer answer) throws SQLException {
        Found found = findOnce(sql, answer);
        return found.isOfOneMoment(answer) ? found : findOnce(sql, answer);
    }

    private static Found findOnce(PostgresSession.Sql sql, Answer answer) throws SQLException {
        RunRecord run = sql.read(answer.key());
        if (run == null) {
            throw answer.key().notFound();
        }
        return new Found(run, run.incarnation() == answer.incarnation() ? ticket(sql, answer) : null);
    }

    private static Answer.@Nullable Given ticket(PostgresSession.Sql sql, Answer answer) throws SQLException {
        try (PostgresStatement find = sql.of(PostgresSql.FIND_TICKET)) {
            return find.set(answer.key())
                    .set("run", answer.incarnation())
                    .set("asked", answer.visit())
                    .first(QuestionReader::ticket);
        }
    }

    private static @Nullable RunRecord goOn(
            PostgresSession.Sql sql, Answer answer, RunRecord seen, Checkpoint next, Claim claim) throws SQLException {
        try (PostgresStatement store = sql.of(PostgresSql.ANSWER)) {
            return set(store, answer, seen)
                    .set("expiry", answer.isExpiry())
                    .set(next)
                    .set(claim)
                    .first(PostgresStatement::run);
        }
    }

    private static boolean isSubmitted(PostgresSession.Sql sql, Answer answer, RunRecord seen) throws SQLException {
        try (PostgresStatement submit = sql.of(PostgresSql.SUBMIT)) {
            return set(submit, answer, seen).any();
        }
    }

    private static PostgresStatement set(PostgresStatement statement, Answer answer, RunRecord seen)
            throws SQLException {
        return statement
                .setSeen(seen)
                .set("asked", answer.visit())
                .set("answer", answer.answer())
                .set("by", answer.by())
                .setEvents(answer.events());
    }
}
