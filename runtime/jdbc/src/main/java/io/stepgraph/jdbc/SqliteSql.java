package io.stepgraph.jdbc;

import java.util.List;

/**
 * All SQL of {@link SqliteStore}. Times are milliseconds since 1970, JSON is text. Parameters that carry JSON are bound as
 * UTF-8 bytes and cast, and columns are cast back, so that no document is decoded and encoded again on its way.
 */
final class SqliteSql {
    private SqliteSql() {}

    /** "STEP": what a Stepgraph database says it is, for this store and for {@code file(1)}. */
    static final int APPLICATION_ID = 0x53544550;

    // ---- Schema

    /**
     * What a step changes is one row, so that its commit is one statement. What is written once (the start) or seldom (the
     * questions) has tables of its own, so that no step writes it again. The widest columns come last: a read of what stands
     * before them does not walk through their pages.
     */
    static final List<String> CREATE = List.of(
            """
            create table meta (
                version     integer not null,   -- of this schema
                min_reader  integer not null    -- the oldest version whose builds can use it
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
            """
            create table starts (
                run    integer primary key references runs on delete cascade,
                start  text not null
            ) strict
            """,
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
            "insert into meta (version, min_reader) values (%d, %d)"
                    .formatted(SqliteSchema.VERSION, SqliteSchema.MIN_READER),
            "pragma application_id = " + APPLICATION_ID);

    static final String IDENTITY = """
            select (select application_id from pragma_application_id) as application,
                   (select count(*) from sqlite_schema) as things
            """;

    static final String VERSIONS = "select version, min_reader from meta";

    static final String USE_WAL = "pragma journal_mode = wal";

    // ---- Transactions

    /** Takes the lock for writing at once, so that a transaction waits for others at its beginning and nowhere else. */
    static final String BEGIN = "begin immediate";

    static final String COMMIT = "commit";

    static final String ROLLBACK = "rollback";

    // ---- Runs

    static final String FIND = """
            select r.pk, r.scope, r.id, r.graph, r.fingerprint, r.status, r.token, r.revision, r.control, r.mode, r.cancel_by,
                   r.owner_machine, r.owner_boot, r.owner_pid, r.owner_start, r.owner_runner,
                   r.step, r.visit, r.attempt, r.crashes, r.budget_from, r.started_at, r.deadline_at,
                   r.parked, r.parked_for,
                   cast(r.marks as blob) as marks_json,
                   cast(r.failure as blob) as failure_json,
                   cast(r.output as blob) as output_json,
                   cast(r.input as blob) as input_json,
                   cast(r.state as blob) as state_json,
                   cast(s.start as blob) as start_json,
                   i.nonce,
                   cast(i.question as blob) as question_json,
                   cast(i.accepts as blob) as accepts_json
              from runs r
              left join starts s on s.run = r.pk
              left join interrupts i on i.run = r.pk and i.visit = r.visit and r.status = 'WAITING'
             where r.scope = :scope and r.id = :id
            """;

    static final String INSERT_RUN = """
            insert into runs (scope, id, graph, fingerprint, status, token, revision, control, mode,
                   owner_machine, owner_boot, owner_pid, owner_start, owner_runner,
                   step, visit, attempt, crashes, budget_from, started_at, deadline_at, marks, input, state)
            values (:scope, :id, :graph, :fingerprint, 'RUNNING', 1, 1, 0, :mode,
                   :machine, :boot, :pid, :process_start, :runner,
                   :step, :visit, :attempt, :crashes, :budget_from, :now, :deadline,
                   cast(:marks as text), cast(:input as text), cast(:state as text))
                on conflict (scope, id) do nothing
            """;

    static final String INSERT_START =
            "insert into starts (run, start) values (last_insert_rowid(), cast(:start as text))";

    static final String ACQUIRE = """
            update runs
               set status = 'RUNNING', token = token + 1, revision = revision + 1,
                   owner_machine = :machine, owner_boot = :boot, owner_pid = :pid, owner_start = :process_start,
                   owner_runner = :runner,
                   crashes = case status when 'RUNNING' then crashes + 1 when 'FAILED' then 0 else crashes end,
                   attempt = case status when 'FAILED' then 1 else attempt end,
                   budget_from = case status when 'FAILED' then visit else budget_from end,
                   parked = null, parked_for = null, failure = null, ended_at = null
             where pk = :run and token = :token and revision = :revision and status = :status
            """;

    /** The commit of a step after which the run goes on: one statement, and no column of it is in an index (S5). */
    static final String COMMIT_STEP = """
            update runs
               set revision = revision + 1, fingerprint = :fingerprint,
                   step = :step, visit = :visit, attempt = :attempt, crashes = :crashes, budget_from = :budget_from,
                   marks = cast(:marks as text), input = cast(:input as text),
                   state = coalesce(cast(:state as text), state)
             where pk = :run and token = :token and revision = :revision and control = :control
               and status = 'RUNNING'
            """;

    static final String COMMIT_REST = """
            update runs
               set revision = revision + 1, fingerprint = :fingerprint, status = :status,
                   owner_machine = null, owner_boot = null, owner_pid = null, owner_start = null, owner_runner = null,
                   step = :step, visit = :visit, attempt = :attempt, crashes = :crashes, budget_from = :budget_from,
                   parked = :parked, parked_for = :parked_for, cancel_by = coalesce(:cancel_by, cancel_by),
                   ended_at = case when :status <> 'WAITING' then :now end,
                   marks = cast(:marks as text), failure = cast(:failure as text), output = cast(:output as text),
                   input = case when :status in ('WAITING', 'FAILED') then cast(:input as text) end,
                   state = case when :status in ('WAITING', 'FAILED') then coalesce(cast(:state as text), state) end
             where pk = :run and token = :token and revision = :revision and control = :control
               and status = 'RUNNING'
            """;

    static final String RELEASE = """
            update runs
               set revision = revision + 1, status = case when cancel_by is null then 'QUEUED' else 'CANCELLED' end,
                   owner_machine = null, owner_boot = null, owner_pid = null, owner_start = null, owner_runner = null,
                   ended_at = case when cancel_by is not null then :now end,
                   input = case when cancel_by is null then input end,
                   state = case when cancel_by is null then state end
             where pk = :run and token = :token and status = 'RUNNING'
            """;

    static final String SET_MODE = """
            update runs
               set control = control + 1, mode = :mode, mode_by = :by
             where scope = :scope and id = :id
            """;

    static final String CANCEL = """
            update runs
               set control = control + 1, cancel_by = :by,
                   status = case status when 'RUNNING' then status else 'CANCELLED' end,
                   ended_at = case when status <> 'RUNNING' then :now end,
                   parked = null, parked_for = null,
                   input = case status when 'RUNNING' then input end,
                   state = case status when 'RUNNING' then state end
             where scope = :scope and id = :id and cancel_by is null and status in ('QUEUED', 'RUNNING', 'WAITING')
            """;

    static final String DELETE = """
            delete from runs
             where scope = :scope and id = :id and status in ('SUCCEEDED', 'FAILED', 'CANCELLED')
            """;

    // ---- Interrupts

    /** A visit may ask again after its deadline, if the clock was set back: only its last question can be answered (I3). */
    static final String INSERT_INTERRUPT = """
            insert or replace into interrupts (run, visit, interrupt, nonce, asked_at, question, accepts)
            values (:run, :visit, :interrupt, :nonce, :now, cast(:question as text), cast(:accepts as text))
            """;

    static final String FIND_INTERRUPT = """
            select interrupt, nonce, cast(answer as blob) as answer_json
              from interrupts
             where run = :run and visit = :visit
            """;

    static final String CLOSE_INTERRUPT = """
            update interrupts
               set answer = cast(:answer as text), answered_by = :by, answered_at = :now
             where run = :run and visit = :visit
            """;

    static final String GO_ON = """
            update runs
               set status = 'RUNNING', token = token + 1, revision = revision + 1,
                   owner_machine = :machine, owner_boot = :boot, owner_pid = :pid, owner_start = :process_start,
                   owner_runner = :runner,
                   step = :step, visit = :visit, attempt = :attempt, crashes = :crashes, budget_from = :budget_from,
                   marks = cast(:marks as text), input = cast(:input as text)
             where pk = :run
            """;
}
