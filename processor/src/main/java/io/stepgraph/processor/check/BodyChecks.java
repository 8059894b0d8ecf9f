package io.stepgraph.processor.check;

import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import io.stepgraph.processor.model.AgentModel;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import javax.lang.model.element.Element;

/**
 * The checks of what stands in the methods of an agent. These are no {@link Checks} of the model: what a name means
 * there is known only after javac has analysed the class. Only javac loads this class.
 */
public final class BodyChecks {

    private BodyChecks() {}

    /**
     * Checks the class of an agent, which javac has analysed.
     *
     * @param type the path of the class
     */
    public static void check(TreePath type, AgentModel agent, Trees trees, BiConsumer<Diagnostic, Tree> report) {
        Map<Element, Body> bodies = new LinkedHashMap<>();
        agent.steps().forEach(step -> bodies.put(step.method(), new Body(agent, step, report)));
        BodyScanner scanner = new BodyScanner(bodies, trees);
        scanner.scan(type, null);
        DirectCalls.check(scanner.called, agent, trees, report);
        for (Body body : bodies.values()) {
            ContextCalls.check(body);
            ReturnedState.check(body);
            BoundRequests.check(body);
            EffectsBehindGates.check(body);
        }
    }
}
