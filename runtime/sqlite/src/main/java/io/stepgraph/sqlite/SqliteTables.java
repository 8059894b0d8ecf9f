package io.stepgraph.sqlite;

import io.stepgraph.jdbc.SchemaScripts;
import java.util.List;

/**
 * The tables of {@link SqliteStore}, their migrations, the mark by which they are recognised, and what is written when
 * a file is opened.
 */
final class SqliteTables {
    private SqliteTables() {}

    /** "STEP": what a Stepgraph database says it is, for this store and for {@code file(1)}. */
    static final int APPLICATION_ID = 0x53544550;

    /**
     * The largest part of a log, in characters, that stays in the row of the run: with 2 kB of state that row is still
     * one page.
     */
    static final int RECENT = 1_300;

    private static final String KEEP = """
            begin
                insert into history (run, visit, at, step, rule_state, input, state)
                values (new.run_number, new.visit, new.updated_at, new.step, new.rule_state, new.input, new.state)
                    on conflict do nothing;
            end
            """;

    /**
     * A step changes one row, so its commit is one statement. The start, which is written once, and the questions,
     * which are rare, have tables of their own, so that no step writes them again. The widest columns come last: a read
     * of the columns before them does not walk through their pages.
     */
    static final List<String> CREATE = List.of(
            """
            create table meta (
                version        integer  not null,   -- of this schema
                min_reader     integer  not null,   -- the oldest version whose builds can use it
                notices_from   integer              -- the time from which the first handler of notices was told; null if none has begun
            ) strict
            """,
            // The monotonic clocks by which rows were written: one for each boot of a machine; see StoreClock.
            """
            create table clocks (
                clock  integer  primary key,
                name   text     not null unique,
                start  integer  not null
            ) strict
            """,
            """
            create table runs (
                run_number           integer  primary key autoincrement,   -- never used again
                namespace            text     not null,
                id                   text     not null,
                graph                text     not null,
                fingerprint          text     not null,
                status               text     not null,
                fencing_token        integer  not null,
                revision             integer  not null,
                command_version      integer  not null,
                mode                 text     not null,
                mode_by              text,
                cancel_requested_by  text,
                owner_machine        text,
                owner_boot           text,
                owner_pid            integer,
                owner_start          integer,
                owner_runner         text,
                counts_crash         integer  not null default true,   -- whether the death of the owner counts as a crash of the visit
                step                 text     not null,
                visit                integer  not null,
                attempt              integer  not null,
                crashes              integer  not null,
                budget_start_visit   integer  not null,
                started_at           integer  not null,
                deadline_at          integer,
                ended_at             integer,
                thread               text,
                retention            text     not null,
                parent               integer,   -- the run that has called it
                root                 integer,   -- the run at the top of its family; null if nobody has called it
                call_visit           integer,   -- the visit of its caller
                call_place           integer,   -- its number in the call, from 1
                max_mode             text,      -- the most that it may do, if a run has called it
                stop_as              text,      -- the failure with which its owner has to end it, as a JSON object
                ended_since          integer,   -- ended_at by the monotonic clock
                lease_until          integer,   -- while RUNNING, by the monotonic clock
                lease_clock          integer,   -- the clock of lease_until
                period               integer,   -- the length of the lease or of the delay
                due_at               integer,   -- when it is due: the end of the time for an answer, or of a delay (monotonic)
                wake_at              integer,   -- when a worker may claim it: due_at, or some time (monotonic); 0 at any time;
                                                -- null while RUNNING, or if it needs a caller
                claimed_until        integer,   -- until when other workers leave it to one, by the monotonic clock
                notice_at            integer,   -- when a handler is to be told that it has stopped (monotonic); 0 at any time
                updated_at           integer  not null,
                rested_at            integer,   -- updated_at; null while RUNNING, so that no step changes an index
                started_by           text,
                labels               text,      -- a JSON object
                last_event           integer  not null default 0,
                told                 integer  not null default 0,   -- how many messages it has been told
                settled              integer  not null default 0,   -- how many of them were taken or withdrawn
                recent               text,   -- the latest events, as in events.batches, without the brackets
                reason_kind          text,   -- why it has stopped; null while it is executed or anyone may continue it
                required_mode        text,   -- while parked for a mode: the mode that the step requires
                rule_state           text,
                reason               text,   -- the rest of why, as a JSON object
                input                text,
                state                text,
                unique (namespace, id)
            ) strict
            """,
            // The values of a run that are written once, at its start, and deleted when it has completed or was
            // cancelled.
            """
            create table starts (
                run    integer  primary key references runs on delete cascade,
                start  text     not null
            ) strict
            """,
            """
            create table interrupts (
                run            integer  not null references runs on delete cascade,
                visit          integer  not null,
                interrupt      text     not null,
                nonce          text     not null,
                asked_at       integer  not null,
                answered_at    integer,
                answered_by    text,
                inherited_from integer,   -- the run that asked, if this run is a fork of it
                answer         text,
                question       text     not null,
                answer_schema  text     not null,
                primary key (run, visit)
            ) strict
            """,
            // The messages of runs. Of one that was taken stay its id, its hash and the reply.
            """
            create table messages (
                run       integer  not null references runs on delete cascade,
                number    integer  not null,   -- its place in the order of all messages of the run, from 1
                mailbox   text     not null,
                id        text     not null,
                hash      text     not null,   -- the SHA-256 of the message
                told_by   text,
                told_at   integer  not null,
                taken_in  integer,             -- the visit that took it; null while it waits
                taken_at  integer,             -- by the monotonic clock
                message   text,
                reply     text,
                primary key (run, number),
                unique (run, mailbox, id)
            ) strict
            """,
            "create index messages_waiting on messages (run, number) where taken_in is null",
            // Earlier events of runs, moved here from runs.recent. A changed page of a second table is the main cost
            // of a commit, so most commits change none here. The table has row numbers, because without them SQLite
            // gives a row of more than 1,000 bytes two pages.
            """
            create table events (
                run      integer  not null references runs on delete cascade,
                last     integer  not null,   -- the number of the last event of them all
                batches  text     not null,   -- a JSON array of {"last": 7, "at": 1700000000000, "events": [...]}
                primary key (run, last)
            ) strict
            """,
            """
            create table threads (
                namespace  text     not null,
                thread     text     not null,
                graph      text     not null,
                last_run   integer  not null,   -- it may have been deleted since
                state      text     not null,
                primary key (namespace, thread)
            ) strict
            """,
            """
            create table graphs (
                graph        text  not null,
                fingerprint  text  not null,
                json         text  not null,
                primary key (graph, fingerprint)
            ) strict
            """,
            """
            create unique index runs_thread on runs (namespace, thread)
             where thread is not null and status in ('QUEUED', 'RUNNING', 'WAITING')
            """,
            // No step changes this index: neither the key of a run nor, while it is executed, its status.
            "create index runs_running on runs (namespace) where status = 'RUNNING'",
            // The runs that a runner deletes a while after their end.
            """
            create index runs_marked on runs (namespace, ended_since)
             where retention = 'DELETE_ON_END' and ended_at is not null and parent is null
            """,
            // The runs that workers claim. No running run is in it, so no step changes it.
            "create index runs_wake on runs (graph, namespace, wake_at, status, parent) where wake_at is not null",
            // The runs that a handler is to be told of: they ask, are parked or have failed.
            """
            create index runs_notice on runs (graph, namespace, notice_at, rested_at) where notice_at is not null
            """,
            // The lists of runs by their last change, and the runs that ended long ago. A running run is found by
            // runs_running. No run that others have called is in the way of those that nobody has.
            """
            create index runs_rested on runs (namespace, status, rested_at, run_number)
             where rested_at is not null and parent is null
            """,
            """
            create index runs_rested_called on runs (namespace, status, rested_at, run_number)
             where rested_at is not null and parent is not null
            """,
            """
            create index runs_rested_of_graph on runs (namespace, graph, status, rested_at, run_number)
             where rested_at is not null
            """,
            "create index runs_started on runs (namespace, run_number) where parent is null",
            "create index runs_started_called on runs (namespace, run_number) where parent is not null",
            // The open questions, also those of called runs.
            """
            create index runs_asked on runs (namespace, rested_at, run_number)
             where status = 'WAITING' and reason_kind = 'asked' and rested_at is not null
            """,
            // The runs of a call, and those of a family.
            "create unique index runs_called on runs (parent, call_visit, call_place) where parent is not null",
            "create index runs_of_root on runs (root, run_number) where root is not null",
            "create index runs_of_thread on runs (namespace, thread, run_number) where thread is not null",
            """
            create index runs_of_starter on runs (namespace, started_by, run_number)
             where started_by is not null and parent is null
            """,
            // The calls of runs. The number of the runs of a call that have not ended is its barrier.
            """
            create table calls (
                run     integer  not null references runs on delete cascade,
                visit   integer  not null,
                open    integer  not null,
                lasts   integer,            -- its time; null if it has no end
                called  text     not null,  -- the reason of its caller, as in runs
                primary key (run, visit)
            ) strict, without rowid
            """,
            // In the same statement that ends a called run or opens it again, whichever that is. The last end wakes the
            // caller, unless that has ended meanwhile.
            """
            create trigger runs_counted after update of ended_at on runs
              when new.parent is not null and (new.ended_at is null) <> (old.ended_at is null)
            begin
                update calls
                   set open = open + iif(new.ended_at is null, 1, -1)
                 where run = new.parent and visit = new.call_visit;
                update runs
                   set status = 'QUEUED', reason_kind = 'joined', revision = revision + 1, due_at = null,
                       wake_at = new.ended_since, claimed_until = null, updated_at = new.ended_at,
                       rested_at = new.ended_at
                 where run_number = new.parent and visit = new.call_visit and status = 'WAITING'
                   and reason_kind = 'called'
                   and 0 = (select open from calls where run = new.parent and visit = new.call_visit);
            end
            """,
            """
            create table labels (
                namespace  text     not null,
                name       text     not null,
                value      text     not null,
                run        integer  not null references runs on delete cascade,
                primary key (namespace, name, value, run)
            ) strict, without rowid
            """,
            "create index labels_of_run on labels (run)",
            // In the same statement that tells more than fits.
            """
            create trigger runs_told after update of recent on runs
              when length(old.recent) > %s and new.last_event > old.last_event
            begin
                insert into events (run, last, batches) values (old.run_number, old.last_event, '[' || old.recent || ']');
            end
            """.formatted(RECENT),
            // The checkpoint at the entry of each visit, of runs that keep it.
            """
            create table history (
                run         integer  not null references runs on delete cascade,
                visit       integer  not null,
                at          integer  not null,
                step        text     not null,
                rule_state  text,
                input       text,
                state       text     not null,
                primary key (run, visit)
            ) strict
            """,
            "create trigger history_started after insert on runs when new.retention = 'KEEP_HISTORY' " + KEEP,
            // In the same statement that enters a visit, whichever that is.
            "create trigger history_entered after update of visit on runs"
                    + " when new.retention = 'KEEP_HISTORY' and new.visit <> old.visit and new.ended_at is null "
                    + KEEP,
            // A step that refuses an answer was not entered.
            """
            create trigger history_left after update of visit on runs
              when new.retention = 'KEEP_HISTORY' and new.visit < old.visit
            begin
                delete from history where run = new.run_number and visit > new.visit;
            end
            """,
            """
            create table effects (
                run             integer  not null references runs on delete cascade,
                visit           integer  not null,
                name            text     not null,
                item            text     not null,   -- empty if it has an ordinal
                ordinal         integer  not null,   -- 0 if it has an item
                shown_item      text,                -- in place of an item that is an approval
                step            text     not null,
                status          text     not null,
                fencing_token   integer  not null,   -- of the owner that has called it last; 0 for a copy of another run's
                attempt         integer  not null,   -- that has called it last
                is_keyed        integer  not null,   -- whether the item is a business key
                effect_key      text     not null,   -- the key that the remote system gets
                parks_in_doubt  integer  not null,
                started_at      integer  not null,
                call_timeout    integer  not null,   -- of the last call
                call_until      integer  not null,   -- by the monotonic clock
                call_clock      integer  not null,   -- the clock of call_until
                resolved_by     text,
                request         text     not null,
                result_schema   text,
                result          text,
                primary key (run, visit, name, item, ordinal)
            ) strict
            """,
            "create index effects_in_doubt on effects (run) where status = 'IN_DOUBT'",
            // Business keys, each with the place of the effect that holds it and a copy of it, which outlives the run.
            """
            create table effect_keys (
                namespace     text     not null,
                name          text     not null,   -- of the effect
                business_key  text     not null,
                run           integer  not null,   -- of the holder; it may be deleted
                visit         integer  not null,   -- of the holder
                status        text     not null,
                call_timeout  integer  not null,
                call_until    integer  not null,
                call_clock    integer  not null,
                request       text     not null,
                result        text,
                primary key (namespace, name, business_key)
            ) strict
            """,
            "create index effect_keys_age on effect_keys (namespace, call_until)",
            """
            create trigger effect_keys_ended after update of status on effects
              when new.is_keyed
            begin
                update effect_keys
                   set status = new.status, result = new.result,
                       call_timeout = new.call_timeout, call_until = new.call_until, call_clock = new.call_clock
                 where namespace = (select namespace from runs where run_number = new.run)
                   and name = new.name and business_key = new.item and run = new.run and visit = new.visit;
            end
            """,
            // In the same statement that parks or ends the run, whichever that is.
            """
            create trigger runs_stopped after update of status on runs
              when new.status in ('COMPLETED', 'FAILED', 'CANCELLED') or new.reason_kind = 'parked'
            begin
                update effects
                   set status = 'IN_DOUBT'
                 where run = new.run_number and status = 'STARTED'
                   and case new.status when 'WAITING' then parks_in_doubt else fencing_token > 0 end;
            end
            """,
            "insert into meta (version, min_reader) values (0, 0)",
            "pragma application_id = " + APPLICATION_ID);

    /** A later version adds its script here, and {@link #CREATE} stays unchanged. */
    static final SchemaScripts SCRIPTS = new SchemaScripts(18, 18, List.of(CREATE));

    static final String SET_VERSIONS = "update meta set version = :version, min_reader = :min_reader";

    static final String IDENTITY = """
            select (select application_id from pragma_application_id) as application,
                   (select count(*) from sqlite_schema) as things
            """;

    static final String VERSIONS = "select version, min_reader from meta";

    static final String USE_WAL = "pragma journal_mode = wal";

    static final String FIND_CLOCK = "select clock, start from clocks where name = :name";

    static final String ADD_CLOCK = "insert into clocks (name, start) values (:name, :start) on conflict do nothing";

    /**
     * The statements that bring back times of another clock, which was ahead of this one: runs that could be claimed
     * can be claimed now, no delay lasts longer than its full length from now on, a run that has ended did not end
     * later, and no notice is put off for more than an hour.
     */
    static final List<String> ADJUST_TIMES = List.of("""
            update runs indexed by runs_wake
               set wake_at = :time
             where wake_at is not null and wake_at > :time and due_at is null
               and coalesce(reason_kind, '') not in ('listens', 'called')
            """, """
            update runs indexed by runs_wake
               set due_at = :time + period, wake_at = :time + period
             where wake_at is not null and wake_at > :time + period and reason_kind = 'delayed'
            """, """
            update runs
               set ended_since = :time
             where retention = 'DELETE_ON_END' and ended_at is not null and ended_since > :time
            """, """
            update runs indexed by runs_notice
               set notice_at = 0
             where notice_at is not null and notice_at > :time + 3600000
            """);
}
