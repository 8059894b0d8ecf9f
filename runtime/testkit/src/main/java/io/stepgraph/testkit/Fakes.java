package io.stepgraph.testkit;

import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.client.AgentGraph;
import io.stepgraph.store.Store;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The fakes of one play, which outlive its processes.
 *
 * @param made the object that the scenario has made
 * @param graph makes the agent with them
 * @param values what of them is compared
 * @param store opens the store of the play, by its clocks
 * @param <R> the runs of the agent
 */
record Fakes<R>(
        Object made,
        Supplier<? extends AgentGraph<?, ?, ?, ?, R, ?>> graph,
        Map<String, Supplier<?>> values,
        Function<? super MachineClock, ? extends Store> store) {

    /** The values by their names, as they are now. */
    Map<String, Object> read() {
        Map<String, Object> read = new LinkedHashMap<>();
        values.forEach((what, value) -> read.put(what, checked(what, value.get())));
        return read;
    }

    private static Object checked(String what, @Nullable Object value) {
        if (value == null || value.getClass().isArray()) {
            throw new AssertionError("compare(\"" + what + "\", ...) gets "
                    + (value == null
                            ? "null from the fakes, so that nothing is compared"
                            : "an array from the fakes, which equals() does not compare by its elements")
                    + ". Return a number, a text, a record, or a collection or map of them.");
        }
        return value;
    }
}
