package io.stepgraph.processor.read;

import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Completes each step with the facts that are known only after all steps are read. */
final class Resolver {

    private final Steps steps;
    private final Answers answers;
    private final Returns returns;
    private final Gates gates;

    Resolver(Steps steps, GeneratedNames names, @Nullable TypeMirror state, TypeRelations types, SourceFiles files) {
        this.steps = steps;
        this.gates = new Gates(types);
        this.answers = new Answers(steps, types, files, gates);
        this.returns = new Returns(steps, names, state, types);
    }

    List<StepModel> resolve() {
        List<@Nullable InterruptModel> asking = new ArrayList<>();
        for (StepModel step : steps.all()) {
            InterruptModel written = step.interrupt();
            asking.add(written == null ? null : answers.resolve(step, written));
        }
        List<StepModel> resolved = new ArrayList<>();
        for (int i = 0; i < asking.size(); i++) {
            StepModel step = steps.all().get(i);
            resolved.add(step.resolved(i, returns.resolve(step), asking.get(i), gate(i, step, asking)));
        }
        return List.copyOf(resolved);
    }

    private @Nullable Gate gate(int index, StepModel step, List<@Nullable InterruptModel> asking) {
        Gate written = step.gate();
        if (written == null) {
            return null;
        }
        Integer interrupt = steps.indexOf(written.interrupt());
        return gates.resolve(index, step, written, interrupt == null ? null : asking.get(interrupt));
    }
}
