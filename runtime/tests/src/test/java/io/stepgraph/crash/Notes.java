package io.stepgraph.crash;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The state of a journey. What two processes start it with is the same, though no two write it down alike. */
public final class Notes {
    public List<String> lines = new ArrayList<>();
    public Set<String> tags = Set.of();
    public BigDecimal price = BigDecimal.ZERO;

    /** A set whose order differs from process to process, and a number that is written in one of two ways. */
    static Notes atStart() {
        Notes notes = new Notes();
        notes.tags = Set.of("by air", "by rail", "by road", "by sea", "on foot");
        notes.price = new BigDecimal(ProcessHandle.current().pid() % 2 == 0 ? "1" : "1.0");
        return notes;
    }
}
