package io.stepgraph.processor.report;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.Trees;
import io.stepgraph.processor.check.Diagnostic;
import io.stepgraph.processor.check.DiagnosticId;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.Place.Part;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Set;
import javax.annotation.processing.Messager;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic.Kind;
import org.jspecify.annotations.Nullable;

/** Reports diagnostics to the compiler. */
public final class Reporter {

    private final Messager messager;
    private final @Nullable SourceTrees trees;
    private final @Nullable ParameterNames names;
    private final Strictness strictness;

    /** {@code trees} are those of javac; null on other compilers. */
    public Reporter(ProcessingEnvironment environment, @Nullable Trees trees) {
        this.messager = environment.getMessager();
        this.trees = trees == null ? null : new SourceTrees(trees);
        this.names = trees == null ? null : ParameterNames.of(environment);
        this.strictness = Strictness.of(environment.getOptions());
    }

    /** The names of the processor's options, which say how to report. */
    public static Set<String> options() {
        return Set.of(Strictness.OPTION);
    }

    /** Reports an option that cannot be read. */
    public void reportOptions() {
        if (strictness.wrongValue() != null) {
            messager.printMessage(
                    Kind.ERROR,
                    "-A" + Strictness.OPTION + "=" + strictness.wrongValue()
                            + " means nothing: write true or false. [BadOption]");
        }
    }

    public void report(Diagnostic diagnostic) {
        Kind kind = kind(diagnostic);
        Place place = diagnostic.place();
        boolean inside = place.part() != Part.WHOLE || place.value() != null;
        TypeElement unnamed = diagnostic.unnamed();
        Runnable exact =
                trees != null && (inside || unnamed != null) ? trees.report(kind, diagnostic.message(), place) : null;
        if (unnamed != null) {
            if (names != null && exact != null) {
                names.ifMissing(unnamed, exact);
            }
        } else if (exact != null) {
            exact.run();
        } else {
            messager.printMessage(kind, diagnostic.message(), place.element(), place.annotation(), place.value());
        }
    }

    /** Reports at a tree of javac. */
    public void report(Diagnostic diagnostic, Tree tree, CompilationUnitTree file, Trees javac) {
        javac.printMessage(kind(diagnostic), diagnostic.message(), tree, file);
    }

    private Kind kind(Diagnostic diagnostic) {
        boolean isWarning = diagnostic.id().severity() == DiagnosticId.Severity.WARNING && !strictness.isStrict();
        return isWarning ? Kind.WARNING : Kind.ERROR;
    }

    public void cannotWrite(Element element, IOException error) {
        String text = "The files generated for this class cannot be written: " + error + " [CannotWrite]";
        messager.printMessage(Kind.ERROR, text, element);
    }

    /** Reports a type that another processor has written after its agent was given up. */
    public void writtenTooLate(Element agent, String type) {
        String text = type + " was written too late: let its processor run in an earlier round. [WrittenTooLate]";
        messager.printMessage(Kind.ERROR, text, agent);
    }

    /** Reports a failure of the processor itself, so that the user does not look for it in the agent. */
    public void internalError(Element element, Throwable error) {
        StringWriter trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace));
        String text = "Stepgraph's processor failed on this class. This is a bug in Stepgraph."
                + " Please report it with this class and the trace. [InternalError]\n" + trace;
        messager.printMessage(Kind.ERROR, text, element);
    }
}
