package io.stepgraph.sqlite;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.store.RunKey;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The meaning of SQLite's result codes for the caller: try again, store less, or repair the file. */
final class SqliteErrors {
    // https://www.sqlite.org/rescode.html
    static final int BUSY = 5;
    static final int ERROR = 1;
    private static final int LOCKED = 6;
    private static final int READONLY = 8;
    private static final int IOERR = 10;
    private static final int CORRUPT = 11;
    private static final int FULL = 13;
    private static final int CANTOPEN = 14;
    private static final int TOOBIG = 18;
    static final int CONSTRAINT = 19;
    private static final int MISMATCH = 20;
    private static final int NOTADB = 26;

    /** The message of SQLite's JSON functions for a text that is not JSON. The error code is the general one. */
    private static final String MALFORMED = "malformed JSON";

    private final Path file;
    private final Duration busyTimeout;

    SqliteErrors(Path file, Duration busyTimeout) {
        this.file = file;
        this.busyTimeout = busyTimeout;
    }

    /** The error of opening the file. */
    StepgraphException opening(SQLException cause) {
        return switch (code(cause)) {
            case NOTADB -> unreadable("is not a SQLite database; choose another file", cause);
            case CORRUPT -> unreadable("is damaged or cut off; restore it from a backup", cause);
            case ERROR -> unreadable("lacks what a Stepgraph database has; restore it from a backup", cause);
            default -> unavailable(cause);
        };
    }

    /** The error of reading or writing a run, or data that belongs to no single run. */
    StepgraphException at(@Nullable RunKey key, SQLException cause) {
        return key == null ? opening(cause) : ofRun(key, cause);
    }

    private StepgraphException ofRun(RunKey key, SQLException cause) {
        return switch (code(cause)) {
            case CORRUPT, NOTADB -> damaged(key, cause);
            case CONSTRAINT, MISMATCH ->
                new StepgraphException(
                        ErrorCode.CORRUPT_CHECKPOINT,
                        "Run '" + key + "' in namespace '" + key.namespace()
                                + "' was not written, since it does not fit what else is"
                                + " in '" + file + "', which another program has changed or which is damaged. Undo that"
                                + " change, or restore the file from a backup. (" + cause.getMessage() + ")",
                        cause);
            case TOOBIG ->
                new NotStorableException(
                        ErrorCode.VALUE_TOO_LARGE,
                        "row",
                        "What is to be stored of run '" + key + "' in namespace '" + key.namespace()
                                + "' is larger than SQLite takes in one row, as a rule 1,000,000,000 bytes. Nothing was"
                                + " written; store large values elsewhere and keep a reference. (" + cause.getMessage()
                                + ")",
                        cause);
            case ERROR ->
                String.valueOf(cause.getMessage()).contains(MALFORMED)
                        ? damaged(key, cause)
                        : unreadable(
                                "is not as this build left it: end this program, if a newer Stepgraph has brought it to its"
                                        + " version, or else restore it from a backup",
                                cause);
            default -> unavailable(cause);
        };
    }

    private StepgraphException damaged(RunKey key, SQLException cause) {
        return new StepgraphException(
                ErrorCode.CORRUPT_CHECKPOINT,
                "Run '" + key + "' in namespace '" + key.namespace() + "' cannot be read, since '" + file
                        + "' is damaged there. Other runs may be whole; check with 'pragma integrity_check', and"
                        + " restore the file from a backup.",
                cause);
    }

    StoreUnavailableException closed(String subject) {
        return StoreUnavailableException.closed(subject + " cannot be reached: the store is closed; open another one.");
    }

    StepgraphException unreadable(String what) {
        return new StepgraphException(
                ErrorCode.INCOMPATIBLE_STORE, "'" + file + "' " + what + ". Nothing in it was changed.");
    }

    /** There is no file at the path that could be opened. */
    StepgraphException unusable(String what) {
        return new StepgraphException(ErrorCode.INCOMPATIBLE_STORE, "'" + file + "' " + what + ".");
    }

    StoreUnavailableException unavailable(String what) {
        return new StoreUnavailableException("The store '" + file + "' " + what + ".");
    }

    /** The path cannot be read, so it is unknown whether the opened file is still there. */
    StoreUnavailableException unavailable(IOException unseen) {
        return new StoreUnavailableException(
                "The store '" + file
                        + "' cannot be looked at, so nobody knows whether it is still the file that this program"
                        + " opened; make the file and its folder readable, and check the disk. (" + unseen + ")",
                unseen);
    }

    private StepgraphException unreadable(String what, SQLException cause) {
        return new StepgraphException(
                ErrorCode.INCOMPATIBLE_STORE,
                "'" + file + "' " + what + ". Nothing in it was changed. (" + cause.getMessage() + ")",
                cause);
    }

    private StoreUnavailableException unavailable(SQLException cause) {
        String what = switch (code(cause)) {
            case BUSY, LOCKED ->
                "was locked by another program for longer than " + busyTimeout.toMillis()
                        + " ms; end that program or raise the busy timeout";
            case FULL -> "cannot grow, since the disk is full; make room";
            case READONLY -> "is read-only; make the file and its folder writable";
            case CANTOPEN ->
                "cannot be opened; make the file and its folder readable and writable, since SQLite keeps two more"
                        + " files beside it";
            case IOERR -> "cannot be read or written; check the disk, and make room if it is full";
            default -> "does not answer";
        };
        return new StoreUnavailableException(
                "The store '" + file + "' " + what + ". (" + cause.getMessage() + ")", cause);
    }

    static int code(SQLException cause) {
        return cause.getErrorCode() & 0xff;
    }
}
