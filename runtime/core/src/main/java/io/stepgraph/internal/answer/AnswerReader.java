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

/**
 * Reads answers (I4), messages (Q5) and results of effects (E4) that come in as text. It holds them against the schema
 * that was stored with the question, the graph or the effect, so it needs no class.
 */
public final class AnswerReader {
    public static final String ANSWER = "answer";
    public static final String MESSAGE = "message";
    public static final String RESULT = "result";

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
     * @param what {@link #ANSWER}, {@link #MESSAGE} or {@link #RESULT}
     * @return the answer, with its kind if it came without one and there are several
     * @throws InvalidAnswerException if it is not JSON, or not an answer by the schema. The message names the field
     */
    public JsonNode read(String what, JsonNode schema, String json) {
        Path root = Path.root(what);
        byte[] utf8 = json.getBytes(StandardCharsets.UTF_8);
        if (utf8.length > maxBytes) {
            throw invalid(
                    what,
                    "the %s has %s bytes, more than the limit of %s".formatted(what, utf8.length, maxBytes),
                    null);
        }
        JsonNode answer;
        try {
            answer = reader.readTree(utf8);
        } catch (JacksonException | ArithmeticException | NumberFormatException | StackOverflowError e) {
            Path beyond = NumberBound.beyond(root, utf8);
            throw invalid(
                    what,
                    beyond == null
                            ? "the %s is not valid JSON: ".formatted(what) + JsonErrors.reason(e)
                            : "%s is %s".formatted(beyond, NumberBound.PROBLEM),
                    e);
        }
        if (answer.isMissingNode()) {
            throw invalid(what, "the %s is empty".formatted(what), null);
        }
        UntaggedAnswer bare = UntaggedAnswer.of(schema, answer);
        // An answer that cannot be read is asked for again; a message would hold up its run.
        SchemaCheck check = new SchemaCheck(schema, what.equals(MESSAGE) ? mapper : null);
        String problem = bare == null ? check.problem(root, answer) : check.problem(bare.schema(), root, answer);
        if (problem != null) {
            throw invalid(what, problem, null);
        }
        return bare == null ? answer : bare.withKind();
    }

    public static InvalidAnswerException invalid(String what, String problem, @Nullable Throwable cause) {
        String left = switch (what) {
            case ANSWER -> "the run still waits";
            case MESSAGE -> "nothing was stored";
            default -> "the effect stays in doubt";
        };
        return InvalidAnswerException.toCaller(
                "The %s is not accepted, and %s: %s.".formatted(what, left, problem), cause);
    }
}
