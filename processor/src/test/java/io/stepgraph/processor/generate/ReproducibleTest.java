package io.stepgraph.processor.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Build;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same sources give the same files, byte for byte, on every machine, in every order, and with other files around.
 */
final class ReproducibleTest {

    @TempDir
    Path folder;

    private final List<Path> sources = new ArrayList<>();
    private Map<String, String> first = Map.of();

    @BeforeEach
    void build() throws IOException {
        for (String agent : List.of("review", "loop", "odd", "plain", "deep", "order")) {
            sources.addAll(Build.agent(agent));
        }
        first = Build.javac(folder.resolve("first"), sources).generated();
        assertThat(first).hasSize(6 * 5);
    }

    @Test
    void repeatedAndInAnotherOrder() throws IOException {
        Collections.reverse(sources);
        assertThat(Build.javac(folder.resolve("second"), sources).generated()).isEqualTo(first);
    }

    @Test
    void oneByOne() throws IOException {
        assertThat(Build.javac(folder.resolve("second"), Build.agent("review")).generated())
                .isNotEmpty()
                .allSatisfy((path, text) -> assertThat(text).isEqualTo(first.get(path)));
    }

    @Test
    void onEcj() throws IOException {
        assertThat(Build.ecj(folder.resolve("second"), sources).generated()).isEqualTo(first);
    }

    @Test
    void withAnOlderBuildOfItselfOnTheClassPath() throws IOException {
        String stale = Build.classPathAnd(folder.resolve("first"));
        Build second = Build.javac(folder.resolve("second"), sources, "-cp", stale, "-implicit:none");
        assertThat(second.said()).isEmpty();
        assertThat(second.generated()).isEqualTo(first);
    }

    @Test
    void intoTheFolderOfAnOlderBuild() throws IOException {
        Build second = Build.javac(folder.resolve("first"), sources);
        assertThat(second.said()).isEmpty();
        assertThat(second.generated()).isEqualTo(first);
    }
}
