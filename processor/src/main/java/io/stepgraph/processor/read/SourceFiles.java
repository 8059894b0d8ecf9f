package io.stepgraph.processor.read;

import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import io.stepgraph.processor.model.Enclosing;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.tools.JavaFileObject;
import org.jspecify.annotations.Nullable;

/**
 * Finds the source files of classes through javac's own interface. Other compilers, and build tools that wrap javac, do
 * not offer it; with them, no class counts as nested in a foreign one.
 */
public final class SourceFiles {

    private final @Nullable Trees trees;

    /** {@code trees} are those of javac; null on other compilers. */
    public SourceFiles(@Nullable Trees trees) {
        this.trees = trees;
    }

    /** Whether two classes surely stand in one file. */
    boolean areTogether(Element one, Element other) {
        TreePath path = trees == null ? null : trees.getPath(one);
        TreePath otherPath = trees == null ? null : trees.getPath(other);
        return path != null && otherPath != null && path.getCompilationUnit().equals(otherPath.getCompilationUnit());
    }

    /** The name of a nested class's file, if the outermost class has another name; else null. */
    @Nullable String foreignTo(TypeElement nested) {
        Element outermost = Enclosing.outermost(nested);
        TreePath path = trees == null || outermost.equals(nested) ? null : trees.getPath(outermost);
        if (path == null) {
            return null;
        }
        JavaFileObject file = path.getCompilationUnit().getSourceFile();
        return file.isNameCompatible(outermost.getSimpleName().toString(), JavaFileObject.Kind.SOURCE)
                ? null
                : file.getName().replaceFirst(".*[/\\\\]", "");
    }
}
