package io.stepgraph.runtime.codec.check;

import java.util.List;

/**
 * A value as it was read back from its JSON.
 *
 * @param value the value
 * @param differences where it is another object than the one that was written, though their JSON is the same
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
     * @param what how it differs and what to declare instead, as the end of a sentence about that place
     */
    public record Difference(String path, String what) {}
}
