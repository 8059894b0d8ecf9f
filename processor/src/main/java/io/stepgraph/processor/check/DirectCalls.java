package io.stepgraph.processor.check;

import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.StepModel;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;

/**
 * An agent does not call its own steps that have a gate or a mode: only the runtime checks these, when a run enters the
 * step.
 *
 * <p>A call through a supertype may be on any object, so it passes.
 */
final class DirectCalls {

    private DirectCalls() {}

    /** Reports each such call among all calls and method references in an agent. */
    static void check(List<TreePath> called, AgentModel agent, Trees trees, BiConsumer<Diagnostic, Tree> report) {
        Map<Element, StepModel> guarded = agent.steps().stream()
                .filter(StepModel::isGuarded)
                .collect(Collectors.toMap(StepModel::method, step -> step));
        for (TreePath path : called) {
            StepModel step = guarded.get(trees.getElement(path));
            if (step != null) {
                report.accept(new Diagnostic(DiagnosticId.DIRECT_CALL, text(step), step.place()), path.getLeaf());
            }
        }
    }

    private static String text(StepModel step) {
        Gate gate = step.gate();
        String skipped = Stream.concat(
                        Stream.ofNullable(gate)
                                .map(g -> "its gate '" + g.interrupt().text() + "'"),
                        step.requiresMode() ? Stream.of("its mode " + step.mode()) : Stream.of())
                .collect(Collectors.joining(" and "));
        return "'" + step.name() + "' is called directly, which skips the check of " + skipped + ". Lead the run to '"
                + step.name() + "' by next. Code that is safe without the check belongs in a method of its own.";
    }
}
