package io.stepgraph.internal.step;

import io.stepgraph.runtime.graph.ValueType;
import java.util.Set;

/**
 * An action that an answer has approved, as it is stored (A4).
 *
 * @param place tells it apart from all other actions: its approval, and its number in its list (A5)
 * @param value the action, which no code of the program has
 * @param type the type by which it is written and read: that of its place, so that a leaf of a sealed type keeps its
 *     name
 * @param json the action as JSON
 * @param texts all texts in it
 */
public record ApprovedAction(String place, Object value, ValueType type, String json, Set<String> texts) {
    private static final String PLACE = "answer ";

    /** The place of an action that has this id. */
    public static String place(String id) {
        return PLACE + id;
    }

    /** Whether the item of an effect is the place of an approved action. */
    public static boolean isPlace(String item) {
        return item.startsWith(PLACE);
    }
}
