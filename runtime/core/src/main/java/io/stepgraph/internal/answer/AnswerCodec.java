package io.stepgraph.internal.answer;

import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.runtime.graph.Json;

/** Reads the answers to one interrupt, strictly. Safe for use by many threads. */
public interface AnswerCodec {

    /**
     * Reads an answer that was given as JSON.
     *
     * @throws io.stepgraph.runtime.InvalidAnswerException if it is not an answer; names the field
     */
    Object read(String json);

    /**
     * Writes an answer with its kind, if there are several: keys and sets sorted, numbers as they are, so that equal
     * answers have equal bytes and nothing of them is lost.
     *
     * @throws io.stepgraph.runtime.NotStorableException if it cannot be written; names the path
     * @throws IllegalArgumentException if its type is not declared
     */
    Json write(Object answer);

    /**
     * Reads the text of {@link #write} leniently, like all stored values.
     *
     * @throws UnreadableValueException if it cannot be read
     */
    Object readStored(Json written);

    /**
     * The JSON Schema (2020-12) of the accepted answers, to be stored with the question. It describes answers that name
     * their kind; scalars that need not name it are accepted, too.
     */
    Json schema();
}
