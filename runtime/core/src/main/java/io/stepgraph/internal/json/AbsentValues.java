package io.stepgraph.internal.json;

import io.stepgraph.runtime.graph.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.ValueInstantiationException;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.introspect.ClassIntrospector;
import tools.jackson.databind.json.JsonMapper;

/** Explains a constructor that refuses the null which it gets for a component that was added after the value was stored (S1). */
public final class AbsentValues {
    private AbsentValues() {}

    /**
     * Names what a constructor that has thrown an exception got null for, and the cure.
     *
     * @param e why a document could not be read
     * @return a sentence to append; empty if no constructor has thrown, or if the document has a value for all it takes
     */
    public static String of(Throwable e, JsonMapper mapper, Json document) {
        if (!(e instanceof ValueInstantiationException refusal)) {
            return "";
        }
        List<String> absent = absent(refusal, mapper, document);
        if (absent.isEmpty()) {
            return "";
        }
        String type = refusal.getType().getRawClass().getSimpleName();
        String name = absent.get(0);
        return " The stored %s has no value for '%s', so its constructor got null. A component that was added later needs a default there, such as: %s = %s == null ? … : %s;"
                .formatted(type, String.join("', '", absent), name, name, name);
    }

    private static List<String> absent(ValueInstantiationException refusal, JsonMapper mapper, Json document) {
        List<String> absent = new ArrayList<>();
        try {
            JsonNode stored = mapper.readTree(document.utf8());
            for (JacksonException.Reference step : refusal.getPath()) {
                String name = step.getPropertyName();
                stored = name == null ? stored.path(step.getIndex()) : stored.path(name);
            }
            ClassIntrospector introspector = mapper.deserializationConfig().classIntrospectorInstance();
            BeanDescription type = introspector.introspectForDeserialization(
                    refusal.getType(), introspector.introspectClassAnnotations(refusal.getType()));
            for (BeanPropertyDefinition each : type.findProperties()) {
                boolean mayBeNull = each.hasConstructorParameter()
                        && !each.getConstructorParameter().getRawType().isPrimitive();
                if (mayBeNull && stored.isObject() && !stored.hasNonNull(each.getName())) {
                    absent.add(each.getName());
                }
            }
        } catch (JacksonException | IllegalArgumentException unclear) {
            return List.of();
        }
        return absent;
    }
}
