package io.stepgraph.processor.check;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import javax.lang.model.element.VariableElement;
import org.jspecify.annotations.Nullable;

/** Evaluates constant texts: a literal, a constant, or several of them, joined by a plus. */
final class Constants {

    private Constants() {}

    /** The value; null if it is not constant, or no text. */
    static @Nullable String text(TreePath path, Trees trees) {
        return value(path, trees) instanceof String text ? text : null;
    }

    private static @Nullable Object value(TreePath path, Trees trees) {
        Tree tree = path.getLeaf();
        if (tree instanceof LiteralTree literal) {
            return literal.getValue();
        }
        if (tree instanceof BinaryTree sum && sum.getKind() == Tree.Kind.PLUS) {
            Object left = value(new TreePath(path, sum.getLeftOperand()), trees);
            Object right = value(new TreePath(path, sum.getRightOperand()), trees);
            boolean isText = left instanceof String || right instanceof String;
            return isText && left != null && right != null ? "" + left + right : null;
        }
        return trees.getElement(path) instanceof VariableElement variable ? variable.getConstantValue() : null;
    }
}
