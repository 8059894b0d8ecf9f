package io.stepgraph.tests.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/** The script that builds a program for its start script, with a Maven that only talks. */
class BuildScriptTest {
    @TempDir(factory = TempDirFactory.Standard.class)
    Path root;

    @BeforeEach
    void copyTheScript() throws IOException {
        Files.copy(
                Guide.ROOT.resolve("samples/build"),
                Files.createDirectories(root.resolve("samples")).resolve("build"));
        Files.createDirectories(root.resolve("samples/review/target"));
        Files.createDirectories(root.resolve("bin"));
    }

    private record Result(int exitCode, String out, String err) {}

    /** Runs the script for 'samples/review', with a Maven that consists of these commands. */
    private Result build(String maven) throws IOException, InterruptedException {
        Path program = Files.writeString(root.resolve("bin/mvn"), "#!/bin/sh\n" + maven + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        File out = root.resolve("out").toFile();
        File err = root.resolve("err").toFile();
        ProcessBuilder builder = new ProcessBuilder(
                        "bash", root.resolve("samples/build").toString(), "samples/review")
                .redirectOutput(out)
                .redirectError(err);
        builder.environment()
                .merge("PATH", program.getParent().toString(), (old, bin) -> bin + File.pathSeparator + old);
        int exitCode = builder.start().waitFor();
        return new Result(exitCode, Files.readString(out.toPath()), Files.readString(err.toPath()));
    }

    @Test
    void the_output_of_maven_is_not_shown_if_it_succeeds() throws Exception {
        Result result =
                build("printf '\\033[0mwarned\\n'; printf '\\033[0m' >&2; : > samples/review/target/review.jar");

        assertThat(result)
                .isEqualTo(new Result(0, "", "Building samples/review. The first time takes a minute or two.\n"));
    }

    @Test
    void the_output_of_maven_is_shown_if_it_fails_and_so_is_its_exit_code() throws Exception {
        Result result = build("echo 'cannot find symbol'; exit 3");

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).endsWith("cannot find symbol\n");
    }

    @Test
    void a_program_that_is_newer_than_its_sources_is_not_built() throws Exception {
        Files.createFile(root.resolve("samples/review/target/review.jar"));

        assertThat(build("echo built >&2")).isEqualTo(new Result(0, "", ""));
    }
}
