package io.stepgraph.jdbc;

import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredRun;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The SQL of one task of a {@link Database}. It exists only in the task, and only for the thread of the task. */
public interface Tx {

    /**
     * A statement, which the task closes or keeps for the next. The parameters that stand for the present are set. A
     * text that both stores share is written as for Postgres.
     */
    NamedStatement sql(String text) throws SQLException;

    /** The clock by which the rows of this task are read. */
    RowClock clock();

    /** Reads a run; returns null if there is none. */
    @Nullable StoredRun find(RunKey key) throws SQLException;

    /** Reads where a run stands; returns null if there is none. */
    @Nullable RunHeader summary(RunKey key) throws SQLException;

    /** The connection, for the work of the program. */
    Connection connection();
}
