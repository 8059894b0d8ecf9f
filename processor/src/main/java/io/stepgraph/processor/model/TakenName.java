package io.stepgraph.processor.model;

/**
 * A generated type for which the project has one of the same name already.
 *
 * @param name its qualified name
 * @param isGenerated whether the other one is the output of an earlier build, which is compiled as a source now
 */
public record TakenName(String name, boolean isGenerated) {}
