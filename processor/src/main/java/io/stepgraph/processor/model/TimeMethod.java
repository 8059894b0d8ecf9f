package io.stepgraph.processor.model;

import java.util.List;
import javax.lang.model.element.ExecutableElement;

/**
 * The method that {@code expiresBy} names.
 *
 * @param found the methods of the agent class that have this name; one in a sound graph
 */
public record TimeMethod(Name name, List<ExecutableElement> found) {}
