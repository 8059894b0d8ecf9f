package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayList;
import java.util.List;

/**
 * What stands in the body of a step, with its lambdas. A method that the step hands its context to is not looked into.
 *
 * @param calls the calls of the context
 */
record Body(AgentModel agent, StepModel step, List<ContextCall> calls) {

    Body(AgentModel agent, StepModel step) {
        this(agent, step, new ArrayList<>());
    }
}
