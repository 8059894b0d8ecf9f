package io.stepgraph.processor.generate;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.WildcardTypeName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How one generated file writes types: by their simple names, which it imports, unless a name already means something else
 * there. Types of java.lang are imported too, since the user's package may have its own.
 */
final class TypeNames {

    private final String packageName;

    /** The simple names of all types that the file declares, at whatever depth: nothing else is called so anywhere in it. */
    private final Set<String> declared;

    /** What each simple name means. */
    private final Map<String, String> meanings = new HashMap<>();

    private final Map<String, String> written = new HashMap<>();
    private final Set<String> imports = new TreeSet<>();

    TypeNames(String packageName, Set<String> declared) {
        this.packageName = packageName;
        this.declared = declared;
    }

    /** What the file begins with: its package, and the imports of all that was written so far. */
    String header() {
        StringBuilder header = new StringBuilder(1024);
        if (!packageName.isEmpty()) {
            header.append("package ").append(packageName).append(";\n\n");
        }
        imports.forEach(each -> header.append("import ").append(each).append(";\n"));
        return header.append('\n').toString();
    }

    /**
     * Writes code.
     *
     * @param format in which each {@code $} stands for the next argument
     * @param arguments types, and what is text already
     */
    String code(String format, Object... arguments) {
        StringBuilder code = new StringBuilder(format.length() + 64);
        int from = 0;
        for (Object argument : arguments) {
            int next = format.indexOf('$', from);
            code.append(format, from, next);
            code.append(argument instanceof TypeName type ? of(type) : argument);
            from = next + 1;
        }
        return code.append(format, from, format.length()).toString();
    }

    private String of(TypeName type) {
        if (type instanceof ClassName name) {
            return written.computeIfAbsent(name.canonicalName(), canonical -> write(name, canonical));
        }
        if (type instanceof ArrayTypeName array) {
            return of(array.componentType()) + "[]";
        }
        if (type instanceof WildcardTypeName wildcard) {
            return wildcard(wildcard);
        }
        return type instanceof ParameterizedTypeName generic ? generic(generic) : type.toString();
    }

    private String write(ClassName name, String canonical) {
        List<String> simpleNames = name.simpleNames();
        String outermost = simpleNames.get(0);
        String qualified = name.packageName().isEmpty() ? outermost : name.packageName() + "." + outermost;
        if (declared.contains(outermost) || !claim(outermost, qualified)) {
            return canonical;
        }
        if (!name.packageName().equals(packageName)) {
            imports.add(qualified);
        }
        return simpleNames.size() == 1 ? outermost : String.join(".", simpleNames);
    }

    private boolean claim(String simpleName, String qualified) {
        @Nullable String meaning = meanings.putIfAbsent(simpleName, qualified);
        return meaning == null || meaning.equals(qualified);
    }

    private String wildcard(WildcardTypeName type) {
        if (!type.lowerBounds().isEmpty()) {
            return "? super " + of(type.lowerBounds().get(0));
        }
        TypeName bound = type.upperBounds().get(0);
        return bound.equals(Api.OBJECT) ? "?" : "? extends " + of(bound);
    }

    private String generic(ParameterizedTypeName type) {
        if (type.rawType().enclosingClassName() != null
                && !type.toString().startsWith(type.rawType().canonicalName() + "<")) {
            return type.toString(); // an inner class of a generic one, whose arguments stand in the middle
        }
        List<String> arguments = new ArrayList<>();
        type.typeArguments().forEach(argument -> arguments.add(of(argument)));
        return of(type.rawType()) + "<" + String.join(", ", arguments) + ">";
    }
}
