package io.stepgraph.cli.draw;

/** The names of types as a person reads them. */
final class TypeNames {
    private TypeNames() {}

    /** Without packages and outer types, such as {@code List<Receipt>}. */
    static String simple(String type) {
        return type.replaceAll("[\\p{javaJavaIdentifierPart}.]+[.$](?=\\p{javaJavaIdentifierStart})", "");
    }
}
