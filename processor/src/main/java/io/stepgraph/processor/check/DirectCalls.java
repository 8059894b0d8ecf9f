package io.stepgraph.processor.check;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.StepModel;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.Name;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic.Kind;
import org.jspecify.annotations.Nullable;

/**
 * An agent does not call its own steps that have a gate or a mode: only the runtime checks these, when a run enters the step.
 *
 * <p>This is not a {@link Check} of the model: which method a call means is known only after javac has analysed the class.
 * A call through a supertype may be on any object, so it passes.
 */
public final class DirectCalls extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final Set<String> guarded;
    private final Supplier<AgentModel> reader;
    private final Trees trees;
    private @Nullable AgentModel agent;

    private DirectCalls(Set<String> guarded, Supplier<AgentModel> reader, Trees trees) {
        this.guarded = guarded;
        this.reader = reader;
        this.trees = trees;
    }

    /**
     * Reports each such call in the class of an agent, which javac has analysed.
     *
     * @param guarded the names of the steps that have a gate or a mode
     * @param reader reads the agent, which is needed only if a method of such a name is called
     */
    public static void report(TypeElement type, Set<String> guarded, Supplier<AgentModel> reader, Trees trees) {
        TreePath path = trees.getPath(type);
        if (path != null) {
            new DirectCalls(guarded, reader, trees).scan(path, null);
        }
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void none) {
        ExpressionTree called = call.getMethodSelect();
        Name name = called instanceof MemberSelectTree select
                ? select.getIdentifier()
                : called instanceof IdentifierTree identifier ? identifier.getName() : null;
        check(name, called);
        return super.visitMethodInvocation(call, null);
    }

    @Override
    public @Nullable Void visitMemberReference(MemberReferenceTree reference, @Nullable Void none) {
        check(reference.getName(), reference);
        return super.visitMemberReference(reference, null);
    }

    private void check(@Nullable Name name, ExpressionTree called) {
        if (name == null || !guarded.contains(name.toString())) {
            return;
        }
        Element method = trees.getElement(getCurrentPath());
        for (StepModel step : agent().steps()) {
            if (step.method().equals(method) && step.isGuarded()) {
                String message = new Diagnostic(DiagnosticId.DIRECT_CALL, text(step), step.place()).message();
                trees.printMessage(Kind.ERROR, message, called, getCurrentPath().getCompilationUnit());
            }
        }
    }

    private AgentModel agent() {
        AgentModel read = agent;
        if (read == null) {
            read = reader.get();
            agent = read;
        }
        return read;
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
