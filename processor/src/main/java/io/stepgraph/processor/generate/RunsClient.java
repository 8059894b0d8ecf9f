package io.stepgraph.processor.generate;

import com.palantir.javapoet.TypeName;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;

/** {@code Runs}: the runtime's client with the answers of this agent. */
final class RunsClient implements Part {

    @Override
    public void addTo(Source graph, AgentTypes types) {
        TypeName input = types.startInput();
        graph.open(
                """

                /** The runs of {@code $} on one runner. Safe for use by many threads. */
                @$
                $static final class Runs extends $<$, $, Outcome> {
                """,
                types.agentName(),
                Api.GENERATED,
                types.access(),
                input == null ? Api.PLAIN_RUNS : Api.AGENT_RUNS,
                types.state(),
                types.steps());
        graph.add("""
                private Runs($<$, $> client) {
                    super(Definition.INSTANCE, client);
                }
                """, Api.RUN_CLIENT, types.state(), types.steps());
        if (input != null) {
            addRun(graph, types, input);
            addStream(graph, types, input);
        }
        for (StepModel interrupt : types.interrupts()) {
            for (TypeUse answer : types.answers(interrupt)) {
                addAnswers(graph, types, interrupt, Nameable.name(answer.type()));
            }
        }
        graph.close("}");
    }

    private static void addRun(Source runs, AgentTypes types, TypeName input) {
        runs.add(
                """

                /** Brings a run to its next stop; starts it with these values, or compares them if it exists. */
                $Outcome run($ id, $ state, $ input) {
                    return begin(id, state, input);
                }

                /** Brings a run to its next stop; starts it with values that are not asked for if it exists. */
                $Outcome run($ id, $<? extends $> state, $<? extends $> input) {
                    return begin(id, state, input);
                }
                """,
                types.access(),
                Api.STRING,
                types.state(),
                input,
                types.access(),
                Api.STRING,
                Api.SUPPLIER,
                types.state().box(),
                Api.SUPPLIER,
                input.box());
    }

    private static void addStream(Source runs, AgentTypes types, TypeName input) {
        runs.add(
                """

                /** Gives what happens to a run while it is brought to its next stop; starts it with these values. */
                $$<Outcome> stream($ id, $ state, $ input) {
                    return beginStream(id, state, input);
                }

                /** Gives what happens to a run while it is brought to its next stop; starts it with values that are asked for. */
                $$<Outcome> stream($ id, $<? extends $> state, $<? extends $> input) {
                    return beginStream(id, state, input);
                }
                """,
                types.access(),
                Api.OUTCOME_STREAM,
                Api.STRING,
                types.state(),
                input,
                types.access(),
                Api.OUTCOME_STREAM,
                Api.STRING,
                Api.SUPPLIER,
                types.state().box(),
                Api.SUPPLIER,
                input.box());
    }

    private static void addAnswers(Source runs, AgentTypes types, StepModel interrupt, TypeName answer) {
        String method = GeneratedNames.answer(interrupt.name());
        runs.add(
                """

                /** Answers {@code $} and brings the run to its next stop. */
                $Outcome $($ asked, $ answer) {
                    return answer(asked.ticket(), answer);
                }

                /** Answers {@code $} and brings the run to its next stop. */
                $Outcome $($ ticket, $ answer) {
                    return answer(ticket, answer);
                }

                /** Answers {@code $} in somebody's name and brings the run to its next stop. */
                $Outcome $($ asked, $ answer, $ by) {
                    return answer(asked.ticket(), answer, by);
                }

                /** Answers {@code $} in somebody's name and brings the run to its next stop. */
                $Outcome $($ ticket, $ answer, $ by) {
                    return answer(ticket, answer, by);
                }
                """,
                interrupt.name(),
                types.access(),
                method,
                types.outcome(interrupt),
                answer,
                interrupt.name(),
                types.access(),
                method,
                Api.TICKET,
                answer,
                interrupt.name(),
                types.access(),
                method,
                types.outcome(interrupt),
                answer,
                Api.STRING,
                interrupt.name(),
                types.access(),
                method,
                Api.TICKET,
                answer,
                Api.STRING);
    }
}
