package io.stepgraph.processor.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Build;
import io.stepgraph.processor.testing.Loaded;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An answer that several next steps accept goes to the one that takes the narrowest type. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class NarrowestStepTest {

    private Loaded narrow;

    @BeforeAll
    void load(@TempDir Path folder) throws Exception {
        Build build = Build.javac(folder, Build.agent("narrow"));
        assertThat(build.said()).isEmpty();
        narrow = new Loaded(build, "narrow", "Narrow");
    }

    @AfterAll
    void close() throws IOException {
        narrow.close();
    }

    @ParameterizedTest
    @CsvSource({"Quit, IGNORE", "Key, PRESS", "Letter, TYPE", "Left, CLICK", "Right, RIGHT_CLICK"})
    void takesTheAnswer(String answer, String step) throws Exception {
        assertThat(narrow.route("LISTEN", narrow.make(answer))).hasToString(step);
    }
}
