package io.stepgraph.jdbc;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.Answer;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.StoredQuestion;
import io.stepgraph.store.StoredRun;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The questions of runs and their answers, for both stores (I6). */
public final class Questions {
    /** No other write changes a question while its run waits with it or with its answer. */
    private static final String FIND_QUESTION = """
            select i.question
              from stepgraph.interrupts i
              join stepgraph.runs r on r.run_number = i.run
             where i.run = :run and r.namespace = :namespace and i.visit = :asked
            """;

    private static final String INHERIT_ANSWERS = """
            insert into stepgraph.interrupts
                   (run, visit, interrupt, nonce, asked_at, answered_at, answered_by, inherited_from, answer, question,
                    answer_schema)
            select f.run_number, i.visit, i.interrupt, i.nonce, i.asked_at, i.answered_at, i.answered_by,
                   coalesce(i.inherited_from, i.run), i.answer, i.question, i.answer_schema
              from stepgraph.runs f
              join stepgraph.runs s on s.run_number = :source and s.namespace = f.namespace
              join stepgraph.interrupts i on i.run = s.run_number
             where f.namespace = :namespace and f.id = :id and i.visit < :visit and i.answered_at is not null
            """;

    private Questions() {}

    /**
     * A run, and a ticket that it gave out.
     *
     * @param ticket the ticket as it was given out; null if this run gave out none at the visit
     */
    public record Asked(StoredRun run, Answer.@Nullable Given ticket) {}

    /**
     * Finds the run of an answer, and the ticket, at one moment.
     *
     * @param statement reads a run, and of the visit {@code :asked} of the run {@code :run} what was given out
     */
    public static Asked find(Tx tx, String statement, Answer answer) throws SQLException {
        Asked found = tx.sql(statement)
                .set(answer.key())
                .set("run", answer.runNumber())
                .set("asked", answer.visit())
                .first(row -> new Asked(RowReader.read(row, tx.clock()), ticket(row)));
        if (found == null) {
            throw answer.key().notFound();
        }
        return found;
    }

    private static Answer.@Nullable Given ticket(ResultSet row) throws SQLException {
        String nonce = row.getString("nonce");
        return nonce == null ? null : new Answer.Given(row.getString("interrupt"), nonce, json(row, "answer"));
    }

    /**
     * Finds the question of a run that has an answer. Returns null if the run has changed since it was seen, so that
     * its question may be gone.
     *
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the run is as it was, without a question
     */
    public static @Nullable Json question(Tx tx, StoredRun seen) throws SQLException {
        Json question = tx.sql(FIND_QUESTION)
                .set(seen.key(), seen.runNumber())
                .set("asked", seen.checkpoint().visit())
                .first(row -> new Json(row.getBytes("question")));
        StoredRun now = question == null ? tx.find(seen.key()) : null;
        if (now != null && seen.isAs(now)) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "The question that run '" + seen.key() + "' asked at visit "
                            + seen.checkpoint().visit()
                            + " has no row. Nothing was changed; restore the database from a backup.");
        }
        return question;
    }

    /** Gives a fork the answers that another run got before its visit. */
    public static void inherit(Tx tx, NewRun fork, long source) throws SQLException {
        tx.sql(INHERIT_ANSWERS)
                .set(fork.key())
                .set("source", source)
                .set("visit", fork.checkpoint().visit())
                .update();
    }

    private static @Nullable Json json(ResultSet row, String column) throws SQLException {
        byte[] utf8 = row.getBytes(column);
        return utf8 == null ? null : new Json(utf8);
    }

    /** A question with its answer. */
    public static StoredQuestion read(ResultSet row) throws SQLException {
        Json answer = json(row, "answer");
        long answeredAt = row.getLong("answered_at");
        long inheritedFrom = row.getLong("inherited_from");
        return new StoredQuestion(
                row.getLong("visit"),
                row.getString("interrupt"),
                new Json(row.getBytes("question")),
                new Json(row.getBytes("answer_schema")),
                Instant.ofEpochMilli(row.getLong("asked_at")),
                answer,
                answer == null ? null : row.getString("answered_by"),
                answer == null ? null : Instant.ofEpochMilli(answeredAt),
                inheritedFrom == 0 ? null : (Long) inheritedFrom);
    }
}
