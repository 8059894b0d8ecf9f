package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.CallModel.Taken;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Results and ends come from their call: no other step leads to the one that takes them, and no run begins there. */
final class GenuineResults implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        StepModel start = agent.startStep();
        Name first = agent.start();
        StepModel beginning = start == null ? null : callOf(agent, start);
        if (start != null && first != null && beginning != null) {
            String text = "The run begins at '" + start.name() + "'" + only(start, beginning) + " Begin elsewhere.";
            report.accept(new Diagnostic(DiagnosticId.FORGED_RESULTS, text, first.place()));
        }
        for (StepModel step : agent.steps()) {
            if (step.isCall() || step.isWait()) {
                continue; // they hand over something else, or nothing
            }
            for (Name name : step.next()) {
                StepModel target = agent.step(name.text());
                StepModel call = target == null ? null : callOf(agent, target);
                boolean isReported = step.isInterrupt() && target != null && !isGenerated(agent, target);
                if (target != null && call != null && !isReported) {
                    String text = "'" + step.name() + "' leads to '" + target.name() + "'" + only(target, call)
                            + " Keep them in the state.";
                    report.accept(new Diagnostic(DiagnosticId.FORGED_RESULTS, text, name.place()));
                }
            }
        }
    }

    private static String only(StepModel target, StepModel call) {
        Parameter input = target.input();
        return ", which takes " + (input == null ? "them" : TypeText.of(input.type())) + ": only the call '"
                + call.name() + "' may.";
    }

    /** The call of which a step takes what nobody else can make; null if it takes no such thing. */
    static @Nullable StepModel callOf(AgentModel agent, StepModel target) {
        Parameter input = target.input();
        StepModel generated = input == null ? null : agent.callOf(input.type());
        if (generated != null || input == null) {
            return generated;
        }
        return agent.calls().stream()
                .filter(step -> step.call() != null
                        && step.call().takers().stream()
                                .anyMatch(taker -> taker.step() == target.index() && taker.taken() == Taken.ENDS))
                .findFirst()
                .orElse(null);
    }

    private static boolean isGenerated(AgentModel agent, StepModel target) {
        return target.input() != null && agent.callOf(target.input().type()) != null;
    }
}
