package io.stepgraph.benchmarks.tools;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;

/** The one tool, which reads. It answers at once, so that only what is done around it is measured. */
public final class Orders {
    static final String TOOL = "find_order";
    static final String PARAMETER = "order";

    /** Finds an order. */
    @Tool(name = TOOL, value = "Finds an order.")
    public String find(@P(name = PARAMETER, value = "its number") String order) {
        return order + ": one lamp, 1,200 cents, paid";
    }
}
