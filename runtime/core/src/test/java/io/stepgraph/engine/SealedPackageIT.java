package io.stepgraph.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar keeps others out of the package whose constructors are closed. */
final class SealedPackageIT {

    @Test
    void no_other_jar_can_put_a_class_into_the_package_of_the_runtime(@TempDir Path folder) throws Exception {
        Path source = Files.writeString(
                folder.resolve("Intruder.java"), "package io.stepgraph.runtime; public final class Intruder {}");
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", folder.toString(), source.toString()))
                .isZero();

        URL[] path = {
            Path.of(System.getProperty("runtime.jar")).toUri().toURL(),
            folder.toUri().toURL()
        };
        try (URLClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
            loader.loadClass("io.stepgraph.runtime.ErrorCode");
            assertThatThrownBy(() -> loader.loadClass("io.stepgraph.runtime.Intruder"))
                    .isInstanceOf(SecurityException.class)
                    .hasMessageContaining("sealing violation: package io.stepgraph.runtime is sealed");
        }
    }
}
