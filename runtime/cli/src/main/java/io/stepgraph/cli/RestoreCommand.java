package io.stepgraph.cli;

import io.stepgraph.cli.io.ExitCodes;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Refusal;
import io.stepgraph.cli.io.UnreachableStoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Copies a backup over a SQLite file. Opens no store: the locks of SQLite would be gone when the copied file is closed.
 */
@Command(
        name = "restore",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Replaces a SQLite file by a backup: refuses while a process has the file open, deletes the -wal and"
                        + " -shm beside it, and copies.",
        footer = {"", "Example: stepgraph restore copy.db runs.db"})
final class RestoreCommand implements Callable<Integer> {
    private static final int PAGE = 4096;

    /** The first bytes of the file of a store: the format of SQLite, and the application id of a store. */
    private static final String HEADER = "(?s)SQLite format 3\0.{52}STEP.*";

    /** The bytes of which each connection locks one, wherever the file ends. */
    private static final long LOCKS = 0x4000_0000;

    private static final int LOCKS_SIZE = 512;

    @Parameters(index = "0", paramLabel = "BACKUP", description = "The backup, made by .backup of sqlite3.")
    private Path backup;

    @Parameters(index = "1", paramLabel = "FILE", description = "The SQLite file of the store.")
    private Path file;

    @Option(names = "--yes", description = "Do not ask before the file is replaced.")
    private boolean isAgreed;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        Output output = Output.of(command);
        try (InputStream from = Files.newInputStream(backup)) {
            byte[] first = from.readNBytes(PAGE);
            check(first);
            boolean isThere = Files.exists(file);
            output.agree(!isThere || isAgreed, "Replace '" + file + "' by '" + backup + "'");
            restore(first, from, isThere ? file.toRealPath() : file);
        } catch (IOException failed) {
            throw new UnreachableStoreException(
                    "'" + file + "' is not restored from '" + backup + "'. Remove the cause, and repeat the command. ("
                            + failed + ")",
                    failed);
        }
        output.message("'" + file + "' is now as '" + backup + "'.");
        output.flush();
        return ExitCodes.DONE;
    }

    private void check(byte[] first) throws IOException {
        if (!new String(first, StandardCharsets.ISO_8859_1).matches(HEADER)) {
            throw new Refusal("'" + backup + "' is not the SQLite file of a store. Nothing was changed.");
        }
        if (Files.exists(file) && Files.isSameFile(backup, file)) {
            throw new Refusal("BACKUP and FILE are the same file, '" + file + "'. Nothing was changed.");
        }
        Path log = beside(backup, "-wal");
        if (Files.exists(log) && Files.size(log) > 0) {
            throw new Refusal("'" + backup + "' was copied while it was open, or is open: its latest runs are in '"
                    + log + "'. Make a backup with .backup of sqlite3. Nothing was changed.");
        }
    }

    private static void restore(byte[] first, InputStream rest, Path file) throws IOException {
        try (FileChannel to = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = to.tryLock(LOCKS, LOCKS_SIZE, false)) {
            if (lock == null) {
                throw new Refusal("A process has '" + file + "' open; end it first. Nothing was changed.");
            }
            // Without its beginning the file is no database, so a copy that is cut short is not taken for one.
            OutputStream out = Channels.newOutputStream(to);
            out.write(new byte[first.length]);
            to.force(true);
            for (String suffix : List.of("-wal", "-shm", "-journal")) {
                Files.deleteIfExists(beside(file, suffix));
            }
            rest.transferTo(out);
            to.truncate(to.position());
            to.force(true);
            to.write(ByteBuffer.wrap(first), 0);
            to.force(true);
        }
    }

    private static Path beside(Path file, String suffix) {
        return file.resolveSibling(file.getFileName() + suffix);
    }
}
