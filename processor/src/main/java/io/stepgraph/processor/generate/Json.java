package io.stepgraph.processor.generate;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes maps, lists, texts, numbers and truth values as JSON. */
final class Json {

    private Json() {}

    /** Writes a value for people: an object on each line that is short enough, else a member on each. */
    static String pretty(Object value) {
        return pretty(value, "") + "\n";
    }

    /**
     * Writes a value for comparison: on one line, and with every array sorted, since none of ours has an order that
     * means anything.
     */
    static String canonical(Object value) {
        if (value instanceof Map<?, ?> map) {
            return object(map.entrySet().stream().map(e -> quote(e.getKey()) + ":" + canonical(e.getValue())), ",");
        }
        if (value instanceof List<?> list) {
            return array(list.stream().map(Json::canonical).sorted(), ",");
        }
        return scalar(value);
    }

    private static final int LINE = 120;

    private static String pretty(Object value, String indent) {
        String oneLine = oneLine(value);
        if (indent.length() + oneLine.length() <= LINE && !indent.isEmpty()) {
            return oneLine;
        }
        String deeper = indent + "  ";
        String separator = ",\n" + deeper;
        String end = "\n" + indent;
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(e -> quote(e.getKey()) + ": " + pretty(e.getValue(), deeper))
                    .collect(Collectors.joining(separator, "{\n" + deeper, end + "}"));
        }
        if (value instanceof List<?> list) {
            return list.stream()
                    .map(each -> pretty(each, deeper))
                    .collect(Collectors.joining(separator, "[\n" + deeper, end + "]"));
        }
        return oneLine;
    }

    private static String oneLine(Object value) {
        if (value instanceof Map<?, ?> map) {
            return object(map.entrySet().stream().map(e -> quote(e.getKey()) + ": " + oneLine(e.getValue())), ", ");
        }
        if (value instanceof List<?> list) {
            return array(list.stream().map(Json::oneLine), ", ");
        }
        return scalar(value);
    }

    private static String object(Stream<String> members, String separator) {
        return members.collect(Collectors.joining(separator, "{", "}"));
    }

    private static String array(Stream<String> items, String separator) {
        return items.collect(Collectors.joining(separator, "[", "]"));
    }

    private static String scalar(Object value) {
        return value instanceof Number || value instanceof Boolean ? value.toString() : quote(value);
    }

    private static String quote(Object text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toString().toCharArray()) {
            switch (c) {
                case '"', '\\' -> quoted.append('\\').append(c);
                case '\n' -> quoted.append("\\n");
                default -> {
                    if (c < ' ' || Character.isSurrogate(c)) {
                        quoted.append("\\u").append(HexFormat.of().toHexDigits(c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }
}
