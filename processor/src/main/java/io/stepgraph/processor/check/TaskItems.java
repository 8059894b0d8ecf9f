package io.stepgraph.processor.check;

import java.util.Collections;
import java.util.List;

/**
 * An effect that a task of {@code together} performs has an item or a business key, unless an approval tells it apart. A lambda in the
 * task may be called later, by the step itself.
 */
final class TaskItems {

    private TaskItems() {}

    static void check(Body body) {
        for (ContextCall call : body.calls) {
            boolean isPerformed = !Collections.disjoint(call.settings(), List.of("call", "perform"));
            boolean isNamed = !Collections.disjoint(call.settings(), List.of("item", "key"));
            if (call.isUnbound() && call.takers().indexOf("together") == 0 && isPerformed && !isNamed) {
                String text = "'" + body.step.name() + "' performs " + call.effect()
                        + " in together, where the order of the calls differs from attempt to attempt. Tell them apart by"
                        + " .item(…), a text of the element that is the same in each attempt, or by a business key.";
                body.report(DiagnosticId.MISSING_ITEM, text, call.tree());
            }
        }
    }
}
