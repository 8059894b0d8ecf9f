package io.stepgraph.tests.agents;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Keeps the names of the Stepgraph classes that stand below its step on the stack. */
@StepGraph(start = "look", name = "depth")
final class DepthAgent {

    /** The classes, from the step outwards. */
    static final class Seen {
        public List<String> classes = new ArrayList<>();
    }

    @Step(next = END)
    void look(Seen seen) {
        seen.classes = StackWalker.getInstance()
                .walk(frames -> frames.map(StackFrame::getClassName)
                        .filter(name -> name.startsWith("io.stepgraph."))
                        .filter(name -> !name.equals(DepthAgent.class.getName()))
                        .distinct()
                        .collect(Collectors.toCollection(ArrayList::new)));
    }
}
