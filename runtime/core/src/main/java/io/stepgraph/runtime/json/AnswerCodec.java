package io.stepgraph.runtime.json;

import io.stepgraph.runtime.store.Json;

/** Reads what may answer one interrupt, strictly. Safe for use by many threads. */
public interface AnswerCodec {

    /**
     * Reads an answer that came through the JSON door.
     *
     * @throws io.stepgraph.runtime.InvalidAnswer if it is none; names the field
     */
    Object read(String json);

    /** Writes an answer, canonical, with its kind if there are several. */
    Json write(Object answer);

    /** What is accepted, as JSON Schema, to be stored with the question. */
    Json schema();
}
