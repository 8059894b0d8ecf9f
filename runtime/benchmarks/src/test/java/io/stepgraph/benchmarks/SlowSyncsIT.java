package io.stepgraph.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlowSyncsIT {
    private static final int SYNCS = 20;

    @TempDir
    Path folder;

    /** Brings a file to the disk some times, and says how often that was counted and how many milliseconds it took. */
    static final class Syncing {
        private Syncing() {}

        public static void main(String[] arguments) throws IOException {
            try (FileChannel file =
                    FileChannel.open(Path.of(arguments[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                long before = SlowSyncs.count();
                long begin = System.nanoTime();
                for (int i = 0; i < SYNCS; i++) {
                    file.force(i % 2 == 0);
                }
                System.out.println(SlowSyncs.count() - before);
                System.out.println((System.nanoTime() - begin) / 1_000_000);
            }
        }
    }

    @Test
    void eachSyncIsCountedAndTakesAMillisecondLonger() throws Exception {
        assumeThat(SlowSyncs.whatIsMissing()).isNull();
        String classPath = Workplace.benchmarks()
                + File.pathSeparator
                + Path.of(SlowSyncsIT.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI());
        Process process = new ProcessBuilder(
                        SlowSyncs.java().toString(),
                        "-cp",
                        classPath,
                        Syncing.class.getName(),
                        folder.resolve("file").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = process.inputReader()) {
            assertThat(output.readLine()).isEqualTo(Integer.toString(SYNCS));
            assertThat(Long.parseLong(output.readLine())).isGreaterThanOrEqualTo(SYNCS);
        }
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void nothingIsCountedInAnyOtherJvm() {
        assertThatThrownBy(SlowSyncs::count).isInstanceOf(IllegalStateException.class);
    }
}
