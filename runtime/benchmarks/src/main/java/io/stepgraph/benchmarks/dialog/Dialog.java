package io.stepgraph.benchmarks.dialog;

import java.util.List;

/** The state: an id, a counter, a list of messages. How large it is as JSON is up to its {@link Talk}. */
public final class Dialog {
    public String id = "";
    public int counter;
    public List<String> messages = List.of();
}
