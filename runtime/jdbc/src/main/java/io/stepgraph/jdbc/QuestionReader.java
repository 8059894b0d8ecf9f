package io.stepgraph.jdbc;

import io.stepgraph.runtime.store.Answer;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.StoredQuestion;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

/** Makes a question, and who answered it, of its row (I6). */
final class QuestionReader {
    private QuestionReader() {}

    /** A ticket as it was given out. */
    static Answer.Given ticket(ResultSet row) throws SQLException {
        byte[] answer = row.getBytes("answer_json");
        return new Answer.Given(
                row.getString("interrupt"), row.getString("nonce"), answer == null ? null : new Json(answer));
    }

    static StoredQuestion read(ResultSet row) throws SQLException {
        byte[] answer = row.getBytes("answer_json");
        long answeredAt = row.getLong("answered_at");
        return new StoredQuestion(
                row.getLong("visit"),
                row.getString("interrupt"),
                new Json(row.getBytes("question_json")),
                new Json(row.getBytes("answer_schema_json")),
                Instant.ofEpochMilli(row.getLong("asked_at")),
                answer == null ? null : new Json(answer),
                answer == null ? null : row.getString("answered_by"),
                answer == null ? null : Instant.ofEpochMilli(answeredAt));
    }
}
