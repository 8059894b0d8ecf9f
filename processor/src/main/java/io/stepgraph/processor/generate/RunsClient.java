package io.stepgraph.processor.generate;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.WildcardTypeName;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;
import org.jspecify.annotations.Nullable;

/** {@code Runs}: the runtime's client with the types of this agent. */
final class RunsClient implements Part {

    private static final ClassName SUPPLIER = ClassName.get("java.util.function", "Supplier");
    private static final ClassName OPTIONAL = ClassName.get("java.util", "Optional");

    @Override
    public void addTo(TypeSpec.Builder graph, AgentTypes types) {
        TypeName client = ParameterizedTypeName.get(Api.RUN_CLIENT, types.state(), types.steps());
        Wrapper runs = new Wrapper(types, "Runs", client, "client");
        runs.type()
                .addJavadoc("The runs of {@code $L} on one runner. Safe for use by many threads.\n", types.agentName());
        addRun(runs, types.state(), types.startInput());
        ofRun(runs, "resume", "Brings an existing run to its next stop.").stops("resume(id)");
        ofRun(runs, "retry", "Enters the step that failed once more, with new attempts.")
                .stops("retry(id)");
        types.interrupts().forEach(interrupt -> addAnswers(runs, types, interrupt));
        runs.method("answer", "Answers a question in JSON and brings the run to its next stop.")
                .takes(Api.STRING, "ticketId", "the text of the ticket")
                .takes(
                        Api.STRING,
                        "json",
                        "the answer; of several kinds, {@code @type} tells which, or {@code [\"Kind\", value]}")
                .stops("answer(ticketId, json)");
        addControls(runs, types);
        graph.addType(runs.type().build());
    }

    private static void addRun(Wrapper runs, TypeName state, @Nullable TypeName input) {
        Wrapper.Method given = ofRun(
                        runs, "run", "Brings a run to its next stop; starts it if there is none of this id.")
                .takes(state, "state", "what a new run starts with; compared if the run exists");
        Wrapper.Method supplied = ofRun(
                        runs, "run", "Brings a run to its next stop; starts it if there is none of this id.")
                .takes(supplierOf(state), "state", "gives what a new run starts with; not called if the run exists");
        if (input == null) {
            given.stops("run(id, state, null)");
            supplied.stops("run(id, state, null)");
        } else {
            given.takes(input, "input", "what the first step takes").stops("run(id, state, input)");
            supplied.takes(supplierOf(input), "input", "gives what the first step takes")
                    .stops("run(id, state, input)");
        }
    }

    private static TypeName supplierOf(TypeName type) {
        return ParameterizedTypeName.get(SUPPLIER, WildcardTypeName.subtypeOf(type.box()));
    }

    private static void addAnswers(Wrapper runs, AgentTypes types, StepModel interrupt) {
        String says = "Answers {@code " + interrupt.name() + "} and brings the run to its next stop.";
        for (TypeUse answer : types.answers(interrupt)) {
            TypeName type = Nameable.name(answer.type());
            runs.method(interrupt.name(), says)
                    .takes(types.outcome(interrupt), "asked", "the question")
                    .takes(type, "answer", "the answer")
                    .stops("answer(asked.ticket(), answer)");
            runs.method(interrupt.name(), says)
                    .takes(Api.TICKET, "ticket", "the ticket of the question")
                    .takes(type, "answer", "the answer")
                    .stops("answer(ticket, answer)");
        }
    }

    private static void addControls(Wrapper runs, AgentTypes types) {
        ofRun(runs, "outcome", "Looks where a run is, executing nothing.")
                .returns(
                        ParameterizedTypeName.get(OPTIONAL, types.outcome()),
                        "where it came to rest; empty while it is being executed or was cut off",
                        CodeBlock.of(
                                "$T.ofNullable(client.outcome(id)).map($T::outcome)",
                                OPTIONAL,
                                types.nested("Definition")));
        ofRun(
                        runs,
                        "mode",
                        "Changes the mode of a run; if it is parked, it goes on at its next {@code run} or {@code resume}.")
                .takes(Api.PERMISSION_MODE, "mode", "its mode from the next step on")
                .takes(Api.STRING, "by", "who changes it")
                .calls("mode(id, mode, by)");
        ofRun(runs, "cancel", "Cancels a run that has not ended.")
                .takes(Api.STRING, "by", "who cancels it")
                .calls("cancel(id, by)");
        ofRun(runs, "delete", "Removes a run that has ended, and all that belongs to it.")
                .passes(TypeName.BOOLEAN, "whether there was one", "delete(id)");
    }

    private static Wrapper.Method ofRun(Wrapper runs, String name, String says) {
        return runs.method(name, says).takes(Api.STRING, "id", "the run's id");
    }
}
