package io.stepgraph.internal.answer;

import io.stepgraph.internal.json.JsonErrors;
import io.stepgraph.internal.json.NumberBound;
import io.stepgraph.internal.json.Path;
import io.stepgraph.runtime.InvalidAnswerException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Where answers come in as text (I4): held against the schema that was stored with the question, and no class is needed. */
public final class AnswerReader {
    public static final Path ROOT = Path.root("answer");

    private final JsonMapper mapper;
    private final ObjectReader reader;
    private final int maxBytes;

    public AnswerReader(JsonMapper strict, int maxBytes) {
        this.mapper = strict;
        this.reader = strict.readerFor(JsonNode.class)
                .with(
                        DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS,
                        DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);
        this.maxBytes = maxBytes;
    }

    /** The mapper that reads answers of known kinds. */
    public JsonMapper mapper() {
        return mapper;
    }

    /**
     * Parses an answer and checks it against a schema.
     *
     * @return the answer, with its kind if it came without one and there are several
     * @throws InvalidAnswerException if it is not JSON, or not an answer by the schema. The message names the field
     */
    public JsonNode read(JsonNode schema, String json) {
        byte[] utf8 = json.getBytes(StandardCharsets.UTF_8);
        if (utf8.length > maxBytes) {
            throw invalid("the answer has %d bytes, more than the limit of %d".formatted(utf8.length, maxBytes), null);
        }
        JsonNode answer;
        try {
            answer = reader.readTree(utf8);
        } catch (JacksonException | ArithmeticException | NumberFormatException | StackOverflowError e) {
            Path beyond = NumberBound.beyond(ROOT, utf8);
            throw invalid(
                    beyond == null
                            ? "the answer is not valid JSON: " + JsonErrors.reason(e)
                            : "%s is %s".formatted(beyond, NumberBound.PROBLEM),
                    e);
        }
        if (answer.isMissingNode()) {
            throw invalid("the answer is empty", null);
        }
        BareAnswer bare = BareAnswer.of(schema, answer);
        SchemaCheck check = new SchemaCheck(schema);
        String problem = bare == null ? check.problem(ROOT, answer) : check.problem(bare.schema(), ROOT, answer);
        if (problem != null) {
            throw invalid(problem, null);
        }
        return bare == null ? answer : bare.withKind();
    }

    public static InvalidAnswerException invalid(String problem, @Nullable Throwable cause) {
        return new InvalidAnswerException(
                "The answer is not accepted, and the run still waits: %s.".formatted(problem), cause);
    }
}
