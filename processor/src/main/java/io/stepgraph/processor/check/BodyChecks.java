package io.stepgraph.processor.check;

import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import io.stepgraph.processor.model.AgentModel;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The checks of what stands in the methods of an agent. These are no {@link Checks} of the model: what a name means there is
 * known only after javac has analysed the class. Only javac loads this class.
 */
public final class BodyChecks {

    private static final List<BodyCheck> ALL = List.of(new NamedEffects());

    private BodyChecks() {}

    /**
     * Checks the class of an agent, which javac has analysed.
     *
     * @param type the path of the class
     */
    public static void check(TreePath type, AgentModel agent, Trees trees, BiConsumer<Diagnostic, Tree> report) {
        BodyScanner scanner = new BodyScanner(agent, trees);
        scanner.scan(type, null);
        DirectCalls.check(scanner.called, agent, trees, report);
        for (Body body : scanner.bodies) {
            for (BodyCheck check : ALL) {
                check.check(body, (id, text, tree) -> {
                    Diagnostic diagnostic = new Diagnostic(id, text, body.step().place());
                    if (!Checks.isSuppressed(diagnostic)) {
                        report.accept(diagnostic, tree);
                    }
                });
            }
        }
    }
}
