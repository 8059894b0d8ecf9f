package io.stepgraph.postgres;

import io.stepgraph.jdbc.SchemaScripts;
import java.util.List;

/**
 * The tables of {@link PostgresStore}, their migrations, and the mark by which they are recognised. The name
 * {@code stepgraph} stands for the schema that was chosen.
 */
final class PostgresTables {
    private PostgresTables() {}

    /** The key of the advisory lock under which one of the programs that open a schema creates or migrates it. */
    static final String LOCK_SCHEMA = "select pg_advisory_xact_lock(1398031696, hashtext(:schema))";

    /** Waits without limit while another program creates or migrates the schema. */
    static final String WAIT_FOR_OTHERS = "set local lock_timeout = 0";

    /**
     * Overrides the server's setting: a program that has opened a store may lose its server, but must not lose its
     * tables.
     */
    static final String WAIT_FOR_THE_DISK = """
            select set_config('synchronous_commit', 'on', true)
             where current_setting('synchronous_commit') not in ('on', 'remote_apply')
            """;

    static final String SERVER = """
            select cast(current_setting('server_version_num') as integer) / 10000 as version,
                   current_setting('server_version') as version_name,
                   current_setting('server_encoding') as encoding,
                   current_setting('transaction_isolation') as isolation,
                   exists (select from pg_settings
                            where name = 'default_toast_compression' and 'lz4' = any (enumvals)) as has_lz4
            """;

    static final String IDENTITY = """
            select exists (select from pg_namespace where nspname = :schema) as is_there,
                   (select count(*)
                      from pg_class c
                      join pg_namespace n on n.oid = c.relnamespace
                     where n.nspname = :schema) as things,
                   (select count(*)
                      from pg_attribute a
                      join pg_class c on c.oid = a.attrelid
                      join pg_namespace n on n.oid = c.relnamespace
                     where n.nspname = :schema and c.relname = 'meta'
                       and a.attname in ('application', 'version', 'min_reader')) as meta_columns
            """;

    static final String VERSIONS = "select application, version, min_reader from stepgraph.meta";

    static final String CREATE_SCHEMA = "create schema stepgraph";

    static final String SET_VERSIONS = "update stepgraph.meta set version = :version, min_reader = :min_reader";

    /**
     * A step changes one row, and no column that it changes is in an index (S5). So Postgres puts the new version of
     * the row beside the old one. The start, which is written once, and the questions, which are rare, have tables of
     * their own.
     *
     * <p>A row with a state of some kilobytes stays in one piece if two versions fit on a page: the next version takes
     * the place of the previous one. Pieces in a TOAST table cost the server twice as much to write, and pile up until
     * the vacuum removes them.
     */
    static final List<String> CREATE = List.of(
            """
            create table stepgraph.meta (
                application  text     not null,
                version      integer  not null,   -- of this schema
                min_reader   integer  not null,   -- the oldest version whose builds can use it
                notices_from timestamptz          -- the time from which the first handler of notices was told; null if none has begun
            )
            """,
            "insert into stepgraph.meta (application, version, min_reader) values ('Stepgraph', 0, 0)",
            """
            create function stepgraph.clock(since timestamptz) returns timestamptz
                language sql volatile
                as 'select greatest(date_trunc(''milliseconds'', clock_timestamp()), since)'
            """,
            "comment on function stepgraph.clock is 'The time, which for a run never goes back'",
            """
            create function stepgraph.briefly() returns boolean
                language sql volatile
                as 'select coalesce(case current_setting(''lock_timeout'') when ''0''
                                         then set_config(''lock_timeout'', ''2s'', true) end, '''')
                        || coalesce(case current_setting(''idle_in_transaction_session_timeout'') when ''0''
                                         then set_config(''idle_in_transaction_session_timeout'', ''30s'', true) end, '''')
                       is not null'
            """,
            "comment on function stepgraph.briefly is"
                    + " 'Returns true, and limits how long this transaction waits for a row or for its client'",
            """
            create function stepgraph.safely() returns boolean
                language sql volatile
                as 'select stepgraph.briefly()
                       and coalesce(case when current_setting(''synchronous_commit'') not in (''on'', ''remote_apply'')
                                         then set_config(''synchronous_commit'', ''on'', true) end, '''') is not null'
            """,
            "comment on function stepgraph.safely is"
                    + " 'Returns true, and does as briefly; the commit of this transaction waits for the disk'",
            """
            create function stepgraph.unsynced() returns boolean
                language sql volatile
                as 'select stepgraph.briefly() and set_config(''synchronous_commit'', ''off'', true) is not null'
            """,
            "comment on function stepgraph.unsynced is"
                    + " 'Returns true, and does as briefly; the commit of this transaction does not wait for the disk'",
            """
            create function stepgraph.millis(at timestamptz) returns bigint
                language sql stable
                as 'select cast(extract(epoch from at) * 1000 as bigint)'
            """,
            """
            create table stepgraph.runs (
                run_number           bigint       generated always as identity primary key,   -- never used again
                namespace            text         not null,
                id                   text         not null,
                graph                text         not null,
                thread               text,
                retention            text         not null,
                started_at           timestamptz  not null,
                deadline_at          timestamptz,
                ended_at             timestamptz,
                due_at               timestamptz,            -- when a paused run is due
                wake_at              timestamptz,            -- when a worker may claim it; null while it is executed, or if it needs a caller
                notice_at            timestamptz,            -- when a handler is to be told that it has stopped; -infinity at any time
                rested_at            timestamptz,            -- updated_at; null while it is executed, so that no step changes an index
                lease_until          timestamptz,
                updated_at           timestamptz  not null,
                fencing_token        bigint       not null,
                revision             bigint       not null,
                command_version      bigint       not null,
                last_event           bigint       not null,
                visit                bigint       not null,
                budget_start_visit   bigint       not null,
                told                 bigint       not null default 0,   -- how many messages; the number of the last one
                settled              bigint       not null default 0,   -- how many of them were taken or withdrawn
                parent               bigint,                 -- the run that has called it; null if none has
                root                 bigint,                 -- the run at the top of its family; null if none has called it
                call_visit           bigint,                 -- the visit of its caller
                owner_pid            bigint,
                owner_start          bigint,
                attempt              integer      not null,
                crashes              integer      not null,
                call_place           integer,                -- among the agents of the call, or the elements of the list
                status               text         not null,
                mode                 text         not null,
                mode_by              text,
                max_mode             text,                   -- the most that its call lets it do
                cancel_requested_by  text,
                owner_machine        text,
                owner_boot           text,
                owner_runner         text,
                counts_crash         boolean      not null default true,   -- whether the death of the owner counts as a crash of the visit
                fingerprint          text         not null,
                step                 text         not null,
                required_mode        text,                   -- while parked for a mode: the mode that the step requires
                started_by           text,
                labels               text,                   -- a JSON object
                reason_kind          text,                   -- why it has stopped; null while it runs or anyone may continue it
                rule_state           text,
                reason               text,                   -- the rest of why, as a JSON object
                stop_as              text,                   -- the failure with which its owner has to end it
                input                text,
                state                text,
                unique (namespace, id)
            ) with (fillfactor = 50, toast_tuple_target = 4080)
            """,
            """
            create unique index runs_thread on stepgraph.runs (namespace, thread)
             where thread is not null and status in ('QUEUED', 'RUNNING', 'WAITING')
            """,
            "create index runs_running on stepgraph.runs (namespace) where status = 'RUNNING'",
            """
            create index runs_marked on stepgraph.runs (namespace, ended_at)
             where retention = 'DELETE_ON_END' and ended_at is not null and parent is null
            """,
            """
            create index runs_wake on stepgraph.runs (graph, namespace, wake_at, status) include (parent)
             where wake_at is not null
            """,
            """
            create index runs_notice on stepgraph.runs (graph, namespace, notice_at, rested_at)
             where notice_at is not null
            """,
            """
            create index runs_rested on stepgraph.runs (namespace, status, rested_at, run_number)
             where rested_at is not null and parent is null
            """,
            """
            create index runs_rested_called on stepgraph.runs (namespace, status, rested_at, run_number)
             where rested_at is not null and parent is not null
            """,
            """
            create index runs_rested_of_graph on stepgraph.runs (namespace, graph, status, rested_at, run_number)
             where rested_at is not null
            """,
            """
            create index runs_asked on stepgraph.runs (namespace, rested_at, run_number)
             where status = 'WAITING' and reason_kind = 'asked' and rested_at is not null
            """,
            "create index runs_started on stepgraph.runs (namespace, run_number) where parent is null",
            """
            create index runs_started_called on stepgraph.runs (namespace, run_number) where parent is not null
            """,
            """
            create unique index runs_called on stepgraph.runs (parent, call_visit, call_place) where parent is not null
            """,
            "create index runs_of_root on stepgraph.runs (root, run_number) where root is not null",
            """
            create index runs_of_thread on stepgraph.runs (namespace, thread, run_number) where thread is not null
            """,
            """
            create index runs_of_starter on stepgraph.runs (namespace, started_by, run_number)
             where started_by is not null and parent is null
            """,
            """
            create table stepgraph.calls (
                run     bigint   not null references stepgraph.runs on delete cascade,
                visit   bigint   not null,
                open    integer  not null,   -- how many of the runs that it has called have not ended
                lasts   interval,            -- how long it may last; null if without limit
                called  text     not null,   -- the reason of the caller, as in runs
                primary key (run, visit)
            ) with (fillfactor = 50)
            """,
            """
            create function stepgraph.join_call(caller bigint, called_in bigint) returns void
                language sql volatile
                as 'update stepgraph.runs r
                       set status = ''QUEUED'', revision = r.revision + 1, reason_kind = ''joined'', due_at = null,
                           wake_at = stepgraph.clock(null), rested_at = stepgraph.clock(r.updated_at),
                           updated_at = stepgraph.clock(r.updated_at)
                      from stepgraph.calls c
                     where c.run = caller and c.visit = called_in and c.open = 0 and r.run_number = c.run
                       and case when r.visit = c.visit and r.reason_kind = ''called'' then r.status = ''WAITING'' end'
            """,
            "comment on function stepgraph.join_call is 'Wakes a run that waits for a call, if all runs of that have ended'",
            """
            create function stepgraph.count_end() returns trigger
                language plpgsql
                as 'declare
                        left_open integer;
                    begin
                        -- Who locks both locks the caller before the row of its call.
                        perform from stepgraph.runs r where r.run_number = new.parent for no key update;
                        update stepgraph.calls c
                           set open = c.open - 1
                         where c.run = new.parent and c.visit = new.call_visit
                        returning c.open into left_open;
                        if left_open = 0 then
                            perform stepgraph.join_call(new.parent, new.call_visit);
                        end if;
                        return null;
                    end'
            """,
            // Deferred: no transaction that does more than to end a run holds the row of its call meanwhile. A
            // statement
            // that ends many runs counts them itself, since the server would look at each earlier version of the row.
            """
            create constraint trigger calls_ended after update of ended_at on stepgraph.runs
                deferrable initially deferred
                for each row when (new.parent is not null and old.ended_at is null and new.ended_at is not null
                                   and current_setting('stepgraph_ends.are_counted', true) is distinct from 'on')
                execute function stepgraph.count_end()
            """,
            """
            create table stepgraph.labels (
                namespace  text    not null,
                name       text    not null,
                value      text    not null,
                run        bigint  not null references stepgraph.runs on delete cascade,
                primary key (namespace, name, value, run)
            )
            """,
            "create index labels_of_run on stepgraph.labels (run)",
            """
            create table stepgraph.messages (
                run       bigint       not null references stepgraph.runs on delete cascade,
                number    bigint       not null,   -- among all messages of the run
                told_at   timestamptz  not null,
                taken_at  timestamptz,
                taken_in  bigint,                  -- the visit; null while it waits
                mailbox   text         not null,
                id        text         not null,
                hash      text         not null,
                told_by   text,
                message   text,                    -- null once it was taken
                reply     text,
                primary key (run, number),
                unique (run, mailbox, id)
            )
            """,
            "create index messages_waiting on stepgraph.messages (run, number) where taken_in is null",
            """
            create table stepgraph.starts (
                run    bigint  primary key references stepgraph.runs on delete cascade,
                start  text    not null
            )
            """,
            """
            create table stepgraph.interrupts (
                run            bigint       not null references stepgraph.runs on delete cascade,
                visit          bigint       not null,
                interrupt      text         not null,
                nonce          text         not null,
                asked_at       timestamptz  not null,
                answered_at    timestamptz,
                answered_by    text,
                inherited_from bigint,   -- the run that asked, if this run is a fork of it
                answer         text,
                question       text         not null,
                answer_schema  text         not null,
                primary key (run, visit)
            )
            """,
            // No foreign key: checking it would lock the run's row once more in every commit.
            """
            create table stepgraph.events (
                run     bigint       not null,
                last    bigint       not null,   -- the number of the last event of this write
                count   integer      not null,
                at      timestamptz  not null,
                events  text         not null,   -- an array
                primary key (run, last)
            )
            """,
            """
            create table stepgraph.graphs (
                graph        text  not null,
                fingerprint  text  not null,
                json         text  not null,
                primary key (graph, fingerprint)
            )
            """,
            """
            create table stepgraph.threads (
                namespace  text    not null,
                thread     text    not null,
                graph      text    not null,
                last_run   bigint  not null,   -- which left this state, and may be gone
                last_id    text    not null,
                state      text    not null,
                primary key (namespace, thread)
            )
            """,
            """
            create table stepgraph.history (
                run         bigint       not null references stepgraph.runs on delete cascade,
                visit       bigint       not null,
                at          timestamptz  not null,
                step        text         not null,
                rule_state  text,
                input       text,
                state       text         not null,
                primary key (run, visit)
            )
            """,
            "comment on table stepgraph.history is 'The checkpoint at the entry of each visit, of runs that keep it'",
            """
            create function stepgraph.keep_checkpoint() returns trigger
                language plpgsql
                as 'begin
                        -- A step that refuses an answer was not entered.
                        if new.visit < old.visit then
                            delete from stepgraph.history where run = new.run_number and visit > new.visit;
                        end if;
                        insert into stepgraph.history (run, visit, at, step, rule_state, input, state)
                        values (new.run_number, new.visit, new.updated_at, new.step, new.rule_state, new.input, new.state)
                            on conflict do nothing;
                        return null;
                    end'
            """,
            """
            create trigger history_started after insert on stepgraph.runs
                for each row when (new.retention = 'KEEP_HISTORY') execute function stepgraph.keep_checkpoint()
            """,
            """
            create trigger history_entered after update of visit on stepgraph.runs
                for each row when (new.retention = 'KEEP_HISTORY' and new.visit <> old.visit and new.ended_at is null)
                execute function stepgraph.keep_checkpoint()
            """,
            """
            create table stepgraph.effects (
                run             bigint       not null references stepgraph.runs on delete cascade,
                visit           bigint       not null,
                started_at      timestamptz  not null,
                call_timeout    bigint       not null,   -- of the last call, in milliseconds
                call_until      timestamptz  not null,
                fencing_token   bigint       not null,   -- of the owner that has called it last; 0 for a copy of another run's
                ordinal         integer      not null,   -- 0 if it has an item
                attempt         integer      not null,   -- that has called it last
                parks_in_doubt  boolean      not null,
                is_keyed        boolean      not null,   -- whether the item is a business key
                name            text         not null,
                item            text         not null,   -- empty if it has an ordinal
                shown_item      text,                    -- in place of an item that is an approval
                step            text         not null,
                status          text         not null,
                effect_key      text         not null,   -- the key that the remote system gets
                resolved_by     text,
                request         text         not null,
                result_schema   text,
                result          text,
                primary key (run, visit, name, item, ordinal)
            ) with (fillfactor = 50)
            """,
            "create index effects_in_doubt on stepgraph.effects (run) where status = 'IN_DOUBT'",
            """
            create table stepgraph.effect_keys (
                run           bigint       not null,   -- of the holder; it may be deleted
                visit         bigint       not null,   -- of the holder
                call_timeout  bigint       not null,
                call_until    timestamptz  not null,
                namespace     text         not null,
                name          text         not null,   -- of the effect
                business_key  text         not null,
                status        text         not null,
                request       text         not null,
                result        text,
                primary key (namespace, name, business_key)
            )
            """,
            "comment on table stepgraph.effect_keys is"
                    + " 'Business keys, each with the place of the effect that holds it and a copy of it, which outlives the run'",
            "create index effect_keys_age on stepgraph.effect_keys (namespace, call_until)",
            """
            create function stepgraph.copy_to_key() returns trigger
                language plpgsql
                as 'begin
                        update stepgraph.effect_keys k
                           set status = new.status, result = new.result, call_timeout = new.call_timeout,
                               call_until = new.call_until
                          from stepgraph.runs r
                         where r.run_number = new.run and k.namespace = r.namespace and k.name = new.name
                           and k.business_key = new.item and k.run = new.run and k.visit = new.visit;
                        return null;
                    end'
            """,
            """
            create trigger effect_keys_ended after update of status on stepgraph.effects
                for each row when (new.is_keyed) execute function stepgraph.copy_to_key()
            """);

    /** A later version adds its script here, and {@link #CREATE} stays unchanged. */
    static final SchemaScripts SCRIPTS = new SchemaScripts(15, 15, List.of(CREATE));

    /** Five times faster than the default for 200 kB of JSON, and half the size of what is not compressed. */
    static final List<String> USE_LZ4 = List.of(
            """
            alter table stepgraph.runs
                alter reason set compression lz4, alter input set compression lz4, alter state set compression lz4
            """,
            "alter table stepgraph.starts alter start set compression lz4",
            """
            alter table stepgraph.interrupts
                alter question set compression lz4, alter answer_schema set compression lz4
            """,
            "alter table stepgraph.messages alter message set compression lz4, alter reply set compression lz4",
            "alter table stepgraph.events alter events set compression lz4",
            "alter table stepgraph.history alter input set compression lz4, alter state set compression lz4",
            "alter table stepgraph.threads alter state set compression lz4");

    /**
     * The statements for servers without lz4: an uncompressed large state takes a sixth of the write time of the
     * default.
     */
    static final List<String> USE_NO_COMPRESSION = List.of(
            "alter table stepgraph.runs alter input set storage external, alter state set storage external",
            "alter table stepgraph.history alter input set storage external, alter state set storage external",
            "alter table stepgraph.threads alter state set storage external");
}
