package io.stepgraph.processor.generate;

/** Text as Java writes it. */
final class Literal {

    private Literal() {}

    static String of(String text) {
        StringBuilder literal = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                literal.append('\\').append(c);
            } else if (Character.isISOControl(c)) {
                // octal: Java reads the hexadecimal form of a line break as a line break
                literal.append("\\%03o".formatted((int) c));
            } else {
                literal.append(c);
            }
        }
        return literal.append('"').toString();
    }
}
