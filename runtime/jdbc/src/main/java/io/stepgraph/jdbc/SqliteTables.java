package io.stepgraph.jdbc;

import java.util.List;

/** The tables of {@link SqliteStore}, how each version of them becomes the next, and how they are told from others'. */
final class SqliteTables {
    private SqliteTables() {}

    /** "STEP": what a Stepgraph database says it is, for this store and for {@code file(1)}. */
    static final int APPLICATION_ID = 0x53544550;

    /**
     * What runs have told before, moved here from {@code runs.recent}: to change a page of a second table is what a commit
     * costs, so most do not. It has row numbers, since SQLite gives a row of over 1,000 bytes two pages in a table that has
     * none.
     */
    private static final String CREATE_EVENTS = """
            create table events (
                run      integer not null references runs on delete cascade,
                last     integer not null,   -- the number of the last event of them all
                batches  text    not null,   -- a JSON array of {"last": 7, "at": 1700000000000, "events": [...]}
                primary key (run, last)
            ) strict
            """;

    /** How much of a log, in characters, stays in the row of the run: with 2 kB of state that row is still one page. */
    static final int RECENT = 1_000;

    /** In the same statement that tells more than fits. */
    private static final String CREATE_RUNS_TOLD = """
            create trigger runs_told after update of recent on runs
              when length(old.recent) > %d and new.last_event > old.last_event
            begin
                insert into events (run, last, batches) values (old.pk, old.last_event, '[' || old.recent || ']');
            end
            """.formatted(RECENT);

    /** What tools need to draw a run without the agent's classes. */
    private static final String CREATE_GRAPHS = """
            create table graphs (
                graph        text not null,
                fingerprint  text not null,
                json         text not null,
                primary key (graph, fingerprint)
            ) strict
            """;

    private static final String CREATE_THREADS = """
            create table threads (
                scope     text    not null,
                thread    text    not null,
                graph     text    not null,
                last_run  integer not null,   -- it may have been deleted since
                state     text    not null,
                primary key (scope, thread)
            ) strict
            """;

    private static final String CREATE_RUNS_THREAD = """
            create unique index runs_thread on runs (scope, thread)
             where thread is not null and status in ('QUEUED', 'RUNNING', 'WAITING')
            """;

    private static final String CREATE_RUNS_ENDED =
            "create index runs_ended on runs (scope, ended_at) where ended_at is not null";

    /** No step changes it: neither the key of a run nor, while it goes on, its status. */
    private static final String CREATE_RUNS_RUNNING =
            "create index runs_running on runs (scope) where status = 'RUNNING'";

    /** The runs that a runner deletes a while after their end. */
    private static final String CREATE_RUNS_MARKED = """
            create index runs_marked on runs (scope, ended_at)
             where retention = 'DELETE_ON_END' and ended_at is not null
            """;

    /** What is written of a run once, at its start. */
    private static final String CREATE_STARTS = """
            create table starts (
                run        integer primary key references runs on delete cascade,
                digest     text,   -- what stays of the start after the end
                start      text    -- null then
            ) strict
            """;

    /**
     * What a step changes is one row, so that its commit is one statement. What is written once (the start) or seldom (the
     * questions) has tables of its own, so that no step writes it again. The widest columns come last: a read of what stands
     * before them does not walk through their pages.
     */
    static final List<String> CREATE = List.of(
            """
            create table meta (
                version        integer not null,   -- of this schema
                min_reader     integer not null,   -- the oldest version whose builds can use it
                clock          integer not null default 0,   -- the time, as a writer has noted it now and then
                machine_clock  integer not null default 0    -- what it was by that machine's clock, which may be behind
            ) strict
            """,
            """
            create table runs (
                pk            integer primary key autoincrement,   -- the incarnation: never used again
                scope         text    not null,
                id            text    not null,
                graph         text    not null,
                fingerprint   text    not null,
                status        text    not null,
                token         integer not null,
                revision      integer not null,
                control       integer not null,
                mode          text    not null,
                mode_by       text,
                cancel_by     text,
                owner_machine text,
                owner_boot    text,
                owner_pid     integer,
                owner_start   integer,
                owner_runner  text,
                step          text    not null,
                visit         integer not null,
                attempt       integer not null,
                crashes       integer not null,
                budget_from   integer not null,
                started_at    integer not null,
                deadline_at   integer,
                ended_at      integer,
                thread        text,
                retention     text    not null default 'KEEP_OUTCOME',
                lease_until   integer,   -- while RUNNING
                wake_at       integer,   -- when it goes on by itself: the end of a delay, or of the time for an answer
                last_event    integer not null default 0,
                recent        text,   -- the latest events, as in events.batches, without the brackets
                parked        text,   -- the reason, while parked
                parked_for    text,   -- the mode that would let it go on
                marks         text,
                failure       text,
                output        text,
                input         text,
                state         text,
                unique (scope, id)
            ) strict
            """,
            CREATE_STARTS,
            """
            create table interrupts (
                run          integer not null references runs on delete cascade,
                visit        integer not null,
                interrupt    text    not null,
                nonce        text    not null,
                asked_at     integer not null,
                answered_at  integer,
                answered_by  text,
                answer       text,
                question     text    not null,
                accepts      text    not null,
                primary key (run, visit)
            ) strict
            """,
            CREATE_EVENTS,
            CREATE_THREADS,
            CREATE_GRAPHS,
            CREATE_RUNS_THREAD,
            CREATE_RUNS_ENDED,
            CREATE_RUNS_RUNNING,
            CREATE_RUNS_MARKED,
            CREATE_RUNS_TOLD,
            "insert into meta (version, min_reader) values (%d, %d)"
                    .formatted(SqliteSchema.VERSION, SqliteSchema.MIN_READER),
            "pragma application_id = " + APPLICATION_ID);

    /** From version 1, whose builds know no leases: a run that they left RUNNING has one that is over. */
    private static final List<String> MIGRATE_FROM_1 = List.of(
            "alter table runs add column thread text",
            "alter table runs add column lease_until integer",
            "alter table runs add column wake_at integer",
            "alter table runs add column last_event integer not null default 0",
            "update runs set lease_until = 0 where status = 'RUNNING'",
            """
            create table events (
                run     integer not null references runs on delete cascade,
                last    integer not null,
                count   integer not null,
                at      integer not null,
                events  text    not null,
                primary key (run, last)
            ) strict, without rowid
            """,
            CREATE_THREADS,
            CREATE_RUNS_THREAD,
            CREATE_RUNS_ENDED);

    /** From version 2, whose builds keep what a run was started with after its end, and every run. */
    private static final List<String> MIGRATE_FROM_2 = List.of(
            """
            create table new_starts (
                run        integer primary key references runs on delete cascade,
                retention  text not null,
                digest     text,
                start      text
            ) strict
            """,
            "insert into new_starts (run, retention, start) select run, 'KEEP_OUTCOME', start from starts",
            "drop table starts",
            "alter table new_starts rename to starts",
            CREATE_RUNS_RUNNING);

    /** From version 3, whose builds add a row to the events in every commit. */
    private static final List<String> MIGRATE_FROM_3 = List.of(
            "alter table runs add column recent text",
            "alter table events rename to old_events",
            CREATE_EVENTS,
            """
            insert into events (run, last, batches)
            select run, last, '[{"last":' || last || ',"at":' || at || ',"events":' || events || '}]'
              from old_events
            """,
            "drop table old_events",
            CREATE_RUNS_TOLD);

    /** From version 4, whose builds do not note the time, and take an answer that waits to be taken up for a run that was given back. */
    private static final List<String> MIGRATE_FROM_4 =
            List.of("alter table meta add column clock integer not null default 0");

    /** From version 5, whose builds stop the time of a store that is ahead of the machine's clock. */
    private static final List<String> MIGRATE_FROM_5 = List.of(
            "alter table meta add column machine_clock integer not null default 0",
            "update meta set machine_clock = clock");

    /** From version 6, whose builds delete a run in the transaction that ends it. */
    private static final List<String> MIGRATE_FROM_6 = List.of(
            "alter table runs add column retention text not null default 'KEEP_OUTCOME'",
            """
            update runs
               set retention = 'DELETE_ON_END'
             where pk in (select run from starts where retention = 'DELETE_ON_END')
            """,
            "alter table starts drop column retention",
            CREATE_RUNS_MARKED,
            CREATE_GRAPHS);

    /** What brings a schema from a version to the next; the first is of version 1. */
    static final List<List<String>> MIGRATIONS =
            List.of(MIGRATE_FROM_1, MIGRATE_FROM_2, MIGRATE_FROM_3, MIGRATE_FROM_4, MIGRATE_FROM_5, MIGRATE_FROM_6);

    static final String SET_VERSIONS =
            "update meta set version = %d, min_reader = %d".formatted(SqliteSchema.VERSION, SqliteSchema.MIN_READER);

    static final String IDENTITY = """
            select (select application_id from pragma_application_id) as application,
                   (select count(*) from sqlite_schema) as things
            """;

    static final String VERSIONS = "select version, min_reader from meta";

    static final String USE_WAL = "pragma journal_mode = wal";
}
