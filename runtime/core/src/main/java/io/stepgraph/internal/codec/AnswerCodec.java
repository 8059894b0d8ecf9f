package io.stepgraph.internal.codec;

import io.stepgraph.internal.answer.AnswerKinds;
import io.stepgraph.internal.answer.AnswerReader;
import io.stepgraph.internal.answer.AnswerSchema;
import io.stepgraph.internal.answer.SchemaCheck;
import io.stepgraph.internal.json.Canonical;
import io.stepgraph.internal.json.ExactNumbers;
import io.stepgraph.internal.json.JsonErrors;
import io.stepgraph.internal.json.LeafTyping;
import io.stepgraph.internal.json.Path;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.graph.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.exc.ValueInstantiationException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads and writes the answers to one question (I4). An answer is first checked against the schema, which gives the
 * best messages. Then Jackson reads it, coerces and ignores nothing, and runs the checks in the user's constructors.
 * Safe for use by many threads.
 */
public final class AnswerCodec {
    private record Kind(String name, ObjectReader reader, ValueCodec writer) {}

    private final Map<String, Kind> kinds = new LinkedHashMap<>();
    private final AnswerKinds declared;
    private final AnswerReader reader;
    private final JsonNode schema;
    private volatile @Nullable Json writtenSchema;

    AnswerCodec(AnswerKinds declared, JsonMapper strict, Function<JavaType, ValueCodec> writers, AnswerReader reader) {
        this.declared = declared;
        this.reader = reader;
        this.schema = new AnswerSchema(strict).of(declared);
        declared.byName()
                .forEach((name, type) -> kinds.put(name, new Kind(name, strict.readerFor(type), writers.apply(type))));
    }

    /**
     * Reads an answer that was given as JSON.
     *
     * @throws InvalidAnswerException if it is not an answer; names the field
     */
    public Object read(String json) {
        JsonNode answer = reader.read(AnswerReader.ANSWER, schema, json);
        Kind kind = kind(answer);
        try {
            Object value = ExactNumbers.read(kind.reader(), Canonical.sorted(content(answer)));
            return Objects.requireNonNull(value, "an answer that is null");
        } catch (RuntimeException | StackOverflowError e) {
            // The message of the user's constructor is for the answerer; Jackson's text around it is not.
            String why = e instanceof ValueInstantiationException && e.getCause() instanceof Exception refusal
                    ? String.valueOf(refusal.getMessage())
                    : JsonErrors.reason(e);
            throw AnswerReader.invalid(
                    AnswerReader.ANSWER,
                    "%s: %s".formatted(JsonErrors.where(Path.root(AnswerReader.ANSWER), e), why),
                    e);
        }
    }

    private Kind kind(JsonNode answer) {
        String named = SchemaCheck.kind(answer);
        Kind kind = declared.isNamed() && named != null
                ? kinds.get(named)
                : kinds.values().iterator().next();
        if (kind == null) {
            throw InvalidAnswerException.toCaller("The answer names no kind. Known kinds: " + declared.names(), null);
        }
        return kind;
    }

    private JsonNode content(JsonNode answer) {
        if (answer instanceof ObjectNode object) {
            return object.deepCopy().without(LeafTyping.PROPERTY);
        }
        return declared.isNamed() ? answer.get(1) : answer;
    }

    /**
     * Reads the text of {@link #write} leniently, like all stored values.
     *
     * @throws UnreadableValueException if it cannot be read
     */
    public Object readStored(Json written) {
        try {
            JsonNode answer = Canonical.tree(written);
            return kind(answer).writer().read(Canonical.unsorted(content(answer)));
        } catch (JacksonException | InvalidAnswerException e) {
            throw new UnreadableValueException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Writes an answer with its kind, if there are several: keys and sets sorted, numbers as they are, so that equal
     * answers have equal bytes and nothing of them is lost.
     *
     * @throws io.stepgraph.runtime.NotStorableException if it cannot be written; names the path
     * @throws IllegalArgumentException if its type is not declared
     */
    public Json write(Object answer) {
        Kind kind = Objects.requireNonNull(kinds.get(declared.of(answer)));
        JsonNode content = kind.writer().tree(answer);
        if (!declared.isNamed()) {
            return Canonical.sorted(content);
        }
        if (content instanceof ObjectNode object) {
            return Canonical.sorted(object.put(LeafTyping.PROPERTY, kind.name()));
        }
        ArrayNode wrapped = JsonNodeFactory.instance.arrayNode();
        return Canonical.sorted(wrapped.add(kind.name()).add(content));
    }

    /**
     * Returns the JSON Schema (2020-12) of the accepted answers, to be stored with the question. It describes answers
     * that name their kind; scalars that need not name it are accepted, too.
     */
    public Json schema() {
        Json written = writtenSchema;
        if (written == null) {
            written = Canonical.unsorted(schema);
            writtenSchema = written;
        }
        return written;
    }
}
