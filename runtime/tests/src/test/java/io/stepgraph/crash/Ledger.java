package io.stepgraph.crash;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A state whose objects come back as other objects, though their JSON is the same. */
public final class Ledger {
    public Map<String, String> names = new TreeMap<>();
    public Map<String, Object> facts = new LinkedHashMap<>();
    public List<Entry> entries = new ArrayList<>();
    public Entry last = new Entry();

    /** Something that can be changed. */
    public static final class Entry {
        public int amount;
    }

    /** Which objects it holds. */
    String look() {
        Map<String, String> kinds = new LinkedHashMap<>();
        facts.forEach((name, value) -> kinds.put(name, value.getClass().getSimpleName()));
        boolean isOne = entries.contains(last);
        List<Integer> amounts = entries.stream().map(entry -> entry.amount).toList();
        return "%s %s %s, %s %d %s"
                .formatted(
                        names.getClass().getSimpleName(),
                        names.keySet(),
                        kinds,
                        amounts,
                        last.amount,
                        isOne ? "in one" : "apart");
    }
}
