/**
 * Answers: how they are read strictly from JSON, the JSON Schema that describes them, and the tickets that admit them.
 * Start with {@link io.stepgraph.internal.answer.AnswerReader}.
 */
@NullMarked
package io.stepgraph.internal.answer;

import org.jspecify.annotations.NullMarked;
