package io.stepgraph.internal.json;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** A place in a value, such as {@code Essay.notes[2].text}. Made while walking, turned into text only when needed. */
public record Path(@Nullable Path parent, String step) {

    /** The whole value, by the name of its type or part; may be empty. */
    public static Path root(String name) {
        return new Path(null, name);
    }

    /** Returns the place where Jackson failed. */
    static Path of(Path root, List<JacksonException.Reference> references) {
        Path path = root;
        for (JacksonException.Reference reference : references) {
            String name = reference.getPropertyName();
            if (name != null) {
                path = path.field(name);
            } else if (reference.getIndex() >= 0) {
                path = path.element(reference.getIndex());
            }
        }
        return path;
    }

    /** A field, or the entry of a map. */
    public Path field(String name) {
        return new Path(this, isSimple(name) ? "." + name : "[\"" + name + "\"]");
    }

    /** An element of a list. */
    public Path element(int index) {
        return new Path(this, "[" + index + "]");
    }

    /** Any element of a list, or entry of a map. */
    Path each() {
        return new Path(this, "[]");
    }

    private static boolean isSimple(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!Character.isJavaIdentifierPart(c) && c != '-' && c != '@') {
                return false;
            }
        }
        return !name.isEmpty() && !Character.isDigit(name.charAt(0));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        append(text);
        return text.length() > 0 && text.charAt(0) == '.' ? text.substring(1) : text.toString();
    }

    private void append(StringBuilder text) {
        if (parent != null) {
            parent.append(text);
        }
        text.append(step);
    }
}
