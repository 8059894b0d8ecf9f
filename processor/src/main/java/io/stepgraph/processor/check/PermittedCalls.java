package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.CallModel;
import io.stepgraph.processor.model.CalledAgent;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.StepModel;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Checks that {@code maxMode} permits each step of the called agents, and of those that they call. */
final class PermittedCalls implements Check {

    /** From the least to the most. */
    private static final List<String> MODES = List.of("PLAN", "DEFAULT", "ACCEPT_EDITS", "BYPASS_PERMISSIONS");

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.calls()) {
            CallModel call = step.call();
            Name most = call == null ? null : call.maxMode();
            String refused = most == null || call == null ? null : refused(call, most.text(), "");
            if (most != null && refused != null) {
                String text =
                        refused + ", but '" + step.name() + "' allows " + most.text() + ": the run would park forever.";
                report.accept(new Diagnostic(DiagnosticId.MODE_ABOVE_CALL, text, most.place()));
            }
        }
    }

    /** The first step that a call does not permit; not those that another call in between does not permit either. */
    private static @Nullable String refused(CallModel call, String most, String path) {
        for (CalledAgent called : call.agents()) {
            AgentModel graph = called.graph();
            String name = path + called.name().text();
            for (StepModel step : graph == null ? List.<StepModel>of() : graph.steps()) {
                if (!permits(most, step.mode())) {
                    return "'" + step.name() + "' of '" + name + "' requires " + step.mode();
                }
                CallModel further = step.call();
                boolean isLower = further != null
                        && further.maxMode() != null
                        && permits(most, further.maxMode().text());
                String refused = further == null || isLower ? null : refused(further, most, name + ".");
                if (refused != null) {
                    return refused;
                }
            }
        }
        return null;
    }

    private static boolean permits(String most, String required) {
        return MODES.indexOf(most) >= MODES.indexOf(required);
    }
}
