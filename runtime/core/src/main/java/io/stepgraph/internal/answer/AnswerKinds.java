package io.stepgraph.internal.answer;

import io.stepgraph.internal.json.JavaTypes;
import io.stepgraph.internal.json.SealedSubtypes;
import io.stepgraph.internal.json.SealedTypes;
import io.stepgraph.runtime.graph.ValueType;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.type.TypeFactory;

/**
 * The kinds of answers to a question: the declared types, and the subtypes of sealed ones, each under its simple name.
 *
 * @param byName the kinds, in the order in which they are declared
 * @param isNamed whether an answer must name its kind: if there are several kinds, or the type is sealed
 */
public record AnswerKinds(Map<String, JavaType> byName, boolean isNamed) {

    /** The kinds of some declared types. */
    public static AnswerKinds of(MapperConfig<?> config, List<ValueType> declared) {
        Map<String, JavaType> byName = new LinkedHashMap<>();
        Map<String, Class<?>> classes = new LinkedHashMap<>();
        boolean isSealed = false;
        TypeFactory types = config.getTypeFactory();
        for (ValueType answer : declared) {
            JavaType type = JavaTypes.of(types, answer);
            if (SealedTypes.isTypedByLeaf(config, type)) {
                isSealed = true;
                SealedSubtypes.of(config, answer.type()).forEach((name, leaf) -> {
                    SealedSubtypes.put(classes, name, leaf);
                    byName.put(name, types.constructSpecializedType(type, leaf));
                });
            } else {
                String name = SealedSubtypes.name(config, answer.type());
                SealedSubtypes.put(classes, name, answer.type());
                byName.put(name, type);
            }
        }
        return new AnswerKinds(Collections.unmodifiableMap(byName), isSealed || byName.size() > 1);
    }

    /** The names of the kinds. */
    public Collection<String> names() {
        return byName.keySet();
    }

    /** The kind of an answer. */
    public String of(Object answer) {
        Class<?> exact = answer instanceof Enum<?> constant ? constant.getDeclaringClass() : answer.getClass();
        String kind = null;
        for (Map.Entry<String, JavaType> candidate : byName.entrySet()) {
            if (candidate.getValue().hasRawClass(exact)) {
                return candidate.getKey();
            }
            if (kind == null && candidate.getValue().getRawClass().isInstance(answer)) {
                kind = candidate.getKey();
            }
        }
        if (kind == null) {
            throw new IllegalArgumentException(
                    "A %s is not an answer to this question; one of %s is.".formatted(exact.getName(), names()));
        }
        return kind;
    }
}
