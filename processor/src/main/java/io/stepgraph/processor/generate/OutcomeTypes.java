package io.stepgraph.processor.generate;

import io.stepgraph.processor.model.Asking;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.Length;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayList;
import java.util.List;

/** The sealed {@code Outcome}: a record for each way in which a run comes to rest, and an exhaustive match over them. */
final class OutcomeTypes implements Part {

    /**
     * One way in which a run comes to rest.
     *
     * @param record its record
     * @param method the method that {@code Cases} has for it
     */
    private record Case(String record, String method, String says, String components, String parent) {}

    @Override
    public void addTo(Source graph, AgentTypes types) {
        List<Case> cases = cases(types);
        String result = types.result();
        graph.open("""

                /** Where a run of {@code $} came to rest. */
                @$
                $sealed interface Outcome {
                """, types.agentName(), Api.GENERATED, types.access());
        addMatch(graph, cases, result);
        cases.forEach(each -> addRecord(graph, each));
        if (!types.interrupts().isEmpty()) {
            addPending(graph, types);
        }
        graph.open("""

                /** What to do in each case of an outcome. */
                @$
                interface Cases<$> {
                """, Api.GENERATED, result);
        cases.forEach(each -> graph.add("""
                /** $ */
                $ $($ outcome);
                """, each.says, result, each.method, each.record));
        graph.close("}").close("}");
    }

    /** One method and not one in each record, because each method costs a build. */
    private static void addMatch(Source outcome, List<Case> cases, String result) {
        outcome.open("""
                /** Does what one of the cases says. */
                default <$> $ match(Cases<$> cases) {
                """, result, result, result);
        for (Case each : cases.subList(0, cases.size() - 1)) {
            outcome.add("""
                    if (this instanceof $ it) {
                        return cases.$(it);
                    }
                    """, each.record, each.method);
        }
        Case last = cases.get(cases.size() - 1);
        outcome.add("return cases.$(($) this);", last.method, last.record);
        outcome.close("}");
    }

    private static void addRecord(Source outcome, Case each) {
        outcome.add("""

                /** $ */
                @$
                record $($) implements $ {}
                """, each.says, Api.GENERATED, each.record, each.components, each.parent);
    }

    private static List<Case> cases(AgentTypes types) {
        List<Case> cases = new ArrayList<>();
        cases.add(end("Completed", "The run has ended well.", types.code("$ result", types.output())));
        cases.add(end(
                "Failed",
                "The run has failed; {@code cause} is what was thrown, if it was just now and here, else null.",
                types.code("$ failure, $ cause", Api.STEP_FAILURE, Api.THROWABLE)));
        cases.add(end("Cancelled", "The run was cancelled.", types.code("$ by", Api.STRING)));
        cases.add(end(
                "Parked",
                "The run stands in front of a step that it may not execute. If {@code mode}, that of the run, does not permit"
                        + " {@code required}, raise it; if {@code maxMode}, that of the runner, does not, go on with the"
                        + " run on a runner with a higher one. {@code required} is null if a hook holds the run back.",
                types.code(
                        "$ step, $ reason, $ required, $ mode, $ maxMode",
                        types.steps(),
                        Api.STRING,
                        Api.PERMISSION_MODE,
                        Api.PERMISSION_MODE,
                        Api.PERMISSION_MODE)));
        for (StepModel interrupt : types.interrupts()) {
            cases.add(new Case(
                    GeneratedNames.pascal(interrupt.name()),
                    interrupt.name(),
                    "The run waits for the answer to {@code " + interrupt.name() + "}" + limit(interrupt) + ".",
                    types.code("$ ticket, $ question", Api.TICKET, types.question(interrupt)),
                    "Pending"));
        }
        return cases;
    }

    /** Until when it waits. A text that is no duration could be anything; the build fails for it. */
    private static String limit(StepModel interrupt) {
        Asking asking = interrupt.asking();
        Length expires = asking == null ? null : asking.expires();
        return expires == null || expires.parsed() == null ? "" : ", at most " + expires.text();
    }

    private static Case end(String record, String says, String components) {
        String method = Character.toLowerCase(record.charAt(0)) + record.substring(1);
        return new Case(record, method, says, components, "Outcome");
    }

    private static void addPending(Source outcome, AgentTypes types) {
        outcome.add("""

                /** The run waits for an answer. */
                @$
                sealed interface Pending extends Outcome {
                    /** {@return the right to answer} */
                    $ ticket();

                    /** {@return the question} */
                    $ question();
                }
                """, Api.GENERATED, Api.TICKET, CommonType.of(types));
    }
}
