package io.stepgraph.runtime.json;

import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.cfg.MapperConfig;

/** The classes that values of a sealed type can have, nested hierarchies down to their leaves, and their names. */
final class Leaves {
    private final MapperConfig<?> config;
    private final Map<String, Class<?>> byName = new LinkedHashMap<>();

    private Leaves(MapperConfig<?> config) {
        this.config = config;
    }

    /**
     * The leaves of a type in the order in which they are declared; the type itself if it is not sealed.
     *
     * @throws IllegalArgumentException if two of them have the same name
     */
    static Map<String, Class<?>> of(MapperConfig<?> config, Class<?>... types) {
        Leaves leaves = new Leaves(config);
        for (Class<?> type : types) {
            leaves.add(type);
        }
        return Collections.unmodifiableMap(leaves.byName);
    }

    // Jackson knows the permitted subclasses too, but neither flattens them nor tells names that clash.
    private void add(Class<?> type) {
        boolean open = Modifier.isAbstract(type.getModifiers()) && !type.isEnum() && !type.isPrimitive();
        if (!open) {
            Class<?> other = byName.putIfAbsent(name(type), type);
            if (other != null && other != type) {
                throw new IllegalArgumentException(
                        "%s and %s have the same name, by which stored values are told apart."
                                        .formatted(other.getName(), type.getName())
                                + " Rename one, or give it another stored name with @JsonTypeName.");
            }
        }
        if (SealedTypes.isSealed(type)) {
            for (Class<?> permitted : type.getPermittedSubclasses()) {
                add(permitted);
            }
        }
    }

    private String name(Class<?> leaf) {
        String own = config.getAnnotationIntrospector()
                .findTypeName(
                        config,
                        config.classIntrospectorInstance().introspectClassAnnotations(config.constructType(leaf)));
        return own == null || own.isEmpty() ? leaf.getSimpleName() : own;
    }
}
