package io.stepgraph.processor.testing;

import com.google.testing.compile.Compilation;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/**
 * The message of a compiler for one place.
 *
 * @param column as javac counts it; -1 on ecj, which underlines whole declarations
 */
public record Finding(long line, long column, String kind, String message) {

    /** The messages of javac, in its order. */
    public static List<Finding> all(Compilation compilation) {
        return compilation.diagnostics().stream()
                .map(diagnostic -> of(diagnostic, true))
                .toList();
    }

    static Finding of(Diagnostic<? extends JavaFileObject> diagnostic, boolean withColumn) {
        String kind = switch (diagnostic.getKind()) {
            case ERROR -> "error";
            case WARNING, MANDATORY_WARNING -> "warning";
            default -> "note";
        };
        String message =
                diagnostic.getMessage(Locale.ENGLISH).lines().findFirst().orElse("");
        return new Finding(
                diagnostic.getLineNumber(), withColumn ? diagnostic.getColumnNumber() : -1, kind, message.strip());
    }

    /** The form in which fixtures write it. */
    @Override
    public String toString() {
        return line + (column < 0 ? "" : ":" + column) + ": " + kind + ": " + message;
    }

    public boolean isOurs() {
        return message.endsWith("]") && message.lastIndexOf('[') > 0;
    }
}
