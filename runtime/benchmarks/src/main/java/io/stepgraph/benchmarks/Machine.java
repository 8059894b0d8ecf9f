package io.stepgraph.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Says what all was measured on. */
final class Machine {
    private static final Path CPUS = Path.of("/proc/cpuinfo");

    private Machine() {}

    static String describe() {
        return "Java " + Runtime.version() + " on " + System.getProperty("os.name") + " "
                + System.getProperty("os.version") + ", " + Runtime.getRuntime().availableProcessors() + " processors"
                + cpu() + "\n";
    }

    private static String cpu() {
        if (!Files.isReadable(CPUS)) {
            return "";
        }
        try (Stream<String> lines = Files.lines(CPUS)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> " (" + line.substring(line.indexOf(':') + 1).strip() + ")")
                    .orElse("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
