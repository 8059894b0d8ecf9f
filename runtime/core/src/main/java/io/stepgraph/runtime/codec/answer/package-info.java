/**
 * Reads answers from JSON and describes them as JSON Schema. Enter at
 * {@link io.stepgraph.runtime.codec.answer.AnswerCodec}. Internal.
 */
@NullMarked
package io.stepgraph.runtime.codec.answer;

import org.jspecify.annotations.NullMarked;
