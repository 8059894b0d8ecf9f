package io.stepgraph.internal.answer;

import io.stepgraph.internal.json.LeafTyping;
import io.stepgraph.internal.json.ReadableObjects;
import io.stepgraph.internal.json.SealedSubtypes;
import io.stepgraph.internal.json.SealedTypes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Describes answers as JSON Schema (2020-12): objects with their fields, and alternatives by their {@code @type}. It
 * leaves unknown types open, such as a type with its own deserializer.
 */
public final class AnswerSchema {
    static final String REFERENCE = "#/$defs/";

    private final JsonNodeFactory nodes = JsonNodeFactory.instance;
    private final JsonMapper strict;
    private final ReadableObjects objects;
    private final ScalarSchemas scalars;
    private final Map<JavaType, String> names = new LinkedHashMap<>();
    private final ObjectNode definitions = nodes.objectNode();

    public AnswerSchema(JsonMapper strict) {
        this.strict = strict;
        this.objects = new ReadableObjects(strict);
        this.scalars = new ScalarSchemas(strict);
    }

    /** The schema of the answers to one question. */
    public JsonNode of(AnswerKinds kinds) {
        ObjectNode schema = kinds.isNamed() ? alternatives(kinds.byName()) : sole(kinds);
        if (!definitions.isEmpty()) {
            schema.set("$defs", definitions);
        }
        return schema;
    }

    /** The name that an alternative goes by. */
    static String kind(JsonNode alternative) {
        JsonNode property = alternative.path("properties").path(LeafTyping.PROPERTY);
        return (property.isMissingNode() ? alternative.path("prefixItems").path(0) : property)
                .path("const")
                .asString();
    }

    private ObjectNode sole(AnswerKinds kinds) {
        Map.Entry<String, JavaType> kind = kinds.byName().entrySet().iterator().next();
        List<ReadableObjects.Field> fields = objects.fields(kind.getValue());
        return fields == null ? type(kind.getValue()) : object(kind.getKey(), fields, false);
    }

    private ObjectNode alternatives(Map<String, JavaType> kinds) {
        ObjectNode schema = nodes.objectNode();
        ArrayNode alternatives = schema.putArray("oneOf");
        kinds.forEach((name, type) -> alternatives.add(alternative(name, type)));
        return schema;
    }

    private ObjectNode alternative(String name, JavaType type) {
        List<ReadableObjects.Field> fields = objects.fields(type);
        if (fields != null) {
            return object(name, fields, true);
        }
        ObjectNode content = type(type);
        ObjectNode schema = nodes.objectNode();
        if (content.isEmpty()) {
            // Nobody knows whether it is written as an object or as something that needs to be wrapped.
            schema.putObject("properties").putObject(LeafTyping.PROPERTY).put("const", name);
            schema.putArray("prefixItems").addObject().put("const", name);
            return schema;
        }
        schema.put("type", "array");
        schema.putArray("prefixItems")
                .add(nodes.objectNode().put("const", name))
                .add(content);
        return schema.put("minItems", 2).put("items", false);
    }

    private ObjectNode object(@Nullable String kind, List<ReadableObjects.Field> fields, boolean mustTell) {
        ObjectNode schema = nodes.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = nodes.arrayNode();
        if (kind != null) {
            properties.putObject(LeafTyping.PROPERTY).put("const", kind);
            if (mustTell) {
                required.add(LeafTyping.PROPERTY);
            }
        }
        for (ReadableObjects.Field field : fields) {
            ObjectNode type = field.isOpen() ? nodes.objectNode() : type(field.type());
            properties.set(field.name(), field.type().isPrimitive() ? type : orNull(type));
            if (field.isRequired()) {
                required.add(field.name());
            }
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return schema.put("additionalProperties", false);
    }

    private ObjectNode type(JavaType type) {
        ObjectNode scalar = scalars.of(type);
        if (scalar != null) {
            return scalar;
        }
        ObjectNode schema = nodes.objectNode();
        if (type.isReferenceType()) {
            return orNull(type(type.getContentType()));
        }
        if (type.isMapLikeType()) {
            schema.put("type", "object").set("additionalProperties", orNull(type(type.getContentType())));
            ObjectNode keys = scalars.ofKeys(type.getKeyType());
            if (keys != null) {
                schema.set("propertyNames", keys);
            }
            return schema;
        }
        if (type.isArrayType() || type.isCollectionLikeType()) {
            JavaType element = type.getContentType();
            schema.put("type", "array").set("items", element.isPrimitive() ? type(element) : orNull(type(element)));
            return schema;
        }
        if (SealedTypes.isTypedByLeaf(strict.deserializationConfig(), type)) {
            return reference(type, () -> alternatives(leaves(type)));
        }
        List<ReadableObjects.Field> fields = objects.fields(type);
        return fields == null ? schema : reference(type, () -> object(null, fields, false));
    }

    private Map<String, JavaType> leaves(JavaType sealed) {
        Map<String, JavaType> leaves = new LinkedHashMap<>();
        SealedSubtypes.of(strict.deserializationConfig(), sealed.getRawClass())
                .forEach((name, leaf) ->
                        leaves.put(name, strict.getTypeFactory().constructSpecializedType(sealed, leaf)));
        return leaves;
    }

    /** Named types stand once, so that types which contain themselves come to an end. */
    private ObjectNode reference(JavaType type, java.util.function.Supplier<ObjectNode> definition) {
        String name = names.get(type);
        if (name == null) {
            name = type.getRawClass().getSimpleName();
            while (names.containsValue(name)) {
                name += "_";
            }
            names.put(type, name);
            definitions.set(name, definition.get());
        }
        return nodes.objectNode().put("$ref", REFERENCE + name);
    }

    private ObjectNode orNull(ObjectNode schema) {
        if (schema.isEmpty() || schema.has("anyOf")) {
            return schema;
        }
        if (schema.get("enum") instanceof ArrayNode constants) {
            constants.addNull();
            return schema;
        }
        if (schema.path("type").isString()) {
            schema.replace("type", nodes.arrayNode().add(schema.get("type")).add("null"));
            return schema;
        }
        if (schema.has("type")) {
            return schema;
        }
        ObjectNode either = nodes.objectNode();
        either.putArray("anyOf").add(schema).addObject().put("type", "null");
        return either;
    }
}
