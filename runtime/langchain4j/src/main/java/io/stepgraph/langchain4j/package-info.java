/**
 * Durable agents that call tools, with the models and tools of LangChain4j. {@link ToolAgent} is a whole agent; {@link
 * Conversation}, {@link Tools} and {@link Model} are what an agent of your own is made of.
 */
@NullMarked
package io.stepgraph.langchain4j;

import org.jspecify.annotations.NullMarked;
