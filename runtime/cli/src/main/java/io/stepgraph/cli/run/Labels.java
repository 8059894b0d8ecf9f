package io.stepgraph.cli.run;

import io.stepgraph.cli.io.Documents;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** The labels of a run, as commands take and print them. */
public final class Labels {
    private Labels() {}

    /** Labels in one line, such as {@code course=writing topic=owls}. */
    public static String line(Map<String, String> labels) {
        return labels.entrySet().stream()
                .map(label -> label.getKey() + "=" + label.getValue())
                .collect(Collectors.joining(" "));
    }

    /** Labels as an object with a field for each. */
    public static ObjectNode document(Map<String, String> labels) {
        ObjectNode json = Documents.object();
        labels.forEach(json::put);
        return json;
    }
}
