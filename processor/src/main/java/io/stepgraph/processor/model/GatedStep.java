package io.stepgraph.processor.model;

/**
 * A step whose gate is an interrupt, as it must be.
 *
 * @param asked what the interrupt asks
 */
public record GatedStep(StepModel step, Gate gate, StepModel interrupt, InterruptModel asked) {}
