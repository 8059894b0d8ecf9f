package io.stepgraph.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.jdbc.testing.Database;
import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes: killed in the middle, and many at one file. */
@Timeout(60)
@Tag("R9")
@Tag("S4")
final class SqliteProcessesIT {
    private static final int SIZE = 30_000;

    @TempDir
    Path folder;

    /** The work of the forked processes. */
    static final class Program {
        public static void main(String[] args) throws IOException {
            switch (args[0]) {
                case "commit-for-ever" -> commit(Path.of(args[1]), args[2], Long.MAX_VALUE);
                case "open-on-signal" -> {
                    System.out.println("ready");
                    System.in.read();
                    commit(Path.of(args[1]), args[2], 20);
                }
                case "open-interrupted" -> {
                    Thread.currentThread().interrupt();
                    commit(Path.of(args[1]), args[2], 3);
                    System.out.println(Thread.currentThread().isInterrupted());
                }
                default -> throw new IllegalArgumentException(args[0]);
            }
        }

        /** Says each visit that was acknowledged. */
        private static void commit(Path file, String id, long visits) {
            try (Store store = SqliteStore.open(file)) {
                StoredRun run = store.runs().start(Runs.newRun(id), Runs.ANN);
                for (long visit = 2; visit <= visits; visit++) {
                    store.runs().commit(run.lease(Runs.LEASE), Runs.to(visit, (int) (visit * 997 % SIZE)));
                    System.out.println(visit);
                }
            }
        }
    }

    @Test
    void What_was_acknowledged_survives_kill_9_and_so_does_a_store_of_another_process() throws Exception {
        Path file = folder.resolve("runs.db");
        for (int kill = 0; kill < 3; kill++) {
            String id = "essay-" + kill;
            Process process = Forks.of(Program.class, "commit-for-ever", file.toString(), id);
            long acknowledged = 0;
            try (BufferedReader lines = process.inputReader();
                    Store store = opened(file, lines)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    acknowledged = Long.parseLong(line);
                    if (acknowledged == 100 + kill * 57) {
                        // Not by the process itself, which would close its output before it is read.
                        process.toHandle().destroyForcibly();
                    }
                }
                assertThat(process.waitFor()).isEqualTo(128 + 9);

                StoredRun run = store.runs().find(Runs.key(id));
                long visit = run.checkpoint().visit();
                assertThat(visit).isBetween(acknowledged, acknowledged + 1);
                assertThat(run.revision()).isEqualTo(visit);
                assertThat(run.state()).isEqualTo(Runs.state(visit, (int) (visit * 997 % SIZE)));

                StoredRun taken = store.runs().acquire(new AcquireRequest(run, Runs.BOB, true, List.of(Runs.EVENT)));
                assertThat(taken.checkpoint().crashes()).isEqualTo(1);
                assertThat(store.runs().commit(taken.lease(Runs.LEASE), Runs.to(taken.revision() + 1, 10)))
                        .isEqualTo(CommitResult.STORED);
            }
            assertThat(Files.exists(folder.resolve("runs.db-wal"))).isFalse();
            assertThat(Database.query(file, "pragma integrity_check")).containsExactly("ok");
        }
    }

    /** The store, once the process has it open. */
    private static Store opened(Path file, BufferedReader lines) throws IOException {
        assertThat(lines.readLine()).isEqualTo("2");
        return SqliteStore.open(file);
    }

    @Test
    void S4_processes_that_create_a_store_at_once_share_it() throws Exception {
        Path file = folder.resolve("runs.db");
        int count = 4;
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            processes.add(Forks.of(Program.class, "open-on-signal", file.toString(), "essay-" + i));
        }
        for (Process process : processes) {
            assertThat(process.inputReader().readLine()).isEqualTo("ready");
        }
        for (Process process : processes) {
            process.outputWriter().write('\n');
            process.outputWriter().close();
        }
        for (Process process : processes) {
            assertThat(process.inputReader().lines().toList()).endsWith("20");
            assertThat(process.waitFor()).isZero();
        }

        assertThat(Database.query(file, "select count(*), min(revision), max(revision) from runs"))
                .containsExactly(Integer.toString(count), "20", "20");
        assertThat(Database.query(file, "select count(*) from meta")).containsExactly("1");
    }

    @Test
    void R9_a_store_is_opened_by_a_thread_that_was_interrupted() throws Exception {
        Process process = Forks.of(
                Program.class, "open-interrupted", folder.resolve("runs.db").toString(), "essay-1");

        assertThat(process.inputReader().lines().toList()).containsExactly("2", "3", "true");
        assertThat(process.waitFor()).isZero();
    }
}
