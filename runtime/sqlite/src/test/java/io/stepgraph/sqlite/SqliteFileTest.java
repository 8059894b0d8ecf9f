package io.stepgraph.sqlite;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.jdbc.testing.Database;
import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.stepgraph.testkit.store.Errors;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are not a database of Stepgraph, or that this build cannot use, are left as they are. */
@Tag("S4")
final class SqliteFileTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("runs.db");
    }

    @Test
    void An_empty_file_becomes_a_database() throws IOException {
        Files.createFile(file);
        opensWith("essay-1");
    }

    @Test
    void S4_a_file_that_a_creation_was_cut_off_from_becomes_a_database() throws SQLException {
        Database.execute(file, "pragma journal_mode = wal");
        opensWith("essay-1");
    }

    @Test
    void A_path_may_hold_any_character() throws IOException {
        file = Files.createDirectory(folder.resolve("a folder #1?mode=memory")).resolve("r\u00fcns%20 '.db");
        opensWith("essay-1");
        assertThat(file).isNotEmptyFile();
    }

    @Test
    void A_relative_path_is_one_from_the_working_directory() {
        file = Path.of("").toAbsolutePath().relativize(file);
        opensWith("essay-1");
        assertThat(folder.resolve("runs.db")).exists();
    }

    @Test
    void The_time_to_wait_for_others_may_be_as_long_as_can_be_said() {
        try (Store store = SqliteStore.builder(file)
                .busyTimeout(Duration.ofSeconds(Long.MAX_VALUE))
                .open()) {
            assertThat(store.runs().start(Runs.newRun("essay-1"), Runs.ANN)).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1_000})
    void S4_a_file_of_another_kind_is_refused_however_short_it_is(int size) throws IOException {
        Files.writeString(file, "Dear diary, ".repeat(size));
        refuses("is not a SQLite database");
    }

    @Test
    void S4_a_file_that_is_cut_off_is_refused() throws IOException {
        opensWith("essay-1");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(3 * 4096 + 100);
        }
        refuses("is damaged or cut off");
    }

    @Test
    void S4_a_file_of_which_only_the_header_is_left_is_refused() throws IOException {
        opensWith("essay-1");
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 60));
        refuses("restore it from a backup");
    }

    @Test
    void S4_a_folder_is_refused() throws IOException {
        Files.createDirectory(file);

        assertThrown(ErrorCode.INCOMPATIBLE_STORE, () -> SqliteStore.open(file), file.toString(), "is a folder");
    }

    @Test
    void S4_a_file_in_a_folder_that_is_not_there_is_refused() {
        Path missing = folder.resolve("missing").resolve("runs.db");

        assertThrown(
                ErrorCode.INCOMPATIBLE_STORE, () -> SqliteStore.open(missing), missing.toString(), "create the folder");
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"create table runs as select 'theirs' as id", "pragma application_id = 42"})
    void S4_a_database_of_another_program_is_refused_also_an_empty_one_that_it_has_claimed(String theirs)
            throws Exception {
        Database.execute(file, theirs);
        refuses("is a database of another program");
    }

    @Test
    void S4_a_database_that_only_newer_builds_can_use_is_refused() throws Exception {
        opensWith("essay-1");
        Database.execute(file, "update meta set version = version + 2, min_reader = version + 1");
        refuses("schema version is " + (SqliteTables.SCRIPTS.latest() + 2));
    }

    @Test
    void S4_a_newer_database_that_this_build_can_use_is_used() throws Exception {
        opensWith("essay-1");
        Database.execute(
                file,
                "update meta set version = version + 1, min_reader = 1",
                "alter table runs add column colour text");
        opensWith("essay-2");
    }

    @Test
    void S4_a_database_without_its_version_is_refused() throws Exception {
        opensWith("essay-1");
        Database.execute(file, "drop table meta");
        refuses("lacks what a Stepgraph database has");
    }

    /** Opens a store, and prints the error. */
    static final class Opener {
        public static void main(String[] args) {
            try {
                SqliteStore.open(Path.of(args[0])).close();
            } catch (StepgraphException refused) {
                System.out.print(refused);
            }
        }
    }

    @Test
    void S4_a_file_that_is_mounted_alone_is_refused() throws Exception {
        file = folder.resolve("runs of\\ ann.db");
        opensWith("essay-1");
        List<String> command = new ArrayList<>(
                List.of("unshare", "-rm", "sh", "-c", "mount --bind \"$0\" \"$0\" && exec \"$@\"", file.toString()));
        command.addAll(Forks.command(Opener.class, file.toString()));
        Assumptions.assumeTrue(canMount(), "Only Linux mounts a file, and only where users may have namespaces");

        Process opener = Forks.started(command);

        assertThat(new String(opener.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("[INCOMPATIBLE_STORE] '" + file + "' is mounted alone", "mount its folder");
        opensWith("essay-2");
    }

    private static boolean canMount() throws InterruptedException {
        try {
            return Forks.started(List.of("unshare", "-rm", "true")).waitFor() == 0;
        } catch (IOException notLinux) {
            return false;
        }
    }

    private void opensWith(String id) {
        StoredRun run;
        try (Store store = SqliteStore.open(file)) {
            run = store.runs().start(Runs.newRun(id), Runs.ANN);
            assertThat(run).isNotNull();
        }
        try (Store store = SqliteStore.open(file)) {
            Runs.assertUnchanged(store, run);
        }
    }

    private void refuses(String why) throws IOException {
        byte[] before = Files.readAllBytes(file);

        assertThatThrownBy(() -> SqliteStore.open(file))
                .is(Errors.with(ErrorCode.INCOMPATIBLE_STORE))
                .hasMessageContainingAll(file.toString(), why, "Nothing in it was changed");
        assertThat(file).hasBinaryContent(before);
        assertThat(folder).isDirectoryNotContaining(other -> !other.equals(file));
    }
}
