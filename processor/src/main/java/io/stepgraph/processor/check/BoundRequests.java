package io.stepgraph.processor.check;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import io.stepgraph.processor.model.AnsweredParameter;
import io.stepgraph.processor.model.GatedStep;
import io.stepgraph.processor.model.StepModel;

/**
 * A step that performs effects on an answer uses the question that was answered, and an {@code exactly} step asks for
 * nothing else. {@link BoundEffects} has looked at the effects that are declared.
 */
final class BoundRequests {

    private BoundRequests() {}

    static void check(Body body) {
        GatedStep gated = body.gated;
        if (gated != null && gated.gate().exactly()) {
            body.calls.stream().filter(ContextCall::isUnbound).forEach(call -> exactly(body, call, gated));
        } else if (gated != null) {
            body.calls.stream()
                    .filter(call -> call.isOnce() || call.isOf("atCheckpoint"))
                    .findFirst()
                    .ifPresent(call -> gated(body, call, gated));
        }
    }

    private static void exactly(Body body, ContextCall call, GatedStep gated) {
        String text = ExactSteps.mustDo(body.step, gated.interrupt()) + ", but " + call.effect()
                + " asks for a value of its own. Hand over what has @Action, by part(…) or chosen(…) of the Answered. If"
                + " nothing has it, hand over the Answered.";
        Tree request = call.arguments().get(1);
        Tree shown = request instanceof MethodInvocationTree made ? made.getMethodSelect() : request;
        body.report(DiagnosticId.UNBOUND_REQUEST, text, shown);
    }

    private static void gated(Body body, ContextCall call, GatedStep gated) {
        StepModel step = body.step;
        AnsweredParameter answered = step.answered();
        String effect = call.isOnce() ? call.effect() : "work";
        if (answered == null && step.effects().isEmpty() && step.transactional() == null) {
            body.report(DiagnosticId.UNBOUND_EFFECT, BoundEffects.text(gated, effect), call.tree());
        } else if (answered != null && !body.used.contains(answered.parameter().name())) {
            String lacks = "use '" + answered.parameter().name() + "'";
            String text = BoundEffects.text(gated, effect, lacks) + " Perform the effect with it.";
            body.report(DiagnosticId.UNBOUND_EFFECT, text, call.tree());
        }
    }
}
