package io.stepgraph.processor.check;

import io.stepgraph.processor.model.Name;
import java.util.Collections;
import java.util.List;

/** Checks that the calls of a step on its context fit its declaration and the place of the call. */
final class ContextCalls {

    private ContextCalls() {}

    static void check(Body body) {
        for (ContextCall call : body.calls) {
            waiting(body, call);
            named(body, call);
            itemized(body, call);
            work(body, call);
        }
    }

    private static void waiting(Body body, ContextCall call) {
        if (body.step.isWait() && call.isOnce()) {
            String text = "'" + body.step.name() + "' is a wait, and performs " + call.effect()
                    + ". Perform it in a step before or after.";
            body.report(DiagnosticId.BAD_WAIT, text, call.tree());
        }
    }

    /** A step that declares effects performs no other ones. */
    private static void named(Body body, ContextCall call) {
        List<String> declared = body.step.effects().stream().map(Name::text).toList();
        String effect = call.isOnce() && !declared.isEmpty() ? call.first() : null;
        if (effect != null && !declared.contains(effect) && !declared.contains(Name.UNREADABLE)) {
            String close = Suggestion.closest(effect, declared);
            String text =
                    "'" + body.step.name() + "' performs the effect '" + effect + "', which is not in its effects ("
                            + String.join(", ", declared) + ")." + (close.isEmpty() ? " Add it there." : close);
            body.report(DiagnosticId.UNDECLARED_EFFECT, text, call.arguments().get(0));
        }
    }

    /**
     * An effect that a task of {@code together} performs has an item or a business key, unless an approval tells it
     * apart. A lambda in the task may be called later, by the step itself.
     */
    private static void itemized(Body body, ContextCall call) {
        boolean isPerformed = !Collections.disjoint(call.settings(), List.of("call", "perform"));
        boolean isNamed = !Collections.disjoint(call.settings(), List.of("item", "key"));
        if (call.isUnbound() && call.takers().indexOf("together") == 0 && isPerformed && !isNamed) {
            String text = "'" + body.step.name() + "' performs " + call.effect()
                    + " in together, where the order of the calls differs from attempt to attempt. Tell them apart by"
                    + " .item(…), a text of the element that is the same in each attempt, or by a business key.";
            body.report(DiagnosticId.MISSING_ITEM, text, call.tree());
        }
    }

    /**
     * Only a transactional step hands work to its checkpoint. The work does not use the context: it is executed after
     * the attempt.
     */
    private static void work(Body body, ContextCall call) {
        String step = "'" + body.step.name() + "'";
        if (call.isLate()) {
            String text = "The work of a checkpoint is executed when the attempt of " + step + " is over, and then "
                    + call.method().getSimpleName() + " throws. Call it before atCheckpoint.";
            body.report(DiagnosticId.CONTEXT_IN_WORK, text, call.tree());
        } else if (call.isOf("atCheckpoint") && body.step.transactional() == null) {
            String text = step + " hands work to its checkpoint, but is "
                    + (body.step.isInterrupt() || body.step.isWait()
                            ? "no @Step. Let one with transactional = true do it."
                            : "not transactional. Write transactional = true in its @Step.");
            body.report(DiagnosticId.WORK_WITHOUT_TRANSACTION, text, call.tree());
        }
    }
}
