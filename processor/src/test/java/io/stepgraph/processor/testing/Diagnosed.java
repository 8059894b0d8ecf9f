package io.stepgraph.processor.testing;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.CompilationSubject;
import com.google.testing.compile.CompilationSubject.DiagnosticInFile;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;

/** Asserts the complete list of javac's diagnostics, each at its file, line and column. */
public final class Diagnosed {

    private static final Pattern EXPECTED = Pattern.compile("(\\d+):(\\d+): (error|warning): (.*)");

    private Diagnosed() {}

    /**
     * Fails unless javac reported these diagnostics and no other.
     *
     * @param expected one line each, {@code line:column: kind: message}, where the message is the first line of javac's
     */
    public static void assertExactly(Compilation compilation, JavaFileObject file, List<String> expected) {
        List<MatchResult> diagnostics = expected.stream().map(Diagnosed::parse).toList();
        CompilationSubject subject = CompilationSubject.assertThat(compilation);
        for (MatchResult each : diagnostics) {
            Pattern message = Pattern.compile("\\A" + Pattern.quote(each.group(4)) + "$", Pattern.MULTILINE);
            DiagnosticInFile found = isError(each)
                    ? subject.hadErrorContainingMatch(message)
                    : subject.hadWarningContainingMatch(message);
            found.inFile(file).onLine(Long.parseLong(each.group(1))).atColumn(Long.parseLong(each.group(2)));
        }
        int errors = (int) diagnostics.stream().filter(Diagnosed::isError).count();
        subject.hadErrorCount(errors);
        subject.hadWarningCount(diagnostics.size() - errors);
        subject.hadNoteCount(0);
    }

    private static boolean isError(MatchResult expected) {
        return expected.group(3).equals("error");
    }

    private static MatchResult parse(String line) {
        Matcher matcher = EXPECTED.matcher(line);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("Not line:column: kind: message: " + line);
        }
        return matcher.toMatchResult();
    }
}
