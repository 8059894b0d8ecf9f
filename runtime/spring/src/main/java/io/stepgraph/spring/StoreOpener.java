package io.stepgraph.spring;

import io.stepgraph.spring.StepgraphProperties.StoreProperties;
import io.stepgraph.spring.StepgraphProperties.StoreType;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.util.ClassUtils;

/** Opens the store of an application that has no Postgres. */
final class StoreOpener {
    private static final Logger log = LoggerFactory.getLogger(StoreOpener.class);

    private StoreOpener() {}

    static Store open(StoreProperties properties) {
        Path file = properties.sqlite();
        if (properties.type() == StoreType.POSTGRES) {
            throw new FailureAnalyzedException(
                    "stepgraph.store.type=postgres needs the data source of a Postgres database, one or a primary one.",
                    "Set spring.datasource.url, and add the dependencies"
                            + " org.springframework.boot:spring-boot-starter-jdbc and io.stepgraph:stepgraph-postgres.");
        }
        if (properties.type() == StoreType.SQLITE && file == null) {
            throw new FailureAnalyzedException(
                    "stepgraph.store.type=sqlite needs a file.", "Set stepgraph.store.sqlite, such as runs.db.");
        }
        if (properties.type() != StoreType.MEMORY && file != null) {
            return sqlite(file);
        }
        if (properties.type() == null) {
            log.warn(
                    "Runs are kept in memory and end with this process. Give the application a Postgres data source, or set"
                            + " stepgraph.store.sqlite to a file. stepgraph.store.type=memory says that you want this.");
        }
        return new MemoryStore();
    }

    private static Store sqlite(Path file) {
        if (!ClassUtils.isPresent("io.stepgraph.sqlite.SqliteStore", ClassUtils.getDefaultClassLoader())) {
            throw new FailureAnalyzedException(
                    "stepgraph.store.sqlite=" + file + " needs the SQLite store, which is not on the class path.",
                    "Add the dependency io.stepgraph:stepgraph-sqlite.");
        }
        return Sqlite.open(file);
    }

    /** The only class that names the optional module. */
    private static final class Sqlite {
        static Store open(Path file) {
            return SqliteStore.open(file);
        }
    }
}
