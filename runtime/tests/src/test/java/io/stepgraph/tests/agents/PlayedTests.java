package io.stepgraph.tests.agents;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;

/** Dynamic tests that are executed as JUnit does, to look at their results. */
public final class PlayedTests {
    private PlayedTests() {}

    /** The messages of failures by the path of the test; an empty text is a success. */
    public static Map<String, String> results(Stream<?> nodes) {
        Map<String, String> results = new LinkedHashMap<>();
        nodes.forEach(node -> execute("", node, results));
        return results;
    }

    private static void execute(String path, Object node, Map<String, String> results) {
        if (node instanceof DynamicContainer container) {
            container.getChildren().forEach(child -> execute(path + container.getDisplayName() + ": ", child, results));
            return;
        }
        DynamicTest test = (DynamicTest) node;
        try {
            test.getExecutable().execute();
            results.put(path + test.getDisplayName(), "");
        } catch (Throwable failed) {
            results.put(path + test.getDisplayName(), String.valueOf(failed.getMessage()));
        }
    }
}
