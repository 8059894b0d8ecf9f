package io.stepgraph.processor.check;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import io.stepgraph.processor.read.TypeRelations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** Walks the class of an agent once, and gathers what the bodies of its steps do, and what is called anywhere in it. */
final class BodyScanner extends TreePathScanner<@Nullable Void, @Nullable Void> {

    /** The calls and the method references, also in classes nested in the agent. */
    final List<TreePath> called = new ArrayList<>();

    private final Trees trees;
    private final Map<Element, Body> ofMethods;
    private @Nullable Body body;

    BodyScanner(Map<Element, Body> ofMethods, Trees trees) {
        this.ofMethods = ofMethods;
        this.trees = trees;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void none) {
        Body around = body;
        Body own = ofMethods.get(trees.getElement(getCurrentPath()));
        body = own == null ? around : own;
        super.visitMethod(method, null);
        body = around;
        return null;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void none) {
        called(call.getMethodSelect(), call.getArguments());
        return super.visitMethodInvocation(call, null);
    }

    @Override
    public @Nullable Void visitMemberReference(MemberReferenceTree reference, @Nullable Void none) {
        called(reference, List.of());
        return super.visitMemberReference(reference, null);
    }

    private void called(ExpressionTree name, List<? extends ExpressionTree> arguments) {
        called.add(new TreePath(getCurrentPath(), name));
        if (body != null && trees.getElement(getCurrentPath()) instanceof ExecutableElement method) {
            body.called.add(method);
            if (!ofContext(method).isEmpty()) {
                String first = arguments.isEmpty()
                        ? null
                        : Constants.text(new TreePath(getCurrentPath(), arguments.get(0)), trees);
                List<String> takers = around().filter(path ->
                                path.getLeaf() instanceof LambdaExpressionTree || path.getLeaf() instanceof ClassTree)
                        .map(path -> ofContext(trees.getElement(path.getParentPath())))
                        .toList();
                body.calls.add(new ContextCall(method, name, arguments, first, settings(), takers));
            }
        }
    }

    /** The methods that are called on the effect that begins here, one on the result of the other. */
    private List<String> settings() {
        List<String> names = new ArrayList<>();
        TreePath call = getCurrentPath();
        while (TypeRelations.isEffect(trees.getTypeMirror(call))
                && call.getParentPath().getLeaf() instanceof MemberSelectTree select) {
            names.add(select.getIdentifier().toString());
            call = call.getParentPath().getParentPath();
        }
        return names;
    }

    /** The name of a method of {@code StepContext}; empty for anything else. */
    private static String ofContext(@Nullable Element method) {
        return method != null
                        && method.getEnclosingElement() instanceof TypeElement owner
                        && TypeRelations.isStepContext(owner.asType())
                ? method.getSimpleName().toString()
                : "";
    }

    /** Returns the trees around this place, from the innermost outwards. */
    private Stream<TreePath> around() {
        return Stream.iterate(getCurrentPath(), Objects::nonNull, TreePath::getParentPath);
    }

    @Override
    public @Nullable Void visitIdentifier(IdentifierTree identifier, @Nullable Void none) {
        Element variable = trees.getElement(getCurrentPath());
        if (body != null && variable != null && body.step.method().equals(variable.getEnclosingElement())) {
            String name = identifier.getName().toString();
            body.used.add(name);
            if (around().anyMatch(path -> path.getLeaf() instanceof ReturnTree)) {
                body.returned.add(name);
            }
            if (isAssigned(identifier, getCurrentPath().getParentPath().getLeaf())) {
                body.assigned.putIfAbsent(name, identifier);
            }
        }
        return null;
    }

    /**
     * Whether it gets a new value; not one that a variable or a field holds, which may be a part of the state that the
     * step changes.
     */
    private static boolean isAssigned(Tree variable, Tree around) {
        if (around instanceof AssignmentTree set) {
            boolean isHeld =
                    set.getExpression() instanceof IdentifierTree || set.getExpression() instanceof MemberSelectTree;
            return set.getVariable().equals(variable) && !isHeld;
        }
        return around instanceof CompoundAssignmentTree sum
                ? sum.getVariable().equals(variable)
                : around instanceof UnaryTree && around.getKind().name().endsWith("CREMENT");
    }
}
