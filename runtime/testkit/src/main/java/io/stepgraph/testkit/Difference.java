package io.stepgraph.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The difference of a play from the undisturbed one, in words for its failure. */
final class Difference {
    private static final int LONGEST = 300;
    private static final int BEFORE = 60;

    private final List<String> parts = new ArrayList<>();

    private Difference() {}

    /** The difference; an empty text if there is none. */
    static String between(ScenarioResult undisturbed, ScenarioResult play) {
        Difference difference = new Difference();
        undisturbed
                .compared()
                .forEach((what, value) ->
                        difference.value(what, value, play.compared().get(what)));
        difference.events(undisturbed.events(), play.events());
        difference.text("the result", String.valueOf(undisturbed.result()), String.valueOf(play.result()));
        return String.join("", difference.parts);
    }

    private void value(String what, @Nullable Object undisturbed, @Nullable Object here) {
        if (Objects.equals(undisturbed, here)) {
            return;
        }
        String text = String.valueOf(undisturbed);
        if (text.equals(String.valueOf(here))) {
            parts.add("\n'" + what + "': both are " + text
                    + ", but equals() says that they differ. Compare a number, a text,"
                    + " a record, or a collection or map of them.");
        } else {
            text("'" + what + "'", text, String.valueOf(here));
        }
    }

    /** Only the first event: those after it follow from it. */
    private void events(List<String> undisturbed, List<String> here) {
        int same = 0;
        while (same < undisturbed.size()
                && same < here.size()
                && undisturbed.get(same).equals(here.get(same))) {
            same++;
        }
        text("event " + (same + 1), event(undisturbed, same), event(here, same));
    }

    private static String event(List<String> events, int index) {
        return index < events.size() ? events.get(index) : "none";
    }

    private void text(String what, String undisturbed, String here) {
        if (!undisturbed.equals(here)) {
            int same = 0;
            while (same < undisturbed.length()
                    && same < here.length()
                    && undisturbed.charAt(same) == here.charAt(same)) {
                same++;
            }
            parts.add("\n" + what + "\n  undisturbed: " + excerpt(undisturbed, same) + "\n  this play:   "
                    + excerpt(here, same));
        }
    }

    private static String excerpt(String text, int difference) {
        if (text.length() <= LONGEST) {
            return text;
        }
        int begin = Math.max(0, difference - BEFORE);
        int end = Math.min(text.length(), begin + LONGEST);
        return (begin > 0 ? "…" : "") + text.substring(begin, end) + (end < text.length() ? "…" : "");
    }
}
