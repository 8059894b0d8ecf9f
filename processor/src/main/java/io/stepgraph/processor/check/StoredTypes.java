package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import java.util.function.Consumer;

/** What is stored can be told apart again, by names that are ours. */
final class StoredTypes implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Problem> report) {}
}
