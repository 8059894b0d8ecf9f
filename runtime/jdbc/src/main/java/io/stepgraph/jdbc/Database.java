package io.stepgraph.jdbc;

import io.stepgraph.store.RunKey;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The database of a store. Safe for use by many threads. */
public interface Database {

    /** Reads. */
    <T extends @Nullable Object> T read(Subject subject, Work<T> work);

    /** Writes, in one transaction; whatever is thrown rolls it back. */
    <T extends @Nullable Object> T write(Subject subject, Work<T> work);

    /** Reads a run, or data that belongs to it. */
    default <T extends @Nullable Object> T read(RunKey key, Work<T> work) {
        return read(Subject.of(key), work);
    }

    /** Writes a run, or data that belongs to it. */
    default <T extends @Nullable Object> T write(RunKey key, Work<T> work) {
        return write(Subject.of(key), work);
    }

    /** A task. The store may repeat it, if it was rolled back together with the tasks of others. */
    interface Work<T> {
        @Nullable T run(Tx tx) throws SQLException;
    }

    /**
     * The subject of a task, for messages.
     *
     * @param name its name, which may begin a sentence
     * @param run the run; null if the data belongs to no single run
     */
    record Subject(String name, @Nullable RunKey run) {
        /** A run. */
        public static Subject of(RunKey run) {
            return new Subject("Run '" + run + "' in namespace '" + run.namespace() + "'", run);
        }

        /** The data of a namespace. */
        public static Subject namespace(String namespace) {
            return of("Namespace '" + namespace + "'");
        }

        /** The data with this name. */
        public static Subject of(String name) {
            return new Subject(name, null);
        }
    }
}
