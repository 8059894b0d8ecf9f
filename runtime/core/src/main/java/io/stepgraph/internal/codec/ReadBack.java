package io.stepgraph.internal.codec;

import java.util.List;

/**
 * A value as it was read back from its JSON.
 *
 * @param value the value
 * @param differences the places where the read object differs from the written one, although their JSON is the same
 */
public record ReadBack(Object value, List<Difference> differences) {

    /** The value that was read. */
    public ReadBack {
        differences = List.copyOf(differences);
    }

    /**
     * One place.
     *
     * @param path where, such as {@code Essay.facts.count}
     * @param what the difference and the type to declare instead, as the end of a sentence about that place
     */
    public record Difference(String path, String what) {}
}
