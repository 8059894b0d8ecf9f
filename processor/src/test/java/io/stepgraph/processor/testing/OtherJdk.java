package io.stepgraph.processor.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The javac of another JDK on this machine, in a process of its own that compiles many fixtures. */
public record OtherJdk(Path home) {

    private static final String NEWEST_TESTED = "25";

    /** Skips the test if the JDK that runs it is the only one. */
    public static OtherJdk findNewer() throws IOException {
        Path here = Path.of(System.getProperty("java.home")).toRealPath();
        Optional<Path> found;
        try (Stream<Path> homes = Files.list(here.getParent())) {
            found = homes.filter(home -> home.getFileName().toString().contains(NEWEST_TESTED))
                    .filter(home -> Files.isExecutable(home.resolve("bin/javac")))
                    .findFirst();
        }
        assumeTrue(found.isPresent(), "There is no JDK " + NEWEST_TESTED + " beside " + here);
        return new OtherJdk(found.orElseThrow());
    }

    /** The findings for each fixture of a folder, as {@link #format} writes them. */
    public List<String> compile(String folder) throws IOException {
        Process process = new ProcessBuilder(
                        home.resolve("bin/java").toString(),
                        "-Dstdout.encoding=UTF-8",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CompileFixtures.class.getName(),
                        folder)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    /** A heading for each fixture and then its findings. */
    public static List<String> format(List<Fixture> fixtures, Function<Fixture, Collection<String>> findings) {
        List<String> lines = new ArrayList<>();
        for (Fixture fixture : fixtures) {
            lines.add(CompileFixtures.HEADING + fixture.name());
            lines.addAll(findings.apply(fixture));
        }
        return lines;
    }
}
