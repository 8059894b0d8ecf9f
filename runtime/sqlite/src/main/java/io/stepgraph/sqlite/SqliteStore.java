package io.stepgraph.sqlite;

import io.stepgraph.jdbc.CallReader;
import io.stepgraph.jdbc.ListReader;
import io.stepgraph.jdbc.Logs;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.store.CallStore;
import io.stepgraph.store.EffectStore;
import io.stepgraph.store.LogStore;
import io.stepgraph.store.MessageStore;
import io.stepgraph.store.NoticeStore;
import io.stepgraph.store.RunLists;
import io.stepgraph.store.RunQueue;
import io.stepgraph.store.RunRemovals;
import io.stepgraph.store.RunStore;
import io.stepgraph.store.Store;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Keeps runs in one SQLite file: the embedded default. Stored data survives {@code kill -9} and a power cut (WAL,
 * {@code synchronous=FULL}). Every document is stored as text, to be read with the {@code sqlite3} shell.
 *
 * <pre>{@code
 * try (Store store = SqliteStore.open(Path.of("runs.db"))) { ... }
 * }</pre>
 *
 * <p>Safe for use by many threads, and by many stores and processes on one machine that open the same file. Threads
 * that write at the same time share one transaction, and so one wait for the disk. The file has to be on a local disk.
 *
 * <p>Leases, calls of effects and delays count on the monotonic clock of the machine, which nobody can set and which
 * all programs of one boot share. Dates, such as the time for an answer, are those of the wall clock (L1). Linux names
 * its boots. On other systems, and after a reboot or in another time namespace, a store waits for the full length of a
 * lease or call that another program has left, unless that program is proven dead.
 *
 * <p>A store checks that the file and its write-ahead log are still the ones that were opened: once a second in steps
 * and reads, and in each other call. If one of them was deleted, moved or replaced, the call and all later calls throw
 * {@link StoreUnavailableException}, until the same file is back at its path; to continue with another file, open
 * another store. So bring back a backup with {@code stepgraph restore}, which sees to it that no program has the file
 * open and that SQLite does not apply an old {@code -wal} to the backup. The store cannot detect a file that is
 * overwritten in place, as {@code cp} does; such a file is damaged. On Linux, a file that is mounted by itself is
 * refused, since its write-ahead log is not mounted with it. On Windows, which lets nobody delete or replace an open
 * file, only a missing one is noticed.
 *
 * <p>The first store that a process opens unpacks the driver's native library into the folder for temporary files,
 * which takes most of the time of opening. With the library unpacked beforehand, {@code -Dorg.sqlite.lib.path=<folder>}
 * avoids that. Java 24 and later warn about native code unless started with {@code --enable-native-access=ALL-UNNAMED},
 * or with the driver's module, {@code org.xerial.sqlitejdbc}.
 */
public final class SqliteStore implements Store {
    private final SqliteSession session;
    private final RunStore runs;
    private final LogStore log;
    private final RunQueue queue;
    private final RunLists lists;
    private final EffectStore effects;
    private final MessageStore messages;
    private final CallStore calls;
    private final NoticeStore notices;
    private final RunRemovals removals;

    SqliteStore(SqliteSession session) {
        this.session = session;
        SqliteEffects ledger = new SqliteEffects(session);
        this.runs = new SqliteRuns(session);
        this.log = new Logs(session, SqliteSql.FIND_EVENTS);
        this.queue = new SqliteQueue(session);
        this.lists = new ListReader(SqliteSql.LISTS, session);
        this.effects = ledger;
        this.messages = new SqliteMessages(session);
        this.calls = new CallReader(SqliteSql.LISTS, SqliteSql.CALLS, session);
        this.notices = new SqliteNotices(session);
        this.removals = new SqliteRemovals(session, ledger);
    }

    /**
     * Opens a store, creating the file if there is none.
     *
     * @param file the file
     * @return the store, to be closed after the runners that use it
     * @throws StepgraphException with {@link ErrorCode#INCOMPATIBLE_STORE} if this build cannot use the file, which is
     *     left as it was
     * @throws StoreUnavailableException if the file cannot be written, or is locked for longer than five seconds
     */
    public static SqliteStore open(Path file) {
        return builder(file).open();
    }

    /**
     * Begins a store with other settings than the usual.
     *
     * @param file the file
     * @return a builder
     */
    public static Builder builder(Path file) {
        return new Builder(file);
    }

    /** Configures a store. */
    public static final class Builder {
        /** SQLite counts its milliseconds in 31 bits. */
        private static final Duration LONGEST_TIMEOUT = Duration.ofDays(21);

        private final Path file;
        private Duration busyTimeout = Duration.ofSeconds(5);
        private MachineClock clock = MachineClock.system();

        private Builder(Path file) {
            this.file = file.toAbsolutePath();
        }

        /**
         * Sets the time to wait for another program that writes to the file; five seconds unless set.
         *
         * @param timeout the time, in whole milliseconds, cut at three weeks
         */
        public Builder busyTimeout(Duration timeout) {
            this.busyTimeout = timeout.compareTo(LONGEST_TIMEOUT) < 0 ? timeout : LONGEST_TIMEOUT;
            return this;
        }

        /**
         * The clocks of the machine, for tests; those of this machine unless set.
         *
         * @param clock the clocks
         */
        public Builder clock(MachineClock clock) {
            this.clock = clock;
            return this;
        }

        /**
         * Opens the store.
         *
         * @see SqliteStore#open(Path)
         */
        public SqliteStore open() {
            SqliteErrors errors = new SqliteErrors(file, busyTimeout);
            SqliteFile opener = new SqliteFile(file, busyTimeout, SqliteTables.SCRIPTS, errors);
            return new SqliteStore(new SqliteSession(opener, errors, clock));
        }
    }

    /** A commit executes the program's work on the store's own connection, so it can change any table of the file. */
    @Override
    public boolean isTransactional() {
        return true;
    }

    @Override
    public RunStore runs() {
        return runs;
    }

    @Override
    public LogStore log() {
        return log;
    }

    @Override
    public RunQueue queue() {
        return queue;
    }

    @Override
    public RunLists lists() {
        return lists;
    }

    @Override
    public EffectStore effects() {
        return effects;
    }

    @Override
    public MessageStore messages() {
        return messages;
    }

    @Override
    public NoticeStore notices() {
        return notices;
    }

    @Override
    public CallStore calls() {
        return calls;
    }

    @Override
    public RunRemovals removals() {
        return removals;
    }

    /** Closes the store; once is enough. A call in progress is waited for, later ones find the store unavailable. */
    @Override
    public void close() {
        session.close();
    }
}
