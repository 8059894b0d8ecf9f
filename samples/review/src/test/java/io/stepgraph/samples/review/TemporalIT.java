package io.stepgraph.samples.review;

import static org.assertj.core.api.Assertions.assertThat;

import io.temporal.testserver.TestServer;
import io.temporal.testserver.TestServer.PortBoundTestServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same program with its runs in Temporal. */
class TemporalIT {
    private static final String IN_MEMORY =
            "Temporal's test server runs inside this program: the run is in memory only and ends with the program.";

    @TempDir
    Path folder;

    private Path summary = Path.of("");

    @BeforeEach
    void bringText() throws IOException {
        Path text = Files.copy(Path.of("example.txt"), folder.resolve("example.txt"));
        summary = Path.of(text + ".summary.md");
    }

    @Test
    void a_run_goes_to_its_end_inside_the_program() throws Exception {
        Program program = Program.start(folder, "example.txt", "--temporal").type("y");
        assertThat(program.exit()).as("%s", program).isZero();
        assertThat(program.lines())
                .startsWith(IN_MEMORY)
                .contains("▸ draft …", "▸ write …", "  … moves the whole summary to example.txt.summary.md")
                .anyMatch(line -> line.startsWith("✓ draft done and stored"))
                .noneMatch(line -> line.contains("INFO") || line.contains("WARN"))
                .last()
                .asString()
                .startsWith("Written: ");
        assertThat(summary).isNotEmptyFile();
        assertThat(folder.resolve("review.db")).doesNotExist();
    }

    @Test
    void a_run_in_memory_is_not_said_to_continue() throws Exception {
        Program program =
                Program.start(folder, "example.txt", "--temporal", "--fresh").type("n");
        assertThat(program.exit()).as("%s", program).isEqualTo(3);
        assertThat(program.toString())
                .contains("There was no run of ", "Nothing was decided. The run ends with this program.")
                .doesNotContain("stays open");
        assertThat(summary).doesNotExist();
    }

    @Test
    void two_programs_share_a_run_on_a_server_of_its_own() throws Exception {
        int port = freePort();
        PortBoundTestServer server = TestServer.createPortBoundServer(port);
        try {
            Map<String, String> address = Map.of("TEMPORAL_ADDRESS", "127.0.0.1:" + port);
            Program first = Program.start(folder, address, "example.txt", "--temporal");
            first.until("Revise the draft and write it");
            Program second =
                    Program.start(folder, address, "example.txt", "--temporal").type("y");
            assertThat(second.exit()).as("%s", second).isZero();
            assertThat(second.lines())
                    .doesNotContain(IN_MEMORY)
                    .anyMatch(line -> line.contains("waits for your answer. Nothing is recomputed."))
                    .noneMatch(line -> line.startsWith("▸ draft"));
            assertThat(summary).isNotEmptyFile();

            assertThat(first.type("y").exit()).as("%s", first).isZero();
            assertThat(first + "\n" + second).containsOnlyOnce("▸ draft").containsOnlyOnce("▸ revise");
        } finally {
            server.close();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
