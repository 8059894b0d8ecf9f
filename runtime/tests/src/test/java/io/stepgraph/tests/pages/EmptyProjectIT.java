package io.stepgraph.tests.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * A reader's first project: a copy of {@code samples/hello}, and nothing else. So a plugin has the version that the pom
 * or the Maven at hand gives it, never one of this build's.
 */
@DisabledIfSystemProperty(named = "invoker.skip", matches = "true")
class EmptyProjectIT {
    @TempDir(factory = TempDirFactory.Standard.class)
    Path project;

    @Test
    void the_first_sample_builds_and_runs_as_copied() throws Exception {
        assertBuildsAndRuns("maven39.home");
    }

    @Test
    @Tag("nightly")
    void the_first_sample_builds_and_runs_as_copied_with_the_oldest_maven() throws Exception {
        assertBuildsAndRuns("maven38.home");
    }

    private void assertBuildsAndRuns(String maven) throws Exception {
        copy("pom.xml", "src/main/java/example/Hello.java", "src/main/java/example/Main.java");
        copy("src/test/java/example/HelloTest.java");
        Files.createDirectory(project.resolve(".mvn")); // or Maven looks for one in the folders above

        String printed = execute(
                Path.of(property(maven), "bin", "mvn").toString(),
                "-B",
                "-ntp",
                "-s",
                settings().toString(),
                "-Dmaven.repo.local=" + property("maven.installed"),
                "test",
                "exec:java");

        assertThat(project.resolve("target/classes/META-INF/stepgraph/example.Hello.json"))
                .exists();
        assertThat(printed)
                .contains("What is your name?", "Hello, Ada from Paris!")
                .containsPattern("Tests run: \\d\\d, Failures: 0, Errors: 0, Skipped: 0")
                .doesNotContain("[WARN", "SLF4J");
        assertThat(project.resolve("hello.db")).exists();
    }

    private void copy(String... files) throws IOException {
        for (String file : files) {
            Path copied = project.resolve(file);
            Files.createDirectories(copied.getParent());
            Files.copy(Guide.ROOT.resolve("samples/hello").resolve(file), copied);
        }
    }

    /**
     * The settings of the projects that the JDBC stores are tried in: they let Maven copy what this build has
     * downloaded.
     */
    private Path settings() throws IOException {
        String shared = Files.readString(Guide.ROOT.resolve("runtime/sqlite/src/it/settings.xml"));
        String url = Path.of(property("maven.downloaded")).toUri().toString();
        return Files.writeString(project.resolve("settings.xml"), shared.replace("@localRepositoryUrl@", url));
    }

    private static String property(String name) {
        return Objects.requireNonNull(System.getProperty(name), name);
    }

    /** Executes a command, and types a name. */
    private String execute(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        process.outputWriter(StandardCharsets.UTF_8).append("Ada\n").close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s%n%s", List.of(command), printed).isZero();
        return printed;
    }
}
