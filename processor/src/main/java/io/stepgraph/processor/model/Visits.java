package io.stepgraph.processor.model;

/** A {@code @MaxVisits}. */
public record Visits(Numeral times, Name then) {}
