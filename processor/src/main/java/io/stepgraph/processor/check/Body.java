package io.stepgraph.processor.check;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.Tree;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.GatedStep;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/** The body of a step, with its lambdas. A method that the step hands its context to is not looked into. */
final class Body {

    final AgentModel agent;
    final StepModel step;

    /** The step with its gate; null if it has none. */
    final @Nullable GatedStep gated;

    /** The calls of a context, which is its own. */
    final List<ContextCall> calls = new ArrayList<>();

    /** The names of its parameters and variables that stand somewhere. */
    final Set<String> used = new HashSet<>();

    /** The names of those that stand in what is returned. */
    final Set<String> returned = new HashSet<>();

    /** The names of those that get a new value, and the first place where they do. */
    final Map<String, ExpressionTree> assigned = new HashMap<>();

    /** All methods that it calls or refers to. */
    final List<ExecutableElement> called = new ArrayList<>();

    private final BiConsumer<Diagnostic, Tree> report;

    Body(AgentModel agent, StepModel step, BiConsumer<Diagnostic, Tree> report) {
        this.agent = agent;
        this.step = step;
        this.gated = agent.gated(step);
        this.report = report;
    }

    /** Reports a mistake at the tree that is wrong. */
    void report(DiagnosticId id, String text, Tree tree) {
        Diagnostic diagnostic = new Diagnostic(id, text, step.place());
        if (!Checks.isSuppressed(diagnostic)) {
            report.accept(diagnostic, tree);
        }
    }
}
