/**
 * A conversation over many turns. Start with {@link io.stepgraph.samples.chat.ChatAgent}, which is the graph, and at
 * {@link io.stepgraph.samples.chat.Chat}, which is the program around it.
 *
 * <p>The graph: {@code Dialogue} is its state; {@code ChatEvent}s are its events. The model: {@code Models} chooses it.
 * The tools: {@code ChatTools}, with {@code Documents} and {@code Notes}. The stand-in: {@code LocalModel} speaks,
 * {@code LocalAnswers} decides. The terminal: {@code Talk}, {@code Display}, {@code Screen}. Messages, tool calls and calls
 * of the model are those of {@link io.stepgraph.langchain4j}.
 */
@NullMarked
package io.stepgraph.samples.chat;

import org.jspecify.annotations.NullMarked;
