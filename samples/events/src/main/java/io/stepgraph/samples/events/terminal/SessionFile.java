package io.stepgraph.samples.events.terminal;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/** The file that keeps the session of a folder. One process has it at a time. */
final class SessionFile implements AutoCloseable {
    private final Path file;
    private final Path next;
    private final FileChannel lockFile;

    private SessionFile(Path folder, FileChannel lockFile) {
        this.file = folder.resolve("session.json");
        this.next = folder.resolve("session.json.next");
        this.lockFile = lockFile;
    }

    /**
     * Opens it.
     *
     * @throws IOException also if another process works on the folder
     */
    static SessionFile open(Path workspace) throws IOException {
        Path folder = Files.createDirectories(workspace.resolve(".events"));
        Files.writeString(folder.resolve(".gitignore"), "*\n");
        FileChannel lockFile = FileChannel.open(folder.resolve("lock"), CREATE, WRITE);
        FileLock lock = lockFile.tryLock();
        if (lock == null) {
            lockFile.close();
            throw new IOException("Another process works on " + workspace + ".");
        }
        return new SessionFile(folder, lockFile);
    }

    @Nullable String read() throws IOException {
        return Files.exists(file) ? Files.readString(file) : null;
    }

    /** Replaces it. A crash, also of the machine, leaves the old text or the new one. */
    void write(String snapshot) throws IOException {
        try (FileChannel out = FileChannel.open(next, CREATE, TRUNCATE_EXISTING, WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(snapshot.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(false);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }

    void delete() throws IOException {
        Files.deleteIfExists(file);
    }

    @Override
    public void close() throws IOException {
        lockFile.close(); // and the lock with it
    }
}
