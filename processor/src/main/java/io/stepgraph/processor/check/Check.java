package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import java.util.function.Consumer;

/** Looks for one kind of mistake. */
interface Check {

    /** Reports each mistake once, where it was made; tolerates all others. */
    void check(AgentModel agent, Consumer<Diagnostic> report);
}
