package io.stepgraph.jdbc;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.Answer;
import io.stepgraph.store.StoredQuestion;
import io.stepgraph.store.StoredRun;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Makes a question and its answer of a row (I6). */
public final class QuestionReader {
    private QuestionReader() {}

    /** A ticket as it was given out. */
    public static Answer.Given ticket(ResultSet row) throws SQLException {
        byte[] answer = row.getBytes("answer");
        return new Answer.Given(
                row.getString("interrupt"), row.getString("nonce"), answer == null ? null : new Json(answer));
    }

    /** The question alone. */
    public static Json question(ResultSet row) throws SQLException {
        return new Json(row.getBytes("question"));
    }

    /**
     * Returns false if a run has changed since it was seen, so that its question may be gone.
     *
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if it is as it was
     */
    public static boolean isThere(StoredRun seen, @Nullable StoredRun now) {
        if (now != null && seen.isAs(now)) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "The question that run '" + seen.key() + "' asked at visit "
                            + seen.checkpoint().visit()
                            + " has no row. Nothing was changed; restore the database from a backup.");
        }
        return false;
    }

    /** A question with its answer. */
    public static StoredQuestion read(ResultSet row) throws SQLException {
        byte[] answer = row.getBytes("answer");
        long answeredAt = row.getLong("answered_at");
        long inheritedFrom = row.getLong("inherited_from");
        return new StoredQuestion(
                row.getLong("visit"),
                row.getString("interrupt"),
                question(row),
                new Json(row.getBytes("answer_schema")),
                Instant.ofEpochMilli(row.getLong("asked_at")),
                answer == null ? null : new Json(answer),
                answer == null ? null : row.getString("answered_by"),
                answer == null ? null : Instant.ofEpochMilli(answeredAt),
                inheritedFrom == 0 ? null : (Long) inheritedFrom);
    }
}
