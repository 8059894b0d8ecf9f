package io.stepgraph.processor.report;

import com.sun.source.tree.AnnotatedTypeTree;
import com.sun.source.tree.ArrayTypeTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.Place.Part;
import java.util.List;
import javax.tools.Diagnostic.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The places for which the standard interface has no words, by way of javac's own: the type of a parameter or method,
 * the only string in braces, the first word of a class literal. Other compilers, and build tools that wrap javac, do
 * without.
 */
final class SourceTrees {

    private final Trees trees;

    SourceTrees(Trees trees) {
        this.trees = trees;
    }

    /**
     * A report that can be made at any time, also when the elements of this round are no more; null without a place.
     */
    @Nullable Runnable report(Kind kind, String message, Place place) {
        TreePath path = place.annotation() == null
                ? trees.getPath(place.element())
                : trees.getPath(place.element(), place.annotation(), place.value());
        Tree tree = path == null ? null : part(path.getLeaf(), place.part());
        if (path == null || tree == null) {
            return null;
        }
        return () -> trees.printMessage(kind, message, tree, path.getCompilationUnit());
    }

    private static @Nullable Tree part(Tree tree, Part part) {
        if (part == Part.TYPE) {
            Tree type = tree instanceof MethodTree method
                    ? method.getReturnType()
                    : tree instanceof VariableTree variable ? variable.getType() : null;
            return type == null ? null : firstWord(type);
        }
        List<? extends ExpressionTree> items =
                tree instanceof NewArrayTree array && part == Part.ONLY_ELEMENT ? array.getInitializers() : null;
        return firstWord(items != null && items.size() == 1 ? items.get(0) : tree);
    }

    /**
     * Returns the tree with which a type or value begins: javac points at the bracket or the dot in the middle of it.
     */
    private static Tree firstWord(Tree type) {
        if (type instanceof ParameterizedTypeTree parameterized) {
            return firstWord(parameterized.getType());
        }
        if (type instanceof ArrayTypeTree array) {
            return firstWord(array.getType());
        }
        if (type instanceof AnnotatedTypeTree annotated) {
            return firstWord(annotated.getUnderlyingType());
        }
        return type instanceof MemberSelectTree select ? firstWord(select.getExpression()) : type;
    }
}
