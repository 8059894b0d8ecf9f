package io.stepgraph.internal.json;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.visit.MachineCore;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Programs whose build has chosen other versions of Jackson than ours. */
final class JacksonVersionsTest {
    private static final Path OTHERS = Path.of("target", "other-jackson");

    /** Writes and reads values. */
    public static final class Program implements Runnable {
        @Override
        public void run() {
            MachineCore<Object, Notes, String, Node> machine =
                    new MachineCore<>(Graphs.review(), new Object(), PermissionMode.PLAN, customEvent -> {});
            machine.start(Notes.of(), null, null);
            machine.restore(machine.snapshot());
        }
    }

    private static String artifact(String jar) {
        return jar.replaceFirst("-[0-9].*", "");
    }

    /** Runs the program with jars in the place of those of the same artifacts. */
    private static void runWith(String... jars) throws IOException, ReflectiveOperationException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            if (Stream.of(jars)
                    .noneMatch(
                            jar -> artifact(jar).equals(artifact(path.toFile().getName())))) {
                urls.add(path.toUri().toURL());
            }
        }
        for (String jar : jars) {
            urls.add(OTHERS.resolve(jar + ".jar").toUri().toURL());
        }
        try (URLClassLoader loader =
                new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
            Runnable program = (Runnable) loader.loadClass(Program.class.getName())
                    .getDeclaredConstructor()
                    .newInstance();
            program.run();
        }
    }

    private static void assertRefused(String message, String... jars) {
        assertThatThrownBy(() -> runWith(jars))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(message + ". Set its version in your build: a BOM may manage an older one.");
    }

    @Test
    void older_annotations_are_named() {
        assertRefused(
                "Stepgraph needs com.fasterxml.jackson.core:jackson-annotations 2.21 or later; the class path has"
                        + " 2.19.2",
                "jackson-annotations-2.19.2");
        assertRefused(
                "Stepgraph needs com.fasterxml.jackson.core:jackson-annotations 2.22 or later; the class path has 2.21",
                "jackson-annotations-2.21",
                "jackson-core-3.2.4",
                "jackson-databind-3.2.4");
    }

    @Test
    void an_older_databind_or_core_is_named() {
        assertRefused(
                "Stepgraph needs tools.jackson.core:jackson-databind 3.1 or later; the class path has 3.0.4",
                "jackson-core-3.0.4",
                "jackson-databind-3.0.4");
        assertRefused(
                "Stepgraph needs tools.jackson.core:jackson-core 3.1 or later; the class path has 3.0.4",
                "jackson-core-3.0.4");
    }

    @Test
    void the_oldest_annotations_and_the_newest_jackson_are_good_enough() throws Exception {
        runWith("jackson-annotations-2.21");
        runWith("jackson-core-3.2.4", "jackson-databind-3.2.4");
    }
}
