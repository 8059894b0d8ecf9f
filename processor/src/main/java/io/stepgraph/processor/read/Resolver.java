package io.stepgraph.processor.read;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.CallModel;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Completes each step with the facts that are known only after all steps are read. */
final class Resolver {

    private final Steps steps;
    private final Answers answers;
    private final Calls calls;
    private final Returns returns;
    private final Gates gates;

    Resolver(
            Steps steps,
            GeneratedNames names,
            @Nullable TypeMirror state,
            TypeRelations types,
            SourceFiles files,
            Members members,
            Function<TypeElement, @Nullable AgentModel> graphs) {
        this.steps = steps;
        this.gates = new Gates(types);
        this.answers = new Answers(steps, types, files, gates);
        this.calls = new Calls(steps, names, types, answers, members, graphs);
        this.returns = new Returns(steps, names, state, types);
    }

    List<StepModel> resolve() {
        List<@Nullable InterruptModel> asking = new ArrayList<>();
        List<@Nullable CallModel> calling = new ArrayList<>();
        for (StepModel step : steps.all()) {
            InterruptModel asked = step.interrupt();
            CallModel called = step.call();
            asking.add(asked == null ? null : answers.resolve(step, asked));
            calling.add(called == null ? null : calls.resolve(step, called));
        }
        List<StepModel> resolved = new ArrayList<>();
        for (int i = 0; i < asking.size(); i++) {
            StepModel step = steps.all().get(i);
            Gate gate = gate(i, step, asking, calling);
            resolved.add(step.resolved(i, returns.resolve(step), asking.get(i), calling.get(i), gate));
        }
        return List.copyOf(resolved);
    }

    private @Nullable Gate gate(
            int index, StepModel step, List<@Nullable InterruptModel> asking, List<@Nullable CallModel> calling) {
        Gate written = step.gate();
        if (written == null) {
            return null;
        }
        Integer guard = steps.indexOf(written.interrupt());
        InterruptModel asked = guard == null ? null : asking.get(guard);
        CallModel called = guard == null ? null : calling.get(guard);
        List<AnswerVariant> leaves =
                asked != null ? asked.leaves() : called != null ? called.results() : List.<AnswerVariant>of();
        return gates.resolve(index, step, written, leaves);
    }
}
