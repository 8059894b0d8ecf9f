package io.stepgraph.samples.spring;

import io.stepgraph.store.OpenQuestion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.springframework.util.MultiValueMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * An open question of any agent as HTML forms, one for each kind of answer, from the JSON Schema that the store keeps
 * with it.
 *
 * @param asked the parts of the question, by their labels
 */
public record AnswerForm(String ticket, String run, String title, Map<String, String> asked, List<Kind> kinds) {
    private static final String TYPE = "@type";
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS) // 120.50 stays 120.50
            .build();

    /**
     * A kind of answer.
     *
     * @param type its name in JSON; empty if the question takes one kind only
     */
    public record Kind(String type, String label, List<Field> fields) {}

    /**
     * A field of an answer.
     *
     * @param parameter how the form names it: the JSON type of the value, a dot, the property
     * @param input text, number, checkbox or select
     * @param step the step of a number
     */
    public record Field(String parameter, String label, String input, String step, List<String> options) {}

    /** The forms of a question. */
    static AnswerForm of(OpenQuestion open) {
        JsonNode schema = JSON.readTree(open.answerSchema().text());
        JsonNode alternatives = schema.has("oneOf")
                ? schema.get("oneOf")
                : JSON.createArrayNode().add(schema);
        return new AnswerForm(
                open.ticket().id(),
                open.run().id(),
                label(open.ticket().interrupt()),
                asked(JSON.readTree(open.question().text())),
                StreamSupport.stream(alternatives.spliterator(), false)
                        .map(AnswerForm::kind)
                        .toList());
    }

    /**
     * The JSON of a sent form, without empty fields. The store checks it, and refuses a text where a number has to be,
     * for example.
     */
    static String json(MultiValueMap<String, String> form) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        form.forEach((parameter, values) -> {
            String[] named = parameter.split("\\.", 2);
            String sent =
                    values.get(values.size() - 1); // a box that is not checked sends only the hidden "false" before it
            if (named.length == 2 && !sent.isBlank()) {
                answer.set(named[1], value(named[0], sent));
            }
        });
        return answer.toString();
    }

    private static JsonNode value(String type, String sent) {
        if (type.equals("string")) {
            return JsonNodeFactory.instance.stringNode(sent);
        }
        try {
            return JSON.readTree(sent);
        } catch (JacksonException noJson) {
            return JsonNodeFactory.instance.stringNode(sent);
        }
    }

    private static Map<String, String> asked(JsonNode question) {
        Map<String, String> asked = new LinkedHashMap<>();
        if (question.isObject()) {
            question.properties().forEach(part -> asked.put(label(part.getKey()), words(part.getValue())));
        } else {
            asked.put("Question", words(question));
        }
        return asked;
    }

    private static String words(JsonNode value) {
        return value.isContainer() ? value.toPrettyString() : value.asString();
    }

    private static Kind kind(JsonNode schema) {
        String type = schema.at("/properties/" + TYPE + "/const").asString("");
        List<Field> fields = schema.path("properties").properties().stream()
                .filter(property -> !property.getKey().equals(TYPE))
                .map(property -> field(property.getKey(), property.getValue()))
                .toList();
        return new Kind(type, type.isEmpty() ? "Answer" : label(type), fields);
    }

    private static Field field(String name, JsonNode schema) {
        JsonNode value = schema.has("anyOf") ? schema.get("anyOf").get(0) : schema; // the other one is null
        List<String> options = options(value).toList();
        String type = type(value);
        String input = !options.isEmpty()
                ? "select"
                : switch (type) {
                    case "boolean" -> "checkbox";
                    case "integer", "number" -> "number";
                    default -> "text";
                };
        return new Field(type + "." + name, label(name), input, type.equals("integer") ? "1" : "any", options);
    }

    /** The type of a value, which may also be null. A list or an object is typed in as JSON. */
    private static String type(JsonNode schema) {
        JsonNode type = schema.path("type");
        return type.isArray() ? type.get(0).asString() : type.asString(schema.has("enum") ? "string" : "json");
    }

    private static Stream<String> options(JsonNode schema) {
        return StreamSupport.stream(schema.path("enum").spliterator(), false)
                .filter(option -> !option.isNull())
                .map(JsonNode::asString);
    }

    /** {@code costCenter} as "Cost center". */
    private static String label(String name) {
        String words = name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }
}
