package io.stepgraph.processor.check;

import com.sun.source.tree.ExpressionTree;
import java.util.List;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;
import org.jspecify.annotations.Nullable;

/**
 * A step calls a method of its context, or names it by a method reference.
 *
 * @param method the method, of which the compiler has chosen the overload
 * @param tree its name in the source, behind the context
 * @param arguments none for a method reference
 * @param first the first argument if it is a constant text, as the name of an effect; else null
 * @param settings the methods that are called on the effect, one on the result of the other, up to the one that
 *     performs it
 * @param takers the methods of the context that the lambdas around this are handed to, from inside; empty for other
 *     lambdas
 */
record ContextCall(
        ExecutableElement method,
        ExpressionTree tree,
        List<? extends ExpressionTree> arguments,
        @Nullable String first,
        List<String> settings,
        List<String> takers) {

    boolean isOf(String name) {
        return method.getSimpleName().contentEquals(name);
    }

    /** Whether it is in the work of a checkpoint, which is executed after the attempt. */
    boolean isLate() {
        return takers.contains("atCheckpoint");
    }

    /** Whether it begins an effect in the attempt. */
    boolean isOnce() {
        return isOf("once") && !arguments.isEmpty() && !isLate();
    }

    /** Whether it begins an effect with a request that no approval gives. */
    boolean isUnbound() {
        return isOnce() && method.getParameters().get(1).asType().getKind() == TypeKind.TYPEVAR;
    }

    /** The effect, for a message. */
    String effect() {
        return first == null ? "an effect" : "'" + first + "'";
    }
}
