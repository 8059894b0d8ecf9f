package io.stepgraph.processor.model;

import java.util.stream.Stream;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import org.jspecify.annotations.Nullable;

/** Takes types apart. */
public final class TypeParts {

    private TypeParts() {}

    /** Returns a type and all that it mentions: the elements of an array, type arguments and bounds. */
    public static Stream<TypeMirror> of(@Nullable TypeMirror type) {
        Stream<TypeMirror> inside = Stream.of();
        if (type instanceof DeclaredType declared) {
            inside = declared.getTypeArguments().stream().flatMap(TypeParts::of);
        } else if (type instanceof ArrayType array) {
            inside = of(array.getComponentType());
        } else if (type instanceof WildcardType wildcard) {
            inside = Stream.concat(of(wildcard.getExtendsBound()), of(wildcard.getSuperBound()));
        }
        return Stream.concat(Stream.ofNullable(type), inside);
    }

    /** Returns the classes among these, also those that do not exist. */
    public static Stream<DeclaredType> declared(TypeMirror type) {
        return of(type).filter(DeclaredType.class::isInstance).map(DeclaredType.class::cast);
    }
}
