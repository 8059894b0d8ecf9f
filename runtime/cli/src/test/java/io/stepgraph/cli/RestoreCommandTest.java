package io.stepgraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.cli.io.ExitCodes;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup is brought back as a whole, or not at all. */
final class RestoreCommandTest {
    @TempDir
    Path folder;

    private Path file;
    private Path backup;

    /** A backup with one run; since then the file has got another one. */
    @BeforeEach
    void makeBackup() throws IOException {
        file = TestRuns.reviews(folder, "essay-1");
        backup = Files.copy(file, folder.resolve("copy.db"));
        TestRuns.in("default", file, "essay-2");
    }

    private Cli.Result restore(Path from) {
        return Cli.plain("restore", from.toString(), file.toString(), "--yes");
    }

    private String runs() {
        return new Cli(file).run("runs", "--json").done().out();
    }

    private Path beside(Path of, String suffix) {
        return of.resolveSibling(of.getFileName() + suffix);
    }

    /** Leaves the log of a process that was killed. */
    private void leaveLog() throws IOException {
        Path log = folder.resolve("log");
        // SQLite deletes the log when the last connection is closed.
        Store open = SqliteStore.open(file);
        TestRuns.in("default", file, "essay-3");
        Files.copy(beside(file, "-wal"), log);
        open.close();
        Files.move(log, beside(file, "-wal"));
        Files.writeString(beside(file, "-shm"), "old");
    }

    @Test
    void the_log_of_the_old_file_is_not_applied_to_the_backup() throws IOException {
        leaveLog();
        Files.copy(backup, file, StandardCopyOption.REPLACE_EXISTING);
        assertThat(runs()).as("after cp").contains("essay-3");
        leaveLog();

        restore(backup).done();

        assertThat(file).hasSameBinaryContentAs(backup);
        assertThat(beside(file, "-wal")).doesNotExist();
        assertThat(beside(file, "-shm")).doesNotExist();
        assertThat(runs()).contains("essay-1").doesNotContain("essay-2", "essay-3");
    }

    @Test
    void a_file_that_is_not_there_is_made() throws IOException {
        Files.delete(file);

        Cli.plain("restore", backup.toString(), file.toString()).done();

        assertThat(runs()).contains("essay-1").doesNotContain("essay-2");
    }

    /** Has a store open until its input ends. */
    static final class Holder {
        public static void main(String[] args) throws IOException {
            Store store = SqliteStore.open(Path.of(args[0]));
            System.out.write(1);
            System.out.flush();
            System.in.read();
            store.close();
        }
    }

    @Test
    void a_file_that_a_process_has_open_is_left_alone() throws Exception {
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(holder.getInputStream().read()).isEqualTo(1);

        restore(backup).failed(ExitCodes.REFUSED, "A process has '" + file.toRealPath() + "' open; end it first.");

        holder.getOutputStream().close();
        assertThat(holder.waitFor()).isZero();
        assertThat(runs()).contains("essay-2");
        restore(backup).done();
        assertThat(runs()).doesNotContain("essay-2");
    }

    @Test
    void nothing_is_replaced_without_a_yes() {
        Cli.plain("restore", backup.toString(), file.toString())
                .failed(ExitCodes.REFUSED, "repeat the command with --yes");
        Cli.Result no = Cli.on(Cli.answering("n"), "restore", backup.toString(), file.toString());

        assertThat(no.err()).contains("Replace '" + file + "' by '" + backup + "'?", "Nothing was changed.");
        assertThat(no.exitCode()).isEqualTo(ExitCodes.REFUSED);
        assertThat(runs()).contains("essay-2");
    }

    @Test
    void what_is_no_whole_backup_is_refused() throws IOException {
        Path text = Files.writeString(folder.resolve("text.db"), "no database at all ".repeat(100));
        restore(text).failed(ExitCodes.REFUSED, "is not the SQLite file of a store");
        restore(folder.resolve("none.db")).failed(ExitCodes.STORE, "NoSuchFileException");
        restore(file).failed(ExitCodes.REFUSED, "are the same file");
        Files.writeString(beside(backup, "-wal"), "the latest runs");
        restore(backup).failed(ExitCodes.REFUSED, "was copied while it was open");

        assertThat(runs()).contains("essay-2");
    }
}
