package io.stepgraph.internal.json;

import io.stepgraph.runtime.graph.Json;
import java.io.StringWriter;
import java.util.Comparator;
import java.util.Set;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.std.DelegatingSerializer;
import tools.jackson.databind.type.CollectionType;

/**
 * Writes the elements of every set in the order of their canonical JSON, for comparing: the order of {@code Set.of} and
 * {@code HashSet} differs between two processes, and the order of a set is not part of its equality (R3). Jackson's own
 * sorting needs elements that are comparable.
 */
public final class SortedSets extends ValueSerializerModifier {
    private static final long serialVersionUID = 1;
    private static final Object COMPARING = new Object();

    /** Returns the same writer, which sorts. */
    public static ObjectWriter comparing(ObjectWriter writer) {
        return writer.withAttribute(COMPARING, true);
    }

    @Override
    public ValueSerializer<?> modifyCollectionSerializer(
            SerializationConfig config,
            CollectionType type,
            BeanDescription.Supplier bean,
            ValueSerializer<?> serializer) {
        return Set.class.isAssignableFrom(type.getRawClass()) ? new Sorted(serializer) : serializer;
    }

    private static final class Sorted extends DelegatingSerializer {
        Sorted(ValueSerializer<?> asItComes) {
            super(asItComes);
        }

        @Override
        protected ValueSerializer<Object> newDelegatingInstance(ValueSerializer<?> asItComes) {
            return new Sorted(asItComes);
        }

        @Override
        public void serialize(Object set, JsonGenerator out, SerializationContext context) {
            if (context.getAttribute(COMPARING) == null) {
                super.serialize(set, out, context);
                return;
            }
            StringWriter text = new StringWriter();
            try (JsonGenerator aside = context.tokenStreamFactory().createGenerator(context, text)) {
                super.serialize(set, aside, context);
            }
            JsonNode elements = Canonical.tree(Json.of(text.toString()));
            out.writeStartArray();
            elements.valueStream()
                    .sorted(Comparator.comparing(
                            element -> Canonical.normalised(element).text()))
                    .forEach(element -> context.writeValue(out, element));
            out.writeEndArray();
        }
    }
}
