package io.stepgraph.processor;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Fixture;
import io.stepgraph.processor.testing.Javac;
import io.stepgraph.processor.testing.Mutator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever is done to an agent, the processor neither throws nor hangs, and if the mutant does not compile, the user's
 * own source is where the compiler says so.
 */
final class TortureIT {

    private static final long SEED = Long.getLong("stepgraph.torture.seed", 20_251L);
    private static final int MUTANTS = Integer.getInteger("stepgraph.torture.mutants", 3_000);
    private static final int FEW = 100;

    private static final int TRACE_LINES = 12;

    @Test
    void aDamagedAgentCompilesOrSaysWhereItIsWrong() {
        torture(FEW);
    }

    @Test
    @Tag("nightly")
    @Timeout(value = 30, unit = TimeUnit.MINUTES) // A processor that hangs, on however slow a machine.
    void soDoThousandsOfThem() {
        torture(MUTANTS);
    }

    private static void torture(int mutants) {
        List<Fixture> agents = Fixture.all("correct");
        List<String> failures = new ArrayList<>();
        int compiled = 0;
        int refused = 0;
        Javac javac = new Javac(List.of("-XDshould-stop.ifNoError=FLOW"));
        for (int i = 0; i < mutants && failures.size() < 5; i++) {
            long seed = SEED + i;
            String mutant =
                    new Mutator(seed).mutate(agents.get(i % agents.size()).source());
            List<Diagnostic<? extends JavaFileObject>> diagnostics =
                    javac.compilation(Javac.source("Mutant", mutant)).diagnostics();
            compiled += errors(diagnostics).findAny().isEmpty() ? 1 : 0;
            refused += errors(diagnostics).anyMatch(error -> text(error).endsWith("]")) ? 1 : 0;
            String failure = failure(diagnostics);
            if (!failure.isEmpty()) {
                failures.add("seed " + seed + ": " + failure + "\n" + mutant);
            }
        }
        assertThat(failures).isEmpty();
        // what only the parser sees would be no torture
        assertThat(compiled).as("compiled of %s", mutants).isGreaterThan(mutants / 20);
        assertThat(refused).as("refused by the processor of %s", mutants).isGreaterThan(mutants / 20);
    }

    private static String failure(List<Diagnostic<? extends JavaFileObject>> diagnostics) {
        String internal = diagnostics.stream()
                .map(TortureIT::text)
                .filter(text -> text.contains("[InternalError]"))
                .map(text -> text.lines().limit(TRACE_LINES).collect(joining("\n")))
                .collect(joining("\n"));
        if (!internal.isEmpty()) {
            return internal;
        }
        boolean inUsersSource = errors(diagnostics)
                .anyMatch(error -> error.getSource() != null
                        && error.getSource().getName().contains("Mutant")
                        && error.getLineNumber() > 0);
        return inUsersSource ? "" : errors(diagnostics).map(TortureIT::text).collect(joining("\n"));
    }

    private static Stream<Diagnostic<? extends JavaFileObject>> errors(
            List<Diagnostic<? extends JavaFileObject>> diagnostics) {
        return diagnostics.stream().filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR);
    }

    private static String text(Diagnostic<? extends JavaFileObject> diagnostic) {
        return (diagnostic.getSource() == null ? "" : diagnostic.getSource().getName()) + ":"
                + diagnostic.getLineNumber() + ": " + diagnostic.getMessage(Locale.ENGLISH);
    }
}
