package io.stepgraph.processor.generate;

/**
 * The text of a generated class. It is put together here and not by JavaPoet, of which only the names of types are used:
 * its own files go over all code twice, which was more than a quarter of what the processor added to a build.
 */
final class Source {

    private static final String INDENT = "    ";

    private final StringBuilder lines = new StringBuilder(1 << 13);
    private final TypeNames names;
    private String indent = "";

    Source(TypeNames names) {
        this.names = names;
    }

    /** Adds whole lines, as {@link TypeNames#code} writes them. */
    Source add(String format, Object... arguments) {
        String text = names.code(format, arguments);
        int from = 0;
        while (from < text.length()) {
            int end = text.indexOf('\n', from);
            end = end < 0 ? text.length() : end;
            if (end > from) {
                lines.append(indent).append(text, from, end);
            }
            lines.append('\n');
            from = end + 1;
        }
        return this;
    }

    /** Adds lines of which the last one opens a block. */
    Source open(String format, Object... arguments) {
        add(format, arguments);
        indent += INDENT;
        return this;
    }

    /** Ends the block that was opened last. */
    Source close(String end) {
        indent = indent.substring(INDENT.length());
        return add(end);
    }

    /** The whole file. */
    String file() {
        return names.header() + lines;
    }
}
