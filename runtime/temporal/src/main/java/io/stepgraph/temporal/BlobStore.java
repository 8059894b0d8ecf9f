package io.stepgraph.temporal;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps large values of runs outside of Temporal, whose messages take 2 MB at most. All processes of a graph need the
 * same blobs: a folder that they share, or an implementation for an object store. Safe for use by many threads.
 */
public interface BlobStore {

    /**
     * Stores a blob durably before it returns. A key always has the same bytes. If it exists already, its time is
     * renewed.
     *
     * @param key at most 2,000 characters: a-z, 0-9 and {@code . _ - % /}
     * @throws IOException if the blob was not stored; the call may be made again
     */
    void put(String key, byte[] bytes) throws IOException;

    /**
     * Reads a blob; null if there is none with this key.
     *
     * @throws IOException if it cannot be read at present
     */
    byte @Nullable [] get(String key) throws IOException;

    /** Deletes a blob, if there is one with this key. */
    void delete(String key) throws IOException;

    /** Passes each blob to an action, in any order. Those that are stored or deleted meanwhile may be told or not. */
    void forEach(Consumer<? super Entry> action) throws IOException;

    /**
     * A blob in a list.
     *
     * @param storedAt when it was stored last, by the clock of the store
     */
    record Entry(String key, Instant storedAt) {}

    /**
     * Blobs as files in a folder, which is created if it does not exist. Processes on other machines need the same
     * folder, for example by NFS.
     */
    static BlobStore directory(Path folder) {
        return new BlobFolder(folder);
    }
}
