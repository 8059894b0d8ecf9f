package io.stepgraph.processor.check;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.StepModel;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.tools.Diagnostic.Kind;
import org.jspecify.annotations.Nullable;

/**
 * An agent does not call its own steps that have a gate or a mode: only the runtime checks these, when a run enters the step.
 *
 * <p>This is not a {@link Check} of the model: which method a call means is known only after javac has analysed the class.
 * A call through a supertype may be on any object, so it passes.
 */
public final class DirectCalls extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final AgentModel agent;
    private final Trees trees;

    private DirectCalls(AgentModel agent, Trees trees) {
        this.agent = agent;
        this.trees = trees;
    }

    /** Reports each such call in the class of an agent, which javac has analysed. */
    public static void report(AgentModel agent, Trees trees) {
        TreePath path = trees.getPath(agent.type());
        if (path != null && agent.steps().stream().anyMatch(DirectCalls::isGuarded)) {
            new DirectCalls(agent, trees).scan(path, null);
        }
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void none) {
        check(call.getMethodSelect());
        return super.visitMethodInvocation(call, null);
    }

    @Override
    public @Nullable Void visitMemberReference(MemberReferenceTree reference, @Nullable Void none) {
        check(reference);
        return super.visitMemberReference(reference, null);
    }

    private void check(ExpressionTree called) {
        Element method = trees.getElement(getCurrentPath());
        for (StepModel step : agent.steps()) {
            if (step.method().equals(method) && isGuarded(step)) {
                String message = new Diagnostic(DiagnosticId.DIRECT_CALL, text(step), step.place()).message();
                trees.printMessage(Kind.ERROR, message, called, getCurrentPath().getCompilationUnit());
            }
        }
    }

    private static boolean isGuarded(StepModel step) {
        return step.gate() != null || step.requiresMode();
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
