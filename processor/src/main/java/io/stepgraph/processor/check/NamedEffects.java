package io.stepgraph.processor.check;

import io.stepgraph.processor.model.Name;
import java.util.List;

/** A step that declares effects performs no other ones. */
final class NamedEffects {

    private NamedEffects() {}

    static void check(Body body) {
        List<String> declared = body.step.effects().stream().map(Name::text).toList();
        for (ContextCall call : body.calls) {
            String effect = call.isOnce() && !declared.isEmpty() ? call.first() : null;
            if (effect != null && !declared.contains(effect) && !declared.contains(Name.UNREADABLE)) {
                String close = Suggestion.closest(effect, declared);
                String text = "'" + body.step.name() + "' performs the effect '" + effect
                        + "', which is not in its effects (" + String.join(", ", declared) + ")."
                        + (close.isEmpty() ? " Add it there." : close);
                body.report(
                        DiagnosticId.UNDECLARED_EFFECT, text, call.arguments().get(0));
            }
        }
    }
}
