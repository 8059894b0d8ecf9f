package io.stepgraph.processor.generate;

import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;

/** {@code Machine}: the runtime's synchronous machine with the types of this agent. */
final class MachineClient implements Part {

    @Override
    public void addTo(TypeSpec.Builder graph, AgentTypes types) {
        TypeName wrapped = ParameterizedTypeName.get(
                Api.SYNC_MACHINE, types.agent(), types.state(), types.signalOrVoid(), types.steps());
        Wrapper machine = new Wrapper(types, "Machine", wrapped, "machine");
        machine.type()
                .addJavadoc(
                        "One run of {@code $L} without store and threads: each call runs to the next stop.\n",
                        types.agentName());
        addStart(machine, types);
        for (StepModel interrupt : types.interrupts()) {
            for (TypeUse answer : types.answers(interrupt)) {
                machine.method(interrupt.name(), "Answers {@code " + interrupt.name() + "}.")
                        .takes(Nameable.name(answer.type()), "answer", "the answer")
                        .stops("answer($T.$L, answer)", types.steps(), interrupt.constant());
            }
        }
        machine.method("accepts", "Tells whether the question that waits accepts such an answer.")
                .takes(Api.OBJECT, "answer", "the answer")
                .passes(TypeName.BOOLEAN, "false if it does not, or if none waits", "accepts(answer)");
        machine.method("answer", "Answers the question that waits.")
                .takes(Api.OBJECT, "answer", "the answer")
                .stops("answer(answer)");
        machine.method("expire", "Lets the question that waits expire.").stops("expire()");
        machine.method("mode", "Changes the mode and, if the run is parked, goes on.")
                .takes(Api.PERMISSION_MODE, "mode", "the mode from the next step on")
                .stops("mode(mode)");
        machine.method("outcome", "Looks where the run rests.").stops("stop()");
        machine.method("snapshot", "Writes the whole run, to be restored between any two calls.")
                .passes(Api.STRING, "the text that {@code machine} takes", "snapshot()");
        graph.addType(machine.type().build());
    }

    private static void addStart(Wrapper machine, AgentTypes types) {
        Wrapper.Method start =
                machine.method("start", "Starts the run.").takes(types.state(), "state", "what it starts with");
        TypeName input = types.startInput();
        if (input == null) {
            start.stops("start(state, null)");
        } else {
            start.takes(input, "input", "what the first step takes").stops("start(state, input)");
        }
    }
}
