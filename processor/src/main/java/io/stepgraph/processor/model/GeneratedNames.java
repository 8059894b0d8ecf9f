package io.stepgraph.processor.model;

import java.util.Locale;
import javax.lang.model.element.Element;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** The names of the generated types of one agent. */
public record GeneratedNames(String packageName, String agent) {

    /** The record nested in the graph with a state and an input for a start that takes both. */
    public static final String START = "Start";

    /** The dispatcher, with everything else nested in it. */
    public String graph() {
        return agent + "Graph";
    }

    /** The enum of steps. */
    public String steps() {
        return agent + "Step";
    }

    public String qualified(String simpleName) {
        return packageName.isEmpty() ? simpleName : packageName + "." + simpleName;
    }

    /** The class nested in the graph with which a step of this name chooses where to go. */
    public static String next(String step) {
        return pascal(step) + "Next";
    }

    /** The record nested in the graph with the starts of several agents that a call of this name calls. */
    public static String starts(String call) {
        return pascal(call) + "Starts";
    }

    /** The record nested in the graph with their results. */
    public static String results(String call) {
        return pascal(call) + "Results";
    }

    /** The record nested in the graph with their ends. */
    public static String ends(String call) {
        return pascal(call) + "Ends";
    }

    /** Whether a type is nested in the graph under this name, or may be once it exists. */
    public boolean isNested(TypeMirror type, String simpleName) {
        if (!(type instanceof DeclaredType declared)
                || !declared.asElement().getSimpleName().contentEquals(simpleName)) {
            return false;
        }
        Element owner = declared.asElement().getEnclosingElement();
        return type.getKind() == TypeKind.ERROR
                || (owner != null && owner.getSimpleName().contentEquals(graph()));
    }

    /**
     * The method of {@code Runs} and {@code Machine} that answers an interrupt of this name. No inherited method has a
     * longer name that begins with one of these verbs, so that no name of an interrupt can clash with one.
     */
    public static String answering(String verb, String interrupt) {
        return verb + pascal(interrupt);
    }

    public static String pascal(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    /** {@code callLLMTwice} becomes {@code CALL_LLM_TWICE}. */
    public static String constant(String name) {
        StringBuilder constant = new StringBuilder(name.length() + 8);
        for (int i = 0; i < name.length(); i++) {
            if (i > 0 && beginsWord(name, i)) {
                constant.append('_');
            }
            constant.append(Character.toUpperCase(name.charAt(i)));
        }
        return constant.toString();
    }

    private static boolean beginsWord(String name, int i) {
        char before = name.charAt(i - 1);
        boolean lowerFollows = i + 1 < name.length() && Character.isLowerCase(name.charAt(i + 1));
        return Character.isUpperCase(name.charAt(i))
                && (Character.isLowerCase(before)
                        || Character.isDigit(before)
                        || (Character.isUpperCase(before) && lowerFollows));
    }
}
