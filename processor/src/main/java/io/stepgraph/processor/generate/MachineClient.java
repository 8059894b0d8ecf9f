package io.stepgraph.processor.generate;

import com.palantir.javapoet.TypeName;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;

/** {@code Machine}: the runtime's machine with the answers of this agent. */
final class MachineClient implements Part {

    @Override
    public void addTo(Source graph, AgentTypes types) {
        TypeName input = types.startInput();
        graph.open(
                """

                /** One run of {@code $} without store and threads: each call runs to the next stop. */
                @$
                $static final class Machine extends $<$, $, Outcome> {
                """,
                types.agentName(),
                Api.GENERATED,
                types.access(),
                input == null ? Api.PLAIN_MACHINE : Api.AGENT_MACHINE,
                types.state(),
                types.steps());
        graph.add("""
                private Machine($<$, $, $, $> machine) {
                    super(Definition.INSTANCE, machine);
                }
                """, Api.SYNC_MACHINE, types.agent(), types.state(), types.signalOrVoid(), types.steps());
        if (input != null) {
            addStart(graph, types, input);
        }
        for (StepModel interrupt : types.interrupts()) {
            for (TypeUse answer : types.answers(interrupt)) {
                addAnswer(graph, types, interrupt, Nameable.name(answer.type()));
            }
        }
        graph.close("}");
    }

    private static void addStart(Source machine, AgentTypes types, TypeName input) {
        machine.add("""

                /** Starts the run with a state and the input of the first step. */
                $Outcome start($ state, $ input) {
                    return begin(state, input);
                }
                """, types.access(), types.state(), input);
    }

    private static void addAnswer(Source machine, AgentTypes types, StepModel interrupt, TypeName answer) {
        machine.add(
                """

                /** Answers {@code $}. */
                $Outcome $($ answer) {
                    return answer($, answer);
                }
                """,
                interrupt.name(),
                types.access(),
                GeneratedNames.answer(interrupt.name()),
                answer,
                types.constant(interrupt));
    }
}
