package io.stepgraph.processor.check;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/** Walks the class of an agent once, and gathers what the bodies of its steps do, and what is called anywhere in it. */
final class BodyScanner extends TreePathScanner<@Nullable Void, @Nullable Void> {

    /** The bodies of the steps, in source order. */
    final List<Body> bodies = new ArrayList<>();

    /** What is called, and the method references, also in classes nested in the agent. */
    final List<TreePath> called = new ArrayList<>();

    private final AgentModel agent;
    private final Trees trees;
    private final Map<Element, StepModel> steps;
    private @Nullable Body body;

    BodyScanner(AgentModel agent, Trees trees) {
        this.agent = agent;
        this.trees = trees;
        this.steps = agent.steps().stream().collect(Collectors.toMap(StepModel::method, step -> step));
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void none) {
        StepModel step = steps.get(trees.getElement(getCurrentPath()));
        if (step == null) {
            return super.visitMethod(method, null);
        }
        body = new Body(agent, step);
        bodies.add(body);
        super.visitMethod(method, null);
        body = null;
        return null;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void none) {
        called.add(new TreePath(getCurrentPath(), call.getMethodSelect()));
        if (call.getMethodSelect() instanceof MemberSelectTree select) {
            context(select.getExpression(), select, call.getArguments());
        }
        return super.visitMethodInvocation(call, null);
    }

    @Override
    public @Nullable Void visitMemberReference(MemberReferenceTree reference, @Nullable Void none) {
        called.add(getCurrentPath());
        context(reference.getQualifierExpression(), reference, List.of());
        return super.visitMemberReference(reference, null);
    }

    private void context(ExpressionTree receiver, ExpressionTree called, List<? extends ExpressionTree> arguments) {
        Body inside = body;
        Parameter context = inside == null ? null : inside.step().signature().context();
        if (inside != null
                && context != null
                && context.name().equals(parameter(receiver))
                && trees.getElement(getCurrentPath()) instanceof ExecutableElement method) {
            boolean isEffect = method.getSimpleName().contentEquals("once") && !arguments.isEmpty();
            String effect = isEffect ? Constants.text(new TreePath(getCurrentPath(), arguments.get(0)), trees) : null;
            inside.calls().add(new ContextCall(method, called, arguments, effect));
        }
    }

    /** The name of the step's parameter that this is; null if it is something else. */
    private @Nullable String parameter(Tree tree) {
        Body inside = body;
        if (inside == null || !(tree instanceof IdentifierTree identifier)) {
            return null;
        }
        Element element = trees.getElement(new TreePath(getCurrentPath(), identifier));
        return element != null
                        && element.getKind() == ElementKind.PARAMETER
                        && inside.step().method().equals(element.getEnclosingElement())
                ? identifier.getName().toString()
                : null;
    }
}
