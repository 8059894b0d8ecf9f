/**
 * Finds the question that an answer is for, reads the answer, and records it. Enter at
 * {@link io.stepgraph.engine.answer.AnswerRouter}. Internal.
 */
@NullMarked
package io.stepgraph.engine.answer;

import org.jspecify.annotations.NullMarked;
