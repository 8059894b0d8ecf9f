package io.stepgraph.samples.review;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A reader's first project: a pom with coordinates, the README's Maven snippet and nothing else, and the README's agent. So a
 * plugin has the version that the snippet or the Maven at hand gives it, never one of this build's.
 */
@DisabledIfSystemProperty(named = "invoker.skip", matches = "true")
class EmptyProjectIT {
    private static final String MAIN = """
            package example;

            public final class Main {
                public static void main(String[] arguments) {
                    System.out.println(Usage.run(new dev.langchain4j.model.chat.ChatModel() {
                        @Override
                        public String chat(String prompt) {
                            return "Said to '" + prompt + "'";
                        }
                    }));
                }
            }
            """;

    @TempDir
    Path project;

    @ParameterizedTest
    @ValueSource(strings = {"maven38.home", "maven39.home"})
    void the_maven_snippet_builds_the_agent_and_java_runs_it(String maven) throws Exception {
        Guide readme = Guide.readme();
        Files.createDirectory(project.resolve(".mvn")); // or Maven looks for one in the folders above
        Files.writeString(project.resolve("pom.xml"), pom(readme));
        Path sources = Files.createDirectories(project.resolve("src/main/java/example"));
        for (Map.Entry<String, String> source :
                readme.sources(Path.of("runs.db")).entrySet()) {
            Files.writeString(sources.resolve(source.getKey()), source.getValue());
        }
        Files.writeString(sources.resolve("Main.java"), MAIN);
        Path classPath = project.resolve("class-path.txt");

        execute(
                Path.of(property(maven), "bin", "mvn").toString(),
                "-B",
                "-ntp",
                "-s",
                settings().toString(),
                "-Dmaven.repo.local=" + property("maven.installed"),
                "compile",
                // Only asked, not configured: the class path as Maven makes it from the snippet.
                "org.apache.maven.plugins:maven-dependency-plugin:" + property("maven-dependency-plugin.version")
                        + ":build-classpath",
                "-Dmdep.outputFile=" + classPath);

        assertThat(project.resolve("target/classes/META-INF/stepgraph/example.ReviewAgent.json"))
                .exists();
        String libraries = Files.readString(classPath);
        assertThat(libraries).contains("stepgraph-sqlite").doesNotContain("stepgraph-processor");
        String printed = execute(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                project.resolve("target/classes") + File.pathSeparator + libraries,
                "example.Main");
        assertThat(printed).contains("Completed[");
        assertThat(project.resolve("runs.db")).exists();
    }

    private static String pom(Guide readme) throws IOException {
        Guide.Dependency needed = Guide.dependencyOfTheAgent();
        return """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                <modelVersion>4.0.0</modelVersion>
                <groupId>example</groupId>
                <artifactId>empty</artifactId>
                <version>1</version>
                %s</project>
                """.formatted(readme.only("pom").code().replace("<dependencies>", """
                        <dependencies>
                            <dependency>
                                <groupId>%s</groupId>
                                <artifactId>%s</artifactId>
                                <version>%s</version>
                            </dependency>\
                        """.formatted(
                        needed.group(), needed.artifact(), needed.version())));
    }

    /** The settings of the projects that the JDBC stores are tried in: they let Maven copy what this build has downloaded. */
    private Path settings() throws IOException {
        String shared = Files.readString(Path.of("../../runtime/sqlite/src/it/settings.xml"));
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
