/**
 * A conversation over many turns. Start with {@link io.stepgraph.samples.chat.ChatAgent}, which is the graph, and at
 * {@link io.stepgraph.samples.chat.Chat}, which is the program around it.
 *
 * <p>The graph: {@code Dialogue} is its state, made of {@code Message}s; {@code ChatEvent}s are its events;
 * {@code Closing} has its own words. The model: {@code Transcript} says what it is asked, {@code ModelCall} reads its
 * {@code ModelPieces}, {@code ModelErrors} tells which errors pass, {@code Models} chooses it. The tools:
 * {@code Toolbox}, with {@code Documents} and {@code OwnGraph}. The stand-in: {@code LocalModel} speaks,
 * {@code LocalAnswers} decides. The terminal: {@code Talk}, {@code Display}, {@code Screen}.
 */
@NullMarked
package io.stepgraph.samples.chat;

import org.jspecify.annotations.NullMarked;
