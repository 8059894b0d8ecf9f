package io.stepgraph.processor.read;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.Trees;
import java.util.HashSet;
import java.util.Set;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import org.jspecify.annotations.Nullable;

/** Finds annotations that have the names of ours, but are not imported. The compiler reports them. */
public final class MissingImports {

    private final @Nullable Trees trees;

    /** {@code trees} are those of javac, which leaves such annotations out elsewhere; null on other compilers. */
    public MissingImports(@Nullable Trees trees) {
        this.trees = trees;
    }

    /** Returns their simple names. */
    public Set<String> on(Element element) {
        Set<String> missing = trees == null ? new HashSet<>() : written(trees.getTree(element));
        for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
            DeclaredType type = mirror.getAnnotationType();
            String name = type.asElement().getSimpleName().toString();
            if (type.getKind() == TypeKind.ERROR) {
                missing.add(name);
            } else {
                missing.remove(name);
            }
        }
        missing.removeIf(name -> !Annotations.isOurs(name));
        return missing;
    }

    private static Set<String> written(@Nullable Tree tree) {
        ModifiersTree modifiers = tree instanceof ClassTree type
                ? type.getModifiers()
                : tree instanceof MethodTree method ? method.getModifiers() : null;
        Set<String> names = new HashSet<>();
        if (modifiers != null) {
            modifiers
                    .getAnnotations()
                    .forEach(each -> names.add(each.getAnnotationType().toString()));
        }
        return names;
    }
}
