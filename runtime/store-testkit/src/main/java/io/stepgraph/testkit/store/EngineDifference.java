package io.stepgraph.testkit.store;

import java.util.List;

/**
 * The difference of an engine from a rule of the runtime. The page of the engine lists its differences.
 *
 * @param rule the name of the rule, such as {@code V4}
 * @param text what the engine does instead, and why; one or more sentences
 * @param unkept the tests of the {@link EngineContract} that fail for this reason. They are executed nevertheless, and
 *     one that passes is an error, so that the list stays true
 */
public record EngineDifference(String rule, String text, List<String> unkept) {

    /** Copies the list. */
    public EngineDifference {
        unkept = List.copyOf(unkept);
    }

    /** A difference that no test of the contract notices. */
    public static EngineDifference told(String rule, String text) {
        return new EngineDifference(rule, text, List.of());
    }

    /** A difference because of which tests of the contract fail. */
    public static EngineDifference unkept(String rule, String text, String... tests) {
        return new EngineDifference(rule, text, List.of(tests));
    }

    /** An engine that cannot store rows of the program with a checkpoint, and refuses a graph that needs it. */
    public static EngineDifference withoutRows() {
        return new EngineDifference(
                "E8",
                "A graph with a `transactional` step is refused when it is opened.",
                EngineTransactionContract.TESTS);
    }

    /** An engine whose labels do not change after the start. */
    public static EngineDifference withoutLabelChanges(String text) {
        return new EngineDifference("L8", text, EngineLabelContract.TESTS);
    }

    /** Differences as a table in Markdown. */
    public static String table(List<EngineDifference> differences) {
        StringBuilder table = new StringBuilder("| Rule | What differs |\n|---|---|\n");
        differences.forEach(difference -> table.append("| ")
                .append(difference.rule)
                .append(" | ")
                .append(difference.text)
                .append(" |\n"));
        return table.toString();
    }
}
