package io.stepgraph.benchmarks;

/**
 * A benchmark that is not measured here.
 *
 * @param group where it belongs
 * @param name what would be compared
 * @param reason why it is left out
 */
record Omission(Group group, String name, String reason) {}
