package io.stepgraph.processor.check;

import com.sun.source.tree.ExpressionTree;
import java.util.List;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/**
 * A step calls a method of its context, or names it by a method reference.
 *
 * @param method the method, of which the compiler has chosen the overload
 * @param tree its name in the source, behind the context
 * @param arguments none for a method reference
 * @param effect the name of the effect that begins; null if this begins none, or if its name is not constant
 */
record ContextCall(
        ExecutableElement method,
        ExpressionTree tree,
        List<? extends ExpressionTree> arguments,
        @Nullable String effect) {}
