package io.stepgraph.runtime.testing;

import java.util.ArrayList;
import java.util.List;

/** A state that steps change in place. */
public final class Notes {
    public List<String> lines = new ArrayList<>();
    public int count;

    public static Notes of(String... lines) {
        Notes notes = new Notes();
        notes.lines.addAll(List.of(lines));
        return notes;
    }

    public Notes add(String line) {
        lines.add(line);
        return this;
    }

    @Override
    public String toString() {
        return lines.toString();
    }
}
