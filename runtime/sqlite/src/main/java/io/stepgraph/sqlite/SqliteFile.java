package io.stepgraph.sqlite;

import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.SchemaScripts;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.sqlite.BusyHandler;

/**
 * Opens a file as a database of Stepgraph, or says why it is not one. Looks at the file through SQLite only: were it
 * opened by other means and closed, the locks of every connection that this process has to it would be gone.
 */
final class SqliteFile implements SqliteConnection.Source {
    private static final Path MOUNTS = Path.of("/proc/self/mountinfo");

    /** The column of the mount point. */
    private static final int PLACE = 4;

    private final Path file;
    private final Duration busyTimeout;
    private final SchemaScripts scripts;
    private final SqliteErrors errors;
    private final FileIdentity identity;

    SqliteFile(Path file, Duration busyTimeout, SchemaScripts scripts, SqliteErrors errors) {
        this.file = file;
        this.scripts = scripts;
        this.busyTimeout = busyTimeout;
        this.errors = errors;
        this.identity = new FileIdentity(file);
    }

    @Override
    public Connection open() {
        // Unpacking the native library goes through channels, which an interrupt would close (R9).
        boolean interrupted = Thread.interrupted();
        try {
            check();
            Connection connection = connect();
            learn(connection);
            return connection;
        } catch (SQLException failed) {
            throw errors.opening(failed);
        } catch (IOException unseen) {
            throw errors.unavailable(unseen);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public @Nullable StoreUnavailableException trouble() {
        try {
            String trouble = identity.trouble();
            return trouble == null ? null : errors.unavailable(trouble);
        } catch (IOException unseen) {
            return errors.unavailable(unseen);
        }
    }

    private void learn(Connection connection) throws SQLException, IOException {
        try {
            identity.learn();
        } catch (IOException unseen) {
            connection.close();
            throw unseen;
        }
    }

    private void check() throws IOException {
        String trouble = identity.troubleOfDatabase();
        if (trouble != null) {
            // Opened again, it would be another database.
            throw errors.unavailable(trouble);
        }
        Path folder = file.getParent();
        if (Files.isDirectory(file)) {
            throw errors.unusable("is a folder; name a file in it");
        }
        if (isMountedAlone()) {
            throw errors.unusable(
                    "is mounted alone, as into a container, so that its write-ahead log would be beside another"
                            + " file than the one outside; mount its folder");
        }
        if (folder == null || !Files.isDirectory(folder)) {
            throw errors.unusable("cannot be created, since there is no folder '" + folder + "'; create the folder");
        }
        if (Files.exists(file) && !Files.isReadable(file)) {
            throw errors.unusable("may not be read by this user; change its permissions");
        }
        if (!Files.isWritable(Files.exists(file) ? file : folder)) {
            throw errors.unavailable("is read-only; make the file and its folder writable");
        }
    }

    /** Only Linux tells what is mounted, with octal digits for spaces. */
    private boolean isMountedAlone() throws IOException {
        if (!Files.exists(file) || !Files.exists(MOUNTS)) {
            return false;
        }
        String place = file.toRealPath().toString().replace("\\", "\\134").replace(" ", "\\040");
        return new String(Files.readAllBytes(MOUNTS), StandardCharsets.UTF_8)
                .lines()
                .anyMatch(mount -> mount.split(" ", PLACE + 2)[PLACE].equals(place));
    }

    private Connection connect() throws SQLException {
        Properties pragmas = new Properties();
        pragmas.setProperty("synchronous", "FULL");
        pragmas.setProperty("foreign_keys", "true");
        // In kB. With SQLite's 2 MB, the pages of a large state would be read again before each step.
        pragmas.setProperty("cache_size", "-16000");
        // The driver would otherwise run a query of its own after each insert.
        pragmas.setProperty("jdbc.get_generated_keys", "false");
        // As a URI, so that no character of the path means anything to the driver.
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file.toUri(), pragmas);
        try {
            BusyHandler.setHandler(connection, new LockWait(busyTimeout));
            syncAsFarAsTheDisk(connection);
            new SqliteSchema(connection, scripts, errors, busyTimeout).prepare();
            leaveTransactionsToUs(connection);
            return connection;
        } catch (SQLException | StepgraphException failed) {
            connection.close();
            throw failed;
        }
    }

    /**
     * Syncs as far as the disk: on macOS, a plain sync ends in the disk's own memory. Elsewhere this changes nothing;
     * the driver knows no such options.
     */
    private static void syncAsFarAsTheDisk(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("pragma fullfsync = on");
            statement.execute("pragma checkpoint_fullfsync = on");
        }
    }

    /**
     * Leaves transactions to this class: as long as the driver believes in auto-commit, it tries an empty transaction
     * after each statement. Once it does not, it has begun one, which is ended here, and leaves the rest to those who
     * execute statements.
     */
    private static void leaveTransactionsToUs(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (NamedStatement commit = new NamedStatement(connection, SqliteSql.query(SqliteSql.COMMIT))) {
            commit.execute();
        }
    }
}
