package io.stepgraph.processor.check;

import javax.lang.model.type.TypeMirror;

/**
 * A place where a type is stored.
 *
 * @param shown how a message calls the place: {@code Essay.meta.handler}
 * @param inside where its fields are, {@code Essay.meta}; empty if they begin a path, which then carries the name of
 *     their type
 * @param position its role in the type that holds it
 */
record StoredUse(String shown, String inside, TypeMirror type, Position position) {

    enum Position {
        /** Here {@code Object} leaves the stored type unknown. */
        DECLARED,
        /** In a collection, a map or an array, or behind a type parameter: there {@code Object} means any JSON. */
        ELEMENT,
        KEY,
        /** A field that is not stored. */
        TRANSIENT,
        /** A field that is not stored, as {@code @JsonIgnore} says. */
        IGNORED
    }

    static StoredUse root(TypeMirror type) {
        return new StoredUse(TypeText.of(type), "", type, Position.DECLARED);
    }

    /** Returns how the reason calls the type, after the place was named. */
    String name() {
        String name = TypeText.of(type);
        return name.equals(shown) ? "it" : name;
    }

    /** The elements of a collection, a map or an array. */
    StoredUse element(TypeMirror element) {
        return new StoredUse(shown, inside.isEmpty() ? "" : inside + "[]", element, Position.ELEMENT);
    }

    StoredUse key(TypeMirror key) {
        return new StoredUse("The keys of " + shown, inside, key, Position.KEY);
    }

    /** Returns the same place with the bound of a type parameter or wildcard. */
    StoredUse bound(TypeMirror bound) {
        return new StoredUse(shown, inside, bound, position == Position.KEY ? Position.KEY : Position.ELEMENT);
    }

    /** Returns the use of a type that a sealed type permits. */
    StoredUse leaf(TypeMirror leaf) {
        return new StoredUse(
                shown, inside.isEmpty() ? "" : inside + "(" + TypeText.of(leaf) + ")", leaf, Position.DECLARED);
    }

    /** A field of it. */
    StoredUse field(String holder, String name, TypeMirror field, Position position) {
        String path = (inside.isEmpty() ? holder : inside) + "." + name;
        return new StoredUse(path, path, field, position);
    }
}
