package io.stepgraph.processor.model;

/** A number in an annotation. */
public record Numeral(double value, Place place) {

    public int asInt() {
        return (int) value;
    }
}
