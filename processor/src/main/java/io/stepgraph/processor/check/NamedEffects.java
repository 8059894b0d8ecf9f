package io.stepgraph.processor.check;

import io.stepgraph.processor.model.Name;
import java.util.List;

/** A step that declares effects performs no other ones. */
final class NamedEffects implements BodyCheck {

    @Override
    public void check(Body body, Report report) {
        List<String> declared = body.step().effects().stream().map(Name::text).toList();
        if (declared.isEmpty() || declared.contains(Name.UNREADABLE)) {
            return;
        }
        for (ContextCall call : body.calls()) {
            String effect = call.effect();
            if (effect != null && !declared.contains(effect)) {
                String close = Suggestion.closest(effect, declared);
                String text = "'" + body.step().name() + "' performs the effect '" + effect
                        + "', which is not in its effects (" + String.join(", ", declared) + ")."
                        + (close.isEmpty() ? " Add it there." : close);
                report.report(
                        DiagnosticId.UNDECLARED_EFFECT, text, call.arguments().get(0));
            }
        }
    }
}
