package io.stepgraph.internal.json;

import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.cfg.MapperConfig;

/** The classes that values of a sealed type can have, nested hierarchies down to their leaves, and their names. */
public final class SealedSubtypes {
    private SealedSubtypes() {}

    /**
     * The leaves of a sealed type by name, in the order in which they are declared.
     *
     * @throws IllegalArgumentException if two of them have the same name
     */
    public static Map<String, Class<?>> of(MapperConfig<?> config, Class<?> sealed) {
        Map<String, Class<?>> byName = new LinkedHashMap<>();
        add(config, sealed, byName);
        return Collections.unmodifiableMap(byName);
    }

    // Jackson knows the permitted subclasses too, but neither flattens them nor reports names that clash.
    private static void add(MapperConfig<?> config, Class<?> type, Map<String, Class<?>> byName) {
        boolean open = Modifier.isAbstract(type.getModifiers()) && !type.isEnum();
        if (!open) {
            put(byName, name(config, type), type);
        }
        if (SealedTypes.isSealed(type)) {
            for (Class<?> permitted : type.getPermittedSubclasses()) {
                add(config, permitted, byName);
            }
        }
    }

    /**
     * Adds a class under its name.
     *
     * @throws IllegalArgumentException if another has it
     */
    public static void put(Map<String, Class<?>> byName, String name, Class<?> type) {
        Class<?> other = byName.putIfAbsent(name, type);
        if (other != null && other != type) {
            throw new IllegalArgumentException("%s and %s have the same name, by which stored values are told apart."
                            .formatted(other.getName(), type.getName())
                    + " Rename one, or give it another stored name with @JsonTypeName.");
        }
    }

    /** Under which name values of a class are stored beside those of others. */
    public static String name(MapperConfig<?> config, Class<?> leaf) {
        String own = config.getAnnotationIntrospector()
                .findTypeName(
                        config,
                        config.classIntrospectorInstance().introspectClassAnnotations(config.constructType(leaf)));
        return own == null || own.isEmpty() ? leaf.getSimpleName() : own;
    }
}
