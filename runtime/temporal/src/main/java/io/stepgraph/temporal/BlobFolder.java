package io.stepgraph.temporal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Blobs as files: a name appears once all bytes of the blob are on the disk. */
final class BlobFolder implements BlobStore {
    /**
     * File systems take names of 255 bytes. A longer part of a key becomes several folders, whose names end with this.
     */
    private static final String CONTINUED = "~";

    private static final int LONGEST_NAME = 200;
    private static final String UNFINISHED = ".part";

    private final Path folder;

    BlobFolder(Path folder) {
        this.folder = folder;
    }

    @Override
    public void put(String key, byte[] bytes) throws IOException {
        Path file = file(key);
        try {
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
            return;
        } catch (NoSuchFileException absent) {
            // It is written below.
        }
        Files.createDirectories(file.getParent());
        Path unfinished = file.resolveSibling(UUID.randomUUID() + UNFINISHED);
        try {
            try (FileChannel channel =
                    FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                ByteBuffer left = ByteBuffer.wrap(bytes);
                while (left.hasRemaining()) {
                    channel.write(left);
                }
                channel.force(true);
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    @Override
    public byte @Nullable [] get(String key) throws IOException {
        try {
            return Files.readAllBytes(file(key));
        } catch (NoSuchFileException absent) {
            return null;
        }
    }

    @Override
    public void delete(String key) throws IOException {
        Files.deleteIfExists(file(key));
    }

    @Override
    public void forEach(Consumer<? super Entry> action) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (Files.isRegularFile(file)) {
                    action.accept(
                            new Entry(key(file), Files.getLastModifiedTime(file).toInstant()));
                }
            }
        }
    }

    private Path file(String key) {
        Path file = folder;
        for (String part : key.split("/", -1)) {
            String rest = part;
            while (rest.length() > LONGEST_NAME) {
                file = file.resolve(rest.substring(0, LONGEST_NAME) + CONTINUED);
                rest = rest.substring(LONGEST_NAME);
            }
            file = file.resolve(rest);
        }
        return file;
    }

    private String key(Path file) {
        StringBuilder key = new StringBuilder();
        for (Path name : folder.relativize(file)) {
            key.append(name).append('/');
        }
        key.setLength(key.length() - 1);
        return key.toString().replace(CONTINUED + "/", "");
    }
}
