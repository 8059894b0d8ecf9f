package io.stepgraph.internal.codec;

import io.stepgraph.internal.answer.AnswerKinds;
import io.stepgraph.internal.answer.AnswerReader;
import io.stepgraph.internal.json.Canonical;
import io.stepgraph.internal.json.JavaTypes;
import io.stepgraph.internal.json.JsonErrors;
import io.stepgraph.internal.json.Mappers;
import io.stepgraph.internal.json.Path;
import io.stepgraph.internal.json.SealedSubtypes;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.ValueType;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/** Writes and reads values by their declared types. Immutable and safe for use by many threads. */
public final class Codec {
    private final int maxBytes;
    private final Mappers mappers;
    private final JsonMapper stored;
    private volatile @Nullable AnswerReader answers;

    /**
     * A codec.
     *
     * @param maxBytes the largest document it writes of a user's value; it reads larger ones, which another codec wrote
     */
    public Codec(int maxBytes) {
        this(maxBytes, null);
    }

    /**
     * A codec that a user has customised.
     *
     * @param maxBytes the largest document it writes of a user's value; it reads larger ones, which another codec wrote
     * @param customizer changes how Jackson is set up, as far as that may be changed; null changes nothing
     */
    public Codec(int maxBytes, @Nullable Consumer<? super JsonMapper.Builder> customizer) {
        this.maxBytes = maxBytes;
        this.mappers = new Mappers(customizer);
        this.stored = mappers.stored();
    }

    /** Creates the reader with the first question or answer, because many programs start without one. */
    private AnswerReader answers() {
        AnswerReader known = answers;
        if (known == null) {
            known = new AnswerReader(mappers.strict(maxBytes), maxBytes);
            answers = known;
        }
        return known;
    }

    /** The codec of one type; resolve it once and keep it. */
    public ValueCodec of(ValueType type) {
        return of(type(type), maxBytes, false);
    }

    /**
     * The codec of questions of a type: what this process or another one reads of a question is written as it is stored
     * (A2).
     */
    ValueCodec ofQuestions(ValueType type) {
        return new ValueCodec(type(type), stored, maxBytes, false, true);
    }

    /**
     * The codec of a type whose values must not share objects with other values: a run always continues with a copy.
     */
    ValueCodec apart(ValueType type) {
        return of(type(type), maxBytes, true);
    }

    /**
     * The codec of a type of the library without a size limit, because the failure of a run must always be storable.
     */
    public ValueCodec withoutLimit(ValueType type) {
        return of(type(type), Integer.MAX_VALUE, false);
    }

    private JavaType type(ValueType type) {
        return JavaTypes.of(stored.getTypeFactory(), type);
    }

    private ValueCodec of(JavaType type, int limit, boolean isApart) {
        return new ValueCodec(type, stored, limit, isApart, false);
    }

    /** The name by which stored values of a type are told apart from those of others. */
    String name(Class<?> type) {
        return SealedSubtypes.name(stored.deserializationConfig(), type);
    }

    /**
     * The codec of the answers to a question.
     *
     * @throws IllegalArgumentException if two kinds of answer have the same simple name
     */
    public AnswerCodec ofAnswers(List<ValueType> types) {
        AnswerReader reader = answers();
        JsonMapper strict = reader.mapper();
        AnswerKinds kinds = AnswerKinds.of(strict.deserializationConfig(), types);
        return new AnswerCodec(kinds, strict, type -> of(type, maxBytes, false), reader);
    }

    /**
     * Checks whether Jackson can build the answers to a question.
     *
     * @param role the role of the answers in the graph, for messages
     * @throws io.stepgraph.runtime.NotStorableException if it cannot
     */
    public void checkAnswers(List<ValueType> types, String role) {
        AnswerKinds kinds;
        try {
            kinds = AnswerKinds.of(stored.deserializationConfig(), types);
        } catch (IllegalArgumentException sameName) {
            throw new JsonErrors(Path.root("answer"), maxBytes).unbuildable(Path.root("answer"), role, sameName);
        }
        for (JavaType kind : kinds.byName().values()) {
            of(kind, maxBytes, false).checkType(role);
        }
    }

    /**
     * Checks an answer against the schema that was stored with its question, without the classes of the answers (I4).
     *
     * @return the answer with its keys sorted, to be read by {@link AnswerCodec#read} where they are
     * @throws io.stepgraph.runtime.InvalidAnswerException if it is not an answer; names the field
     * @throws UnreadableValueException if the schema is damaged
     */
    public Json readAnswer(Json schema, String answer) {
        return read(AnswerReader.ANSWER, schema, answer);
    }

    /** Checks a message against the schema in the graph of its run, as {@link #readAnswer} checks an answer (Q5). */
    public Json readMessage(Json schema, String message) {
        return read(AnswerReader.MESSAGE, schema, message);
    }

    /**
     * Checks the result of an effect against the schema that was stored with it, as {@link #readAnswer} checks an
     * answer (E4).
     */
    public Json readResult(Json schema, String result) {
        return read(AnswerReader.RESULT, schema, result);
    }

    private Json read(String what, Json schema, String text) {
        try {
            return Canonical.sorted(answers().read(what, Canonical.tree(schema), text));
        } catch (InvalidAnswerException refused) {
            throw refused;
        } catch (RuntimeException | StackOverflowError damaged) {
            throw new UnreadableValueException(
                    "the schema of its " + what + "s is damaged: " + JsonErrors.reason(damaged) + ".", damaged);
        }
    }
}
