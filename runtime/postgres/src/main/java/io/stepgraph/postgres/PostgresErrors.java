package io.stepgraph.postgres;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/** The meaning of a SQLSTATE of Postgres for the caller: try again, store something else, or repair the database. */
final class PostgresErrors {
    // https://www.postgresql.org/docs/current/errcodes-appendix.html
    private static final String UNIQUE_VIOLATION = "23505";
    private static final String NOT_ENCODABLE = "22021";
    private static final String READ_ONLY = "25006";
    private static final String NO_SUCH_DATABASE = "3D000";
    private static final String NO_SUCH_SCHEMA = "3F000";
    private static final String NO_SUCH_TABLE = "42P01";
    private static final String NO_SUCH_COLUMN = "42703";
    private static final String NO_SUCH_FUNCTION = "42883";
    private static final String MAY_NOT = "42501";
    private static final String TOO_LARGE = "54000";
    private static final String QUERY_CANCELED = "57014";
    private static final String ABORTED = "25P02";
    private static final String SHUTDOWN = "57P";

    private static final String NO_SAVEPOINT = "3B001";

    private static final String OTHER = "the server does not answer as it should";

    private final String schema;

    PostgresErrors(String schema) {
        this.schema = schema;
    }

    /** The error of preparing the schema. */
    StepgraphException opening(SQLException cause) {
        return switch (state(cause)) {
            case NO_SUCH_DATABASE -> unreadable("is in a database that does not exist; create the database", cause);
            case MAY_NOT ->
                unreadable(
                        "may not be used by this user; open it once as a user who may create tables in it, and grant this"
                                + " user the schema's usage and all of its tables",
                        cause);
            default -> at("The schema '" + schema + "'", cause);
        };
    }

    /** The error of reading or writing. */
    StepgraphException at(String subject, SQLException cause) {
        String state = state(cause);
        return switch (state) {
            case NO_SUCH_SCHEMA, NO_SUCH_TABLE, NO_SUCH_COLUMN, NO_SUCH_FUNCTION ->
                unreadable(
                        "is not as this build left it: end this program, if a newer Stepgraph has brought the schema to its"
                                + " version, or else restore it from a backup",
                        cause);
            case MAY_NOT ->
                unreadable("may not be used by this user; grant it the schema's usage and all of its tables", cause);
            case NOT_ENCODABLE ->
                new NotStorableException(
                        ErrorCode.NOT_STORABLE,
                        "row",
                        subject
                                + " was not written, since Postgres cannot store text with the character U+0000; remove it. "
                                + quoted(cause),
                        cause);
            case TOO_LARGE ->
                new NotStorableException(
                        ErrorCode.VALUE_TOO_LARGE,
                        "row",
                        subject + " was not written, since a name in it is too long for an index, or a value too large;"
                                + " shorten it, or store it elsewhere and keep a reference. "
                                + quoted(cause),
                        cause);
            default ->
                switch (kind(state)) {
                    case "XX" ->
                        new StepgraphException(
                                ErrorCode.CORRUPT_CHECKPOINT,
                                subject
                                        + " cannot be read, since the database is damaged there. Others may be whole; check"
                                        + " with pg_amcheck, and restore the database from a backup. "
                                        + quoted(cause),
                                cause);
                    case "23" ->
                        new StepgraphException(
                                ErrorCode.CORRUPT_CHECKPOINT,
                                subject + " was not written, since it does not fit what else is in the schema '"
                                        + schema
                                        + "', which another program has changed or which is damaged. Undo that change, or"
                                        + " restore the database from a backup. "
                                        + quoted(cause),
                                cause);
                    default ->
                        new StoreUnavailableException(
                                subject + " cannot be reached: " + why(state, cause) + ". " + quoted(cause), cause);
                };
        };
    }

    /** A unique name was taken at the same moment: nothing is wrong with what is stored, and trying again will tell. */
    static SQLException inTheWay(SQLException cause) {
        return UNIQUE_VIOLATION.equals(cause.getSQLState())
                ? new SQLTransactionRollbackException(cause.getMessage(), "40001", cause)
                : cause;
    }

    /** A run has called others while those that it had called were locked. */
    static SQLException hasGrown() {
        return new SQLTransactionRollbackException("The run has called others at the same moment", "40001");
    }

    /** Whether another statement, without one of those that came together, could have gone well. */
    static boolean mayConcernOneOnly(StepgraphException failed) {
        return !(failed instanceof StoreUnavailableException)
                || (failed.getCause() instanceof SQLException cause
                        && (state(cause).equals(QUERY_CANCELED)
                                || kind(state(cause)).equals("40")
                                || kind(state(cause)).equals("55")));
    }

    /** Whether the server of a connection takes no writes or is gone, so that no later call on it can do better. */
    static boolean needsOtherConnection(SQLException cause) {
        String state = state(cause);
        return state.equals(READ_ONLY)
                || state.startsWith(SHUTDOWN)
                || kind(state).equals("08");
    }

    /** Whether the transaction in which a savepoint was set is over. */
    static boolean isNoSavepoint(SQLException cause) {
        return NO_SAVEPOINT.equals(cause.getSQLState());
    }

    /** Whether another transaction holds the row. */
    static boolean isHeld(StoreUnavailableException failed) {
        return failed.getCause() instanceof SQLException cause
                && kind(state(cause)).equals("55");
    }

    /** Whether the transaction conflicted with another one, and may do better if it begins again. */
    static boolean isConflict(StoreUnavailableException failed) {
        return failed.getCause() instanceof SQLException cause
                && kind(state(cause)).equals("40");
    }

    StoreUnavailableException closed(String subject) {
        return StoreUnavailableException.closed(subject + " cannot be reached: the store is closed; open another one.");
    }

    StepgraphException unreadable(String what) {
        return new StepgraphException(
                ErrorCode.INCOMPATIBLE_STORE, "The schema '" + schema + "' " + what + ". Nothing in it was changed.");
    }

    private StepgraphException unreadable(String what, SQLException cause) {
        return new StepgraphException(
                ErrorCode.INCOMPATIBLE_STORE,
                "The schema '" + schema + "' " + what + ". Nothing in it was changed. " + quoted(cause),
                cause);
    }

    private static String why(String state, SQLException cause) {
        return switch (state) {
            case READ_ONLY ->
                "the server is a standby, or the transaction is read-only; connect to the primary (if the URL names several"
                        + " hosts, with targetServerType=primary), or let the transaction write";
            case ABORTED -> "the transaction has failed before this call; roll it back";
            case QUERY_CANCELED -> "somebody had the server cancel it, or its statement_timeout did; try again";
            case "" ->
                cause instanceof SQLTransientConnectionException
                        ? "no connection was free in time; raise the pool's size, or find the code that keeps them"
                        : OTHER;
            default -> whyKind(state);
        };
    }

    private static String whyKind(String state) {
        return switch (kind(state)) {
            case "08", "57" -> "the connection to the server is cut, or the server is down; try again";
            case "28" -> "the server does not let this user in; check the user and the password";
            case "40" -> "the transaction conflicted with another one; try again";
            case "55" -> "another transaction holds the row; try again, and end that transaction";
            case "53" -> "the server has no memory, disk or connection left; make room";
            default -> OTHER;
        };
    }

    private static String kind(String state) {
        return state.length() < 2 ? "" : state.substring(0, 2);
    }

    /** A pool tells that no connection can be had in an error of its own; what it met on the way is the cause. */
    private static String state(SQLException cause) {
        String state = cause.getSQLState();
        @Nullable Throwable deeper = cause.getCause();
        if (state == null && deeper instanceof SQLException met && deeper != cause) {
            return state(met);
        }
        return state == null ? "" : state;
    }

    private static String quoted(SQLException cause) {
        return "(" + cause.getMessage() + ")";
    }
}
