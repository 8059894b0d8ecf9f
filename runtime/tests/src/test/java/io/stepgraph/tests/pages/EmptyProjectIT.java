package io.stepgraph.tests.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A reader's first project: the README's pom, its agent and its program, and nothing else. So a plugin has the version that the
 * pom or the Maven at hand gives it, never one of this build's.
 */
@DisabledIfSystemProperty(named = "invoker.skip", matches = "true")
class EmptyProjectIT {
    @TempDir
    Path project;

    @Test
    void the_files_of_the_readme_build_and_run_as_pasted() throws Exception {
        assertBuildAndRun("maven39.home");
    }

    @Test
    @Tag("nightly")
    void the_files_of_the_readme_build_and_run_as_pasted_with_the_oldest_maven() throws Exception {
        assertBuildAndRun("maven38.home");
    }

    private void assertBuildAndRun(String maven) throws Exception {
        Guide readme = Guide.readme();
        Files.createDirectory(project.resolve(".mvn")); // or Maven looks for one in the folders above
        Files.writeString(project.resolve("pom.xml"), readme.only("pom").code());
        Path sources = Files.createDirectories(project.resolve("src/main/java/example"));
        for (Map.Entry<String, String> source :
                readme.sources(Path.of("runs.db")).entrySet()) {
            Files.writeString(sources.resolve(source.getKey()), source.getValue());
        }

        String printed = execute(
                Path.of(property(maven), "bin", "mvn").toString(),
                "-B",
                "-ntp",
                "-s",
                settings().toString(),
                "-Dmaven.repo.local=" + property("maven.installed"),
                "compile",
                // The README's exec:java, whose version Maven asks a remote repository for.
                "org.codehaus.mojo:exec-maven-plugin:" + property("exec-maven-plugin.version") + ":java",
                "-Dexec.mainClass=example.Main");

        assertThat(project.resolve("target/classes/META-INF/stepgraph/example.ReviewAgent.json"))
                .exists();
        assertThat(printed).contains("You wrote: Rewrite: ").doesNotContain("[WARN", "SLF4J");
        assertThat(project.resolve("runs.db")).exists();
    }

    /** The settings of the projects that the JDBC stores are tried in: they let Maven copy what this build has downloaded. */
    private Path settings() throws IOException {
        String shared = Files.readString(Guide.ROOT.resolve("runtime/sqlite/src/it/settings.xml"));
        String url = Path.of(property("maven.downloaded")).toUri().toString();
        return Files.writeString(project.resolve("settings.xml"), shared.replace("@localRepositoryUrl@", url));
    }

    private static String property(String name) {
        return Objects.requireNonNull(System.getProperty(name), name);
    }

    private String execute(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s%n%s", List.of(command), printed).isZero();
        return printed;
    }
}
