package io.stepgraph.processor.read;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.Trees;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
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
        Set<String> names = element.getAnnotationMirrors().stream()
                .map(AnnotationMirror::getAnnotationType)
                .filter(type -> trees != null || type.getKind() == TypeKind.ERROR)
                .map(MissingImports::name)
                .collect(Collectors.toSet());
        if (trees != null) {
            Set<String> known = Set.copyOf(names);
            names.clear();
            written(trees.getTree(element)).stream()
                    .map(annotation -> annotation.getAnnotationType().toString())
                    .filter(name -> !known.contains(name))
                    .forEach(names::add);
        }
        names.removeIf(name -> !Annotations.isOurs(name));
        return names;
    }

    private static String name(DeclaredType annotation) {
        return annotation.asElement().getSimpleName().toString();
    }

    private static List<? extends AnnotationTree> written(@Nullable Tree tree) {
        ModifiersTree modifiers = tree instanceof ClassTree type
                ? type.getModifiers()
                : tree instanceof MethodTree method ? method.getModifiers() : null;
        return modifiers == null ? List.of() : modifiers.getAnnotations();
    }
}
