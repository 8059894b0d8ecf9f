package io.stepgraph.postgres;

import io.stepgraph.PermissionMode;
import io.stepgraph.jdbc.CallReader;
import io.stepgraph.jdbc.EffectReader;
import io.stepgraph.jdbc.Effects;
import io.stepgraph.jdbc.ListSql;
import io.stepgraph.jdbc.Messages;
import io.stepgraph.jdbc.NamedQuery;
import io.stepgraph.jdbc.Notices;
import io.stepgraph.jdbc.Removals;
import io.stepgraph.jdbc.RowReader;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.MessageWrite;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All SQL of {@link PostgresStore} that reads and writes its {@linkplain PostgresTables tables}. The name
 * {@code stepgraph} stands for the schema that was chosen. Parameters that carry JSON are bound as UTF-8 bytes, so that
 * no document is decoded and encoded again on its way. Arrays are cast, since the driver sends them without a type
 * where it is told to use the simple protocol.
 *
 * <p>A write makes its checks in the statement that writes, by the clock at that moment. If the statement then waits
 * for another transaction that changes the row, it checks the row and the clock again. If the other transaction leaves
 * the row as it was, the checks still hold: nobody else could write meanwhile, and {@code safely()} bounds the wait.
 */
final class PostgresSql {
    private PostgresSql() {}

    private static final Pattern SCHEMA = Pattern.compile("\\bstepgraph\\b");

    /** Returns one of these statements, for a schema. */
    static NamedQuery query(String sql, String quotedSchema) {
        return NamedQuery.withQuestionMarks(inSchema(sql, quotedSchema));
    }

    /** SQL without parameters, for a schema. */
    static String inSchema(String sql, String quotedSchema) {
        return SCHEMA.matcher(sql).replaceAll(Matcher.quoteReplacement(quotedSchema));
    }

    /**
     * Reads what is set in this session, and what it has besides. Locks of the session, which nobody else could give
     * back, are given back. The driver's own statements do not count.
     */
    static final String SESSION = """
            select jsonb_build_object(
                       'settings', (select coalesce(jsonb_object_agg(name, setting), '{}')
                                      from pg_settings where source = 'session' and name not like 'transaction%'),
                       'role', current_setting('role'), 'user', session_user,
                       'channels', (select count(*) from pg_listening_channels()),
                       'cursors', (select count(*) from pg_cursors where is_holdable),
                       'statements', (select count(*) from pg_prepared_statements where from_sql),
                       'tables', case when pg_my_temp_schema() <> 0 then
                                     (select jsonb_agg(relname order by relname)
                                        from pg_class where relnamespace = pg_my_temp_schema()) end) as session,
                   pg_advisory_unlock_all()
            """;

    /** Puts the settings back, also those which only their names would show, and looks at the session again. */
    static final String PUT_BACK = """
            reset all;
            select set_config(key, value, false) from jsonb_each_text(cast(:session as jsonb) -> 'settings');
            """ + SESSION;

    /**
     * Begins the work of the program in a transaction. If it goes on in another transaction, {@link #END_WORK} finds no
     * savepoint.
     */
    static final String BEGIN_WORK = """
            savepoint stepgraph_work;
            set local statement_timeout = %s;
            set local idle_in_transaction_session_timeout = %s
            """;

    /**
     * Checks deferred constraints at once, so that what the server would refuse at the end of the transaction is an
     * error of the work, not of the commit. The commit waits for the disk, whatever the work has set.
     */
    static final String END_WORK = """
            set constraints all immediate;
            release savepoint stepgraph_work;
            """ + PostgresTables.WAIT_FOR_THE_DISK;

    // ---- Common parts of statements

    /** A run. The {@code from} clause calls the tables {@code r} and {@code s}. */
    private static final String READ_RUN =
            "select stepgraph.millis(stepgraph.clock(r.updated_at)) as read_at, " + RowReader.RUN;

    private static final String READ_WRITTEN = READ_RUN + """
              from run r
              left join stepgraph.starts s on s.run = r.run_number
            """;

    /** Adds the events of the write that has the name {@code run}. */
    private static final String LOG = """
            log as (
                insert into stepgraph.events (run, last, count, at, events)
                select run_number, last_event, :count, updated_at, convert_from(:events, 'UTF8')
                  from run
                 where :count > 0
            )
            """;

    /**
     * The consequences of an end in the write with the name {@code run}: the thread gets the state, and the start is
     * dropped.
     */
    private static final String AFTER_END = """
            doubt as (
                update stepgraph.effects e
                   set status = 'IN_DOUBT'
                 where e.run = :run and e.status = 'STARTED' and e.fencing_token > 0 and exists (select from run)
            ),
            forgotten as (
                delete from stepgraph.starts s
                 using run
                 where s.run = run.run_number and run.status in ('COMPLETED', 'CANCELLED')
            ), thread as (
                insert into stepgraph.threads (namespace, thread, graph, last_run, last_id, state)
                select namespace, thread, graph, run_number, id, left_state
                  from run
                 where thread is not null
                    on conflict (namespace, thread) do update
                   set graph = excluded.graph, last_run = excluded.last_run, last_id = excluded.last_id,
                       state = excluded.state
            )
            select run_number, parent from run
            """;

    private static final String NO_OWNER = """
            owner_machine = null, owner_boot = null, owner_pid = null, owner_start = null, owner_runner = null,
                       lease_until = null
            """;

    /** When a run is due that pauses now. */
    private static final String DUE_AT =
            "coalesce(:due_at, stepgraph.clock(r.updated_at) + :due_in * interval '1 millisecond')";

    /** The {@code notice_at} of a run that ends now: at once if it has failed without a caller, else null. */
    private static final String NOTICE_OF_END =
            "case when %s = 'FAILED' and r.parent is null then timestamptz '-infinity' end";

    /** Lets an owner continue a run at a checkpoint, with the stored state. */
    private static final String CONTINUES = """
                       owner_machine = :machine, owner_boot = :boot, owner_pid = :pid, owner_start = :process_start,
                       owner_runner = :runner, counts_crash = :counts_crash,
                       lease_until = stepgraph.clock(r.updated_at) + :lease * interval '1 millisecond', due_at = null,
                       wake_at = case when cast(:machine as text) is null then stepgraph.clock(r.updated_at) end,
                       notice_at = null, required_mode = null,
                       rested_at = case when cast(:machine as text) is null then stepgraph.clock(r.updated_at) end,
                       step = :step, visit = :visit, attempt = :attempt, crashes = :crashes,
                       budget_start_visit = :budget_start_visit,
                       rule_state = convert_from(:rule_state, 'UTF8'), input = convert_from(:input, 'UTF8'),
                       last_event = r.last_event + :count, updated_at = stepgraph.clock(r.updated_at)
            """;

    /**
     * A statement finds the run that it writes by the run number. The other conditions stand in a {@code case}, which
     * the planner does not look into. Otherwise, while there are few runs, the planner may prefer the index of the
     * running ones to the primary key, and keep this plan when there are many runs (S5).
     */
    private static final String HELD = """
            r.run_number = :run
                   and case when r.namespace = :namespace
                           and r.fencing_token = :fencing_token and r.status = 'RUNNING' then stepgraph.safely() end
            """;

    /** As {@link #HELD}, for a caller that has read the run without a lease. */
    private static final String SEEN = """
            case when r.namespace = :namespace
                      and r.fencing_token = :fencing_token and r.revision = :revision and r.status = :status
                            then stepgraph.safely()
                       end
            """;

    private static final String COMMITTABLE = HELD + """
                   and r.revision = :revision and r.command_version = :command_version
                   and r.lease_until > stepgraph.clock(r.updated_at)
            """;

    // ---- Runs

    static final String FIND = READ_RUN + """
              from stepgraph.runs r
              left join stepgraph.starts s on s.run = r.run_number
             where r.namespace = :namespace and r.id = :id
            """;

    static final String FIND_SUMMARY =
            "select stepgraph.millis(stepgraph.clock(r.updated_at)) as read_at, " + RowReader.SUMMARY + """
              from stepgraph.runs r
             where r.namespace = :namespace and r.id = :id
            """;

    /** As {@link #FIND_SUMMARY}, and its caller; no other transaction changes the run before this one ends. */
    static final String LOCK_RUN =
            "select stepgraph.millis(stepgraph.clock(r.updated_at)) as read_at, r.parent, " + RowReader.SUMMARY + """
              from stepgraph.runs r
             where r.namespace = :namespace and r.id = :id and stepgraph.safely()
               for no key update
            """;

    /** As {@link #LOCK_RUN}, if the run has never called another. */
    static final String LOCK_LONE_RUN = LOCK_RUN.replace("and stepgraph.safely()", """
            and stepgraph.safely() and coalesce(r.reason_kind, '') not in ('called', 'joined')
               and not exists (select from stepgraph.calls c where c.run = r.run_number)
            """);

    /** The unfinished descendants of a run, each after its caller. */
    static final String DESCENDANTS = """
            with recursive family (run_number) as (
                select run_number from stepgraph.runs where parent = :run
                 union all
                select r.run_number
                  from family f
                  join stepgraph.runs r on r.parent = f.run_number
            )
            select stepgraph.millis(stepgraph.clock(r.updated_at)) as read_at, p.mode as caller_mode, r.max_mode, r.parent,
            """ + RowReader.SUMMARY + """
              from family f
              join stepgraph.runs r on r.run_number = f.run_number
              join stepgraph.runs p on p.run_number = r.parent
             where r.ended_at is null
             order by r.run_number
            """;

    /** Locks runs, the latest first: so does each statement that locks several runs, where it can. */
    static final String LOCK_RUNS = """
            select run_number
              from stepgraph.runs
             where run_number = any (cast(:runs as bigint[])) and (select stepgraph.safely())
             order by run_number desc
               for no key update
            """;

    /** The caller of a run, and the limits of the run. */
    static final String FIND_CALLER = """
            select r.namespace, r.id, r.mode, r.max_mode, p.mode as caller_mode, p.id as caller
              from stepgraph.runs r
              join stepgraph.runs p on p.run_number = r.parent
             where r.run_number = :run
            """;

    /**
     * Inserts nothing if there is a run of this key, or an unfinished one of this thread. A later query finds out
     * which.
     */
    static final String START = """
            with given as (
                select now, coalesce(:start_at, now + :start_after * interval '1 millisecond') as due_at
                  from (select stepgraph.clock(null) as now where stepgraph.safely()) as time
            ), run as (
                insert into stepgraph.runs as r
                       (namespace, id, graph, thread, retention, started_at, deadline_at, lease_until, due_at, wake_at,
                        rested_at, updated_at, started_by, labels, fencing_token, revision, command_version, last_event, visit, budget_start_visit, attempt,
                        crashes, status, mode,
                        owner_machine, owner_boot, owner_pid, owner_start, owner_runner, counts_crash,
                        fingerprint, step, rule_state, input, state)
                select :namespace, :id, :graph, :thread, :retention, now, now + :time_limit * interval '1 millisecond',
                       now + :lease * interval '1 millisecond', due_at,
                       case when cast(:machine as text) is null then coalesce(due_at, now) end,
                       case when cast(:machine as text) is null then now end, now, :started_by,
                       convert_from(:labels, 'UTF8'),
                       1, 1, 0, :count, :visit, :budget_start_visit, :attempt, :crashes,
                       case when cast(:machine as text) is null then 'QUEUED' else 'RUNNING' end, :mode,
                       :machine, :boot, :pid, :process_start, :runner, :counts_crash,
                       :fingerprint, :step, convert_from(:rule_state, 'UTF8'), convert_from(:input, 'UTF8'),
                       convert_from(:state, 'UTF8')
                  from given
                    on conflict do nothing
                returning r.*
            ), started as (
                insert into stepgraph.starts (run, start)
                select run_number, convert_from(:start, 'UTF8') from run
                returning run, start
            ), labelled as (
                insert into stepgraph.labels (namespace, name, value, run)
                select run.namespace, l.key, l.value, run.run_number
                  from run, json_each_text(cast(run.labels as json)) as l
            ),
            """ + LOG + READ_RUN + """
              from run r
              join started s on s.run = r.run_number
            """;

    /** Gives a new run the state of its thread. This is a statement of its own, so that it sees the latest state. */
    static final String INHERIT_STATE = """
            with inherited as (
                update stepgraph.runs r
                   set state = t.state
                  from stepgraph.threads t
                 where r.run_number = :run and t.namespace = r.namespace and t.thread = r.thread
                returning r.run_number, t.graph, t.state
            ), kept as (
                update stepgraph.history h
                   set state = i.state
                  from inherited i
                 where h.run = i.run_number
            )
            select graph from inherited
            """;

    static final String ACQUIRE = """
            with run as (
                update stepgraph.runs r
                   set status = 'RUNNING', fencing_token = r.fencing_token + 1, revision = r.revision + 1,
                       reason_kind = null, reason = null, ended_at = null,
            """ + CONTINUES + """
                 where r.run_number = :run and
            """ + SEEN + """
                   and case r.status
                            when 'RUNNING' then :owner_dead or r.lease_until <= stepgraph.clock(r.updated_at)
                            else r.reason_kind = 'parked' or r.due_at <= stepgraph.clock(r.updated_at)
                                 or (r.due_at is null and r.status <> 'WAITING')
                       end
                returning r.*
            ),
            """ + LOG + READ_WRITTEN;

    static final String REOPEN = """
            with run as (
                update stepgraph.runs r
                   set status = 'QUEUED', fencing_token = r.fencing_token + 1, revision = r.revision + 1,
                       reason_kind = null, reason = null, ended_at = null, notice_at = null,
                       attempt = 1, crashes = 0, budget_start_visit = r.visit, mode = coalesce(:mode, r.mode),
                       wake_at = stepgraph.clock(r.updated_at), rested_at = stepgraph.clock(r.updated_at),
                       last_event = r.last_event + :count, updated_at = stepgraph.clock(r.updated_at)
                 where r.run_number = :run
                   and case when r.namespace = :namespace and r.visit = :visit and r.status = 'FAILED'
                            then stepgraph.safely()
                       end
                returning r.run_number, r.parent, r.last_event, r.updated_at
            ),
            """ + LOG + "select run_number, parent from run";

    /** Counts a run that was opened again, while its call still waits for others. */
    static final String COUNT_AGAIN = """
            update stepgraph.calls c
               set open = c.open + 1
              from stepgraph.runs r
             where r.run_number = :run and c.run = r.parent and c.visit = r.call_visit and c.open > 0
               and (c.lasts is null
                    or exists (select from stepgraph.runs p where p.run_number = r.parent and p.due_at is not null))
            returning c.run
            """;

    /** Makes sure that the caller of a run waits for it until this transaction ends. */
    static final String LOCK_CALLER = """
            select p.run_number
              from stepgraph.runs r
              join stepgraph.runs p on p.run_number = r.parent
             where r.run_number = :run and p.visit = r.call_visit and p.reason_kind = 'called' and p.status = 'WAITING'
               for share of p
            """;

    static final String SET_MODE = "update stepgraph.runs set mode = :mode where run_number = :run and mode <> :mode";

    static final String JOINED_CALLER = """
            select id
              from stepgraph.runs
             where run_number = :run and namespace = :namespace and (:is_open or reason_kind = 'joined')
            """;

    /** The failed runs of a call. */
    static final String FIND_FAILED = """
            select r.run_number, r.namespace, r.id, r.step, r.visit, r.max_mode, p.mode as caller_mode,
                   exists (select from stepgraph.calls c where c.run = r.run_number and c.visit = r.visit) as is_at_call
              from stepgraph.runs r
              join stepgraph.runs p on p.run_number = r.parent
             where r.parent = :run and r.call_visit = :visit and r.status = 'FAILED'
             order by r.run_number
            """;

    /** Counts the runs of a call whose caller this transaction has locked: some may still be about to stop. */
    static final String SET_OPEN = """
            update stepgraph.calls c
               set open = (select count(*)
                             from stepgraph.runs r
                            where r.parent = c.run and r.call_visit = c.visit and r.ended_at is null)
             where c.run = :run and c.visit = :visit
            returning c.run
            """;

    /** Lets a run that was {@linkplain #REOPEN opened} at a call wait for the runs of it, or go on if all have ended. */
    static final String REOPEN_CALL = """
            update stepgraph.runs r
               set status = case when c.open > 0 then 'WAITING' else 'QUEUED' end,
                   reason_kind = case when c.open > 0 then 'called' else 'joined' end, reason = c.called,
                   due_at = case when c.open > 0 then %1$s end,
                   wake_at = case when c.open > 0 then least(%1$s, r.deadline_at) else r.wake_at end
              from stepgraph.calls c
             where r.run_number = :run and c.run = r.run_number and c.visit = r.visit
            """.formatted(DUE_AT.replace(
            ":due_in * interval '1 millisecond'",
            "case when :as_before then c.lasts else :due_in * interval '1 millisecond' end"));

    static final String RENEW = """
            update stepgraph.runs r
               set lease_until = stepgraph.clock(r.updated_at) + :lease * interval '1 millisecond',
                   updated_at = stepgraph.clock(r.updated_at)
             where
            """ + HELD + """
               and r.lease_until > stepgraph.clock(r.updated_at)
            returning r.command_version
            """;

    static final String RELEASE = """
            update stepgraph.runs r
               set status = 'QUEUED', updated_at = stepgraph.clock(r.updated_at),
                   wake_at = stepgraph.clock(r.updated_at), rested_at = stepgraph.clock(r.updated_at),
            """ + NO_OWNER + """
             where
            """ + HELD + """
               and r.cancel_requested_by is null and r.stop_as is null and r.lease_until > stepgraph.clock(r.updated_at)
            returning r.run_number
            """;

    static final String EXPIRED = """
            select r.id
              from stepgraph.runs r
             where r.namespace = :namespace and r.status = 'RUNNING' and r.lease_until <= stepgraph.clock(r.updated_at)
             order by r.lease_until
             limit :limit
            """;

    /**
     * Ends a run without a commit, on behalf of an owner, or when its owner releases it. The revision excludes a run
     * that has changed since.
     */
    static final String END =
            """
            with before as (
                select run_number, state from stepgraph.runs where run_number = :run
            ), run as (
                update stepgraph.runs r
                   set status = :end,
                       cancel_requested_by = coalesce(:cancel_requested_by, r.cancel_requested_by), due_at = null,
                       wake_at = null, notice_at = %s,
                       required_mode = null, rested_at = stepgraph.clock(r.updated_at),
                       reason_kind = :reason_kind, reason = convert_from(:reason, 'UTF8'),
                       rule_state = case :end when 'FAILED' then r.rule_state end,
                       input = case :end when 'FAILED' then r.input end,
                       state = case :end when 'FAILED' then r.state end,
                       ended_at = stepgraph.clock(r.updated_at), updated_at = stepgraph.clock(r.updated_at),
                       last_event = r.last_event + :count, stop_as = null,
            """.formatted(NOTICE_OF_END.formatted(":end")) + NO_OWNER + """
                  from before
                 where r.run_number = before.run_number and
            """ + SEEN + """
                   and r.command_version = :command_version
                   and (r.status <> 'RUNNING' or :may_end or r.lease_until <= stepgraph.clock(r.updated_at))
                returning r.run_number, r.namespace, r.id, r.graph, r.thread, r.status, r.ended_at, r.updated_at,
                          r.last_event, r.parent,
                          before.state as left_state
            ),
            """ + LOG + ", " + AFTER_END;

    // ---- Commits: one round trip each

    private static final String STEP = """
            with run as (
                update stepgraph.runs r
                   set revision = r.revision + 1, fingerprint = :fingerprint,
                       step = :step, visit = :visit, attempt = :attempt, crashes = :crashes,
                       budget_start_visit = :budget_start_visit,
                       rule_state = convert_from(:rule_state, 'UTF8'), input = convert_from(:input, 'UTF8'),
                       state = coalesce(convert_from(:state, 'UTF8'), r.state),
                       last_event = r.last_event + :count, updated_at = stepgraph.clock(r.updated_at),
                       lease_until = stepgraph.clock(r.updated_at) + :lease * interval '1 millisecond'
                 where
            """ + COMMITTABLE + """
                returning r.run_number, r.last_event, r.updated_at
            ),
            """;

    static final String COMMIT_STEP = STEP + LOG + "select run_number from run";

    private static final String ENDS_EFFECT = """
                update stepgraph.effects e
                   set status = :status, result = convert_from(:result, 'UTF8'),
                       parks_in_doubt = e.parks_in_doubt or :status = 'IN_DOUBT'
                 where e.run = :run and e.visit = :effect_visit and e.name = :name and e.item = :item
                   and e.ordinal = :ordinal and e.status = 'STARTED'
            """;

    /** The commit of a step and the end of its one effect: both or neither. */
    static final String COMMIT_STEP_WITH_EFFECT =
            STEP + "ended as (" + ENDS_EFFECT + " and exists (select from run)), " + LOG + "select run_number from run";

    /**
     * The first of some statements that write for many runs at once, for each by itself, in one round trip and one
     * transaction. A plan that was made while there were few runs would read all of them, and the server would keep it
     * when there are many. So the settings allow only index scans, and the conditions of the statements show no index
     * but the primary key (S5). The settings also make the server keep the plan: for a few rows it would plan each
     * time, which costs several times as much as the execution. A lock timeout keeps all from waiting long for one
     * locked row.
     */
    static final String SHARE = """
            select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
                   set_config('enable_mergejoin', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true),
                   set_config('lock_timeout', '1s', true);
            """;

    /** After {@link #SHARE}. */
    static final String COMMIT_STEPS = """
            with given as (
                select *
                  from unnest(cast(:runs as bigint[]), cast(:namespaces as text[]), cast(:tokens as bigint[]),
                              cast(:leases as bigint[]), cast(:revisions as bigint[]), cast(:command_versions as bigint[]),
                              cast(:fingerprints as text[]), cast(:names as text[]), cast(:visits as bigint[]),
                              cast(:attempts as bigint[]), cast(:crashes as bigint[]), cast(:budgets as bigint[]),
                              cast(:rule_state as bytea[]), cast(:inputs as bytea[]), cast(:states as bytea[]),
                              cast(:counts as bigint[]), cast(:events as bytea[]))
                       with ordinality
                    as g (run, namespace, fencing_token, lease, revision, command_version, fingerprint, step, visit,
                          attempt, crashes, budget_start_visit, rule_state, input, state, count, events, place)
            ), run as (
                update stepgraph.runs r
                   set revision = r.revision + 1, fingerprint = g.fingerprint,
                       step = g.step, visit = g.visit, attempt = g.attempt, crashes = g.crashes,
                       budget_start_visit = g.budget_start_visit,
                       rule_state = convert_from(g.rule_state, 'UTF8'), input = convert_from(g.input, 'UTF8'),
                       state = coalesce(convert_from(g.state, 'UTF8'), r.state),
                       last_event = r.last_event + g.count, updated_at = stepgraph.clock(r.updated_at),
                       lease_until = stepgraph.clock(r.updated_at) + g.lease * interval '1 millisecond'
                  from given g
                 where r.run_number = g.run and (select stepgraph.safely())
                   and case when r.namespace = g.namespace and r.fencing_token = g.fencing_token and r.status = 'RUNNING'
                             and r.revision = g.revision and r.command_version = g.command_version
                            then r.lease_until > stepgraph.clock(r.updated_at)
                       end
                returning r.run_number, r.last_event, r.updated_at, g.count, g.events, g.place
            ), log as (
                insert into stepgraph.events (run, last, count, at, events)
                select run_number, last_event, count, updated_at, convert_from(events, 'UTF8')
                  from run
                 where count > 0
            )
            select place from run;
            """;

    /**
     * A visit may ask again after its deadline, if the clock was set back: only its last question can be answered (I3).
     * A question whose answer a step has refused is open again as it was asked first (I4). A worker ends a run that
     * waits at its deadline (R8), if that comes before the end of the wait.
     */
    static final String COMMIT_PAUSE =
            """
            with run as (
                update stepgraph.runs r
                   set revision = r.revision + 1, fingerprint = :fingerprint, status = :status,
                       step = :step, visit = :visit, attempt = :attempt, crashes = :crashes,
                       budget_start_visit = :budget_start_visit,
                       reason_kind = :reason_kind, reason = convert_from(:reason, 'UTF8'),
                       rule_state = convert_from(:rule_state, 'UTF8'), input = convert_from(:input, 'UTF8'),
                       state = coalesce(convert_from(:state, 'UTF8'), r.state),
                       last_event = r.last_event + :count, updated_at = stepgraph.clock(r.updated_at),
                       notice_at = case when :reason_kind = 'asked' or :reason_kind = 'parked' and %1$s is null
                                        then timestamptz '-infinity'
                                   end,
                       required_mode = :required_mode, due_at = %1$s,
                       wake_at = least(%1$s, case when :reason_kind in ('waits', 'listens', 'called')
                                                  then r.deadline_at
                                             end),
                       rested_at = stepgraph.clock(r.updated_at),
            """.formatted(DUE_AT) + NO_OWNER + """
                 where
            """ + COMMITTABLE + """
                returning r.run_number, r.visit, r.step, r.last_event, r.updated_at
            ), ticket as (
                insert into stepgraph.interrupts as i
                       (run, visit, interrupt, nonce, asked_at, question, answer_schema)
                select run_number, visit, step, :nonce, updated_at, convert_from(:question, 'UTF8'),
                       convert_from(:answer_schema, 'UTF8')
                  from run
                 where :asks
                    on conflict (run, visit) do update
                   set interrupt = excluded.interrupt, nonce = excluded.nonce,
                       asked_at = case i.nonce when excluded.nonce then i.asked_at else excluded.asked_at end,
                       answered_at = null, answered_by = null, inherited_from = null, answer = null,
                       question = excluded.question, answer_schema = excluded.answer_schema
            ), doubt as (
                update stepgraph.effects e
                   set status = 'IN_DOUBT'
                 where :parks and e.run = :run and e.status = 'STARTED' and e.parks_in_doubt and exists (select from run)
            ),
            """ + LOG + "select run_number from run";

    /**
     * Starts the runs of a call whose caller this transaction has written. Gives how many the family has had, and how
     * many runs were stored: none if the family would be too large, and not all if there is a run with such an id.
     */
    static final String CALL = """
            with caller as (
                select run_number, namespace, coalesce(root, run_number) as root, retention, deadline_at, mode, started_by,
                       reason, due_at - updated_at as lasts, updated_at as now
                  from stepgraph.runs
                 where run_number = :run
            ), given as (
                select *
                  from unnest(cast(:places as bigint[]), cast(:ids as text[]), cast(:graphs as text[]),
                              cast(:fingerprints as text[]), cast(:max_modes as text[]), cast(:names as text[]),
                              cast(:visits as bigint[]), cast(:attempts as bigint[]), cast(:crashes as bigint[]),
                              cast(:budgets as bigint[]), cast(:rule_state as bytea[]), cast(:inputs as bytea[]),
                              cast(:states as bytea[]), cast(:counts as bigint[]), cast(:events as bytea[]))
                    as g (place, id, graph, fingerprint, max_mode, step, visit, attempt, crashes, budget_start_visit,
                          rule_state, input, state, count, events)
            ), family as (
                select 1 + count(*) as size
                  from (select from stepgraph.runs where root = (select root from caller) limit :most) as members
            ), call as (
                insert into stepgraph.calls (run, visit, open, lasts, called)
                select run_number, :visit, :size, lasts, reason
                  from caller
                 where (select size from family) + :size <= :most
                returning run
            ), run as (
                insert into stepgraph.runs as r
                       (namespace, id, graph, parent, root, call_visit, call_place, max_mode, mode, retention, started_by,
                        started_at, deadline_at, wake_at, rested_at, updated_at, fencing_token, revision,
                        command_version, last_event, status, fingerprint, step, visit, attempt, crashes,
                        budget_start_visit, rule_state, input, state)
                select c.namespace, g.id, g.graph, c.run_number, c.root, :visit, g.place, g.max_mode,
                       case when array_position(%1$s, c.mode) < array_position(%1$s, g.max_mode) then c.mode
                            else g.max_mode
                       end,
                       c.retention, c.started_by, c.now, c.deadline_at, c.now, c.now, c.now, 1, 1, 0, g.count, 'QUEUED',
                       g.fingerprint, g.step, g.visit, g.attempt, g.crashes, g.budget_start_visit,
                       convert_from(g.rule_state, 'UTF8'), convert_from(g.input, 'UTF8'), convert_from(g.state, 'UTF8')
                  from call
                 cross join caller c
                 cross join given g
                 order by g.place
                    on conflict do nothing
                returning r.run_number, r.id, r.updated_at
            ), log as (
                insert into stepgraph.events (run, last, count, at, events)
                select run.run_number, g.count, g.count, run.updated_at, convert_from(g.events, 'UTF8')
                  from run
                  join given g on g.id = run.id
                 where g.count > 0
            )
            select (select size from family) as family, (select count(*) from run) as stored
            """.formatted(Arrays.stream(PermissionMode.values())
            .map(mode -> "'" + mode + "'")
            .collect(Collectors.joining(", ", "array[", "]")));

    static final String FIND_TAKEN = """
            select id
              from stepgraph.runs
             where namespace = :namespace and id = any (cast(:ids as text[])) and coalesce(parent, 0) <> :run
             order by run_number
             limit 1
            """;

    /**
     * The previous state is the one that this owner has committed. Only a commit could have changed it, and the
     * revision excludes that.
     */
    static final String COMMIT_END = """
            with before as (
                select run_number, coalesce(convert_from(:state, 'UTF8'), state) as state
                  from stepgraph.runs
                 where run_number = :run
            ), run as (
                update stepgraph.runs r
                   set revision = r.revision + 1, fingerprint = :fingerprint, status = :status,
                       step = :step, visit = :visit, attempt = :attempt, crashes = :crashes,
                       budget_start_visit = :budget_start_visit,
                       cancel_requested_by = coalesce(:cancel_requested_by, r.cancel_requested_by),
                       rule_state = case :status when 'FAILED' then convert_from(:rule_state, 'UTF8') end,
                       reason_kind = :reason_kind, reason = convert_from(:reason, 'UTF8'),
                       input = case :status when 'FAILED' then convert_from(:input, 'UTF8') end,
                       state = case :status when 'FAILED' then before.state end,
                       last_event = r.last_event + :count, updated_at = stepgraph.clock(r.updated_at),
                       ended_at = stepgraph.clock(r.updated_at), rested_at = stepgraph.clock(r.updated_at), stop_as = null,
                       notice_at = %s,
            """.formatted(NOTICE_OF_END.formatted(":status"))
            + NO_OWNER.replace("owner_runner = null", "owner_runner = r.owner_runner") + """
                  from before
                 where before.run_number = r.run_number and
            """
            + COMMITTABLE + """
                returning r.run_number, r.namespace, r.id, r.graph, r.thread, r.status, r.ended_at, r.updated_at,
                          r.last_event, r.parent,
                          before.state as left_state
            ),
            """ + LOG + ", " + AFTER_END;

    // ---- Commands

    /** Writes a change from outside to a run that is locked; another statement ends the run before. */
    static final String CHANGE = """
            with run as (
                update stepgraph.runs r
                   set command_version = r.command_version + 1,
                       mode = coalesce(:mode, r.mode), mode_by = coalesce(:mode_by, r.mode_by),
                       cancel_requested_by = coalesce(:cancel_requested_by, r.cancel_requested_by),
                       stop_as = coalesce(convert_from(:stop_as, 'UTF8'), r.stop_as),
                       notice_at = case when :wake = 'NOW' then null
                                        when :wake = 'LATER' and r.wake_at is not null then '-infinity'
                                        else r.notice_at
                                   end,
                       wake_at = case :wake when 'NOW' then stepgraph.clock(r.updated_at)
                                            when 'AS_BEFORE' then r.wake_at
                                 end,
                       last_event = r.last_event + :count, updated_at = stepgraph.clock(r.updated_at)
                 where r.run_number = :run
                returning r.run_number, r.last_event, r.updated_at
            ),
            """ + LOG + "select run_number from run";

    /** Ends runs that others have called, which this transaction has locked, and counts the ends. */
    static final String END_MEMBERS = """
            select set_config('stepgraph_ends.are_counted', 'on', true);
            with given as (
                select *
                  from unnest(cast(:runs as bigint[]), cast(:ends as text[]), cast(:kinds as text[]), cast(:reasons as bytea[]))
                    as g (run, status, reason_kind, reason)
            ), run as (
                update stepgraph.runs r
                   set status = g.status, reason_kind = g.reason_kind, reason = convert_from(g.reason, 'UTF8'), stop_as = null,
                       due_at = null, wake_at = null, notice_at = null, required_mode = null,
                       rested_at = stepgraph.clock(r.updated_at),
                       rule_state = case g.status when 'FAILED' then r.rule_state end,
                       input = case g.status when 'FAILED' then r.input end,
                       state = case g.status when 'FAILED' then r.state end,
                       ended_at = stepgraph.clock(r.updated_at), updated_at = stepgraph.clock(r.updated_at),
            """ + NO_OWNER + """
                  from given g
                 where r.run_number = g.run
                returning r.run_number, r.parent, r.call_visit
            ), counted as (
                update stepgraph.calls c
                   set open = c.open - e.ends
                  from (select parent, call_visit, count(*) as ends from run group by parent, call_visit) as e
                 where c.run = e.parent and c.visit = e.call_visit
            ), doubt as (
                update stepgraph.effects e
                   set status = 'IN_DOUBT'
                  from run
                 where e.run = run.run_number and e.status = 'STARTED' and e.fencing_token > 0
            )
            select run_number from run;
            select set_config('stepgraph_ends.are_counted', 'off', true);
            """;

    static final String JOIN_CALL = "select stepgraph.join_call(:run, :visit)";

    /** As {@link #CHANGE}, for many runs. */
    static final String CHANGE_MEMBERS = """
            with given as (
                select *
                  from unnest(cast(:runs as bigint[]), cast(:modes as text[]), cast(:modes_by as text[]),
                              cast(:cancels as text[]), cast(:stops as bytea[]), cast(:wakes as text[]),
                              cast(:counts as bigint[]), cast(:events as bytea[]))
                    as g (run, mode, mode_by, cancel_requested_by, stop_as, wake, count, events)
            ), run as (
                update stepgraph.runs r
                   set command_version = r.command_version + 1,
                       mode = coalesce(g.mode, r.mode), mode_by = coalesce(g.mode_by, r.mode_by),
                       cancel_requested_by = coalesce(g.cancel_requested_by, r.cancel_requested_by),
                       stop_as = coalesce(convert_from(g.stop_as, 'UTF8'), r.stop_as),
                       notice_at = case when g.wake = 'NOW' then null
                                        when g.wake = 'LATER' and r.wake_at is not null then '-infinity'
                                        else r.notice_at
                                   end,
                       wake_at = case g.wake when 'NOW' then stepgraph.clock(r.updated_at)
                                             when 'AS_BEFORE' then r.wake_at
                                 end,
                       last_event = r.last_event + g.count, updated_at = stepgraph.clock(r.updated_at)
                  from given g
                 where r.run_number = g.run
                returning r.run_number, r.last_event, r.updated_at, g.count, g.events
            ), log as (
                insert into stepgraph.events (run, last, count, at, events)
                select run_number, last_event, count, updated_at, convert_from(events, 'UTF8')
                  from run
                 where count > 0
            )
            select run_number from run
            """;

    /** Lets nobody look at the time of a call again. */
    static final String STOP_CALLED = """
            update stepgraph.runs r
               set due_at = null, wake_at = null, updated_at = stepgraph.clock(r.updated_at)
             where r.run_number = :run and r.reason_kind = 'called' and
            """ + SEEN + "returning r.run_number";

    // ---- Queue

    /** Lets one start at a time count the runs of a queue that has a limit. */
    static final String LOCK_QUEUE =
            "select pg_advisory_xact_lock(hashtextextended(:queue, 7)) is null as locked where stepgraph.safely()";

    static final String COUNT_QUEUED = """
            select count(*) as queued
              from (select from stepgraph.runs
                     where graph = :graph and namespace = :namespace and status = 'QUEUED' and wake_at is not null
                       and parent is null
                     limit :limit) as some_runs
            """;

    /** A worker may continue a run that has no owner. */
    private static final String IS_AWAKE = """
            r.graph = :graph and r.wake_at <= (select now from time)
                          and r.step = any (:steps) and r.status <> 'RUNNING' and r.crashes < :max_crashes
                          and (r.required_mode is null or r.required_mode = any (:modes))
                          and r.run_number || ':' || r.revision <> all (:refused)
            """;

    /** A worker may take over a run from an owner that is gone. */
    private static final String IS_ABANDONED = """
            :takes_over and status = 'RUNNING' and graph = :graph and (:everywhere or namespace = any (:namespaces))
                   and step = any (:steps) and crashes < :max_crashes - cast(counts_crash as integer)
                   and (lease_until <= (select now from time) or owner_runner = any (:dead))
                   and (wake_at is null or wake_at <= (select now from time))
                   and run_number || ':' || revision <> all (:refused)
            """;

    private static final String CLAIMED = """
            found as (
                (select run_number from abandoned union all select run_number from due) limit :limit
            ), claimed as (
                update stepgraph.runs r
                   set wake_at = (select now from time) + :length * interval '1 millisecond',
                       updated_at = case when r.reason_kind in ('asked', 'waits', 'listens', 'called')
                                         then stepgraph.clock(r.updated_at)
                                         else r.updated_at
                                    end
                  from found
                 where r.run_number = found.run_number and stepgraph.safely()
                returning r.namespace, r.id,
                          cast(r.crashes as bigint) + cast(r.status = 'RUNNING' and r.counts_crash as integer) as crashes,
                          r.status = 'RUNNING' as abandoned
            )
            select namespace, id, crashes, abandoned,
            """;

    /**
     * Claims runs of a graph: from each namespace the same number. The first part skips from one namespace to the next
     * in the index, whatever number of runs each has. Workers that claim at the same time skip each other's rows. After
     * {@link #SHARE}: the server would otherwise plan the statement for each claim, which takes longer than its
     * execution. Below the floor, the index may have many entries of runs that were claimed, which a snapshot of
     * somebody else keeps alive.
     */
    static final String CLAIM = """
            with recursive time (now) as (
                select stepgraph.clock(null)
            ), spaces (namespace, wake_at) as (
                (select namespace, wake_at
                   from stepgraph.runs
                  where graph = :graph and wake_at >= cast(:floor as timestamptz)
                  order by namespace, wake_at
                  limit 1)
                 union all
                select next.namespace, next.wake_at
                  from spaces s
                 cross join lateral (
                       select r.namespace, r.wake_at
                         from stepgraph.runs r
                        where r.graph = :graph and r.wake_at >= cast(:floor as timestamptz) and r.namespace > s.namespace
                        order by r.namespace, r.wake_at
                        limit 1) as next
            ), served as (
                select namespace
                  from spaces
                 where wake_at <= (select now from time) and (:everywhere or namespace = any (:namespaces))
            ), due as (
                select c.run_number
                  from (select namespace from served order by random()) as s
                 cross join lateral (
                       select r.run_number
                         from stepgraph.runs r
                        where r.namespace = s.namespace and r.wake_at >= cast(:floor as timestamptz) and
            """ + IS_AWAKE + """
                        order by r.wake_at
                        limit 1 + :limit / (select count(*) from served)
                          for update skip locked) as c
                 limit :limit
            ), abandoned as (
                select run_number
                  from stepgraph.runs
                 where
            """ + IS_ABANDONED + """
                 order by random()
                 limit :limit
                   for update skip locked
            ),
            """ + CLAIMED + """
                   coalesce((select cast(min(wake_at) as text) from spaces), '-infinity') as floor
              from claimed
            """;

    /** As {@link #CLAIM}, of the descendants of a run: in order (C7). */
    static final String CLAIM_OF_FAMILY =
            """
            with time (now) as (
                select stepgraph.clock(null)
            ), due as (
                select r.run_number
                  from stepgraph.runs r
                 where r.root = :root and (:everywhere or r.namespace = any (:namespaces)) and
            """ + IS_AWAKE + """
                 order by r.run_number
                 limit :limit
                   for update skip locked
            ), abandoned as (
                select run_number
                  from stepgraph.runs
                 where root = :root and
            """ + IS_ABANDONED + """
                 order by run_number
                 limit :limit
                   for update skip locked
            ),
            """ + CLAIMED + "'-infinity' as floor from claimed";

    /** A run that somebody has acquired since, and that is delayed or waits, is due as before. */
    static final String UNCLAIM = """
            update stepgraph.runs r
               set wake_at = greatest(stepgraph.clock(r.updated_at),
                                      least(r.due_at, case when r.reason_kind in ('waits', 'listens', 'called')
                                                           then r.deadline_at
                                                      end))
             where r.namespace = :namespace and r.id = :id and r.wake_at > stepgraph.clock(r.updated_at)
               and stepgraph.safely()
            """;

    /** The death of an owner is not a crash of the runs that it executes. */
    static final String FORGIVE_CRASHES = """
            update stepgraph.runs r
               set counts_crash = false
             where r.run_number in (select o.run_number
                                      from stepgraph.runs o
                                     where o.status = 'RUNNING' and o.owner_runner = :runner and o.crashes >= :crashes
                                       and o.counts_crash and stepgraph.safely()
                                     order by o.run_number desc
                                       for no key update)
            """;

    static final String OWNERS = """
            select distinct owner_machine, owner_boot, owner_pid, owner_start, owner_runner
              from stepgraph.runs
             where status = 'RUNNING' and owner_runner is not null
            """;

    // ---- Notices

    /**
     * Claims runs of which a handler is to be told: from each graph and namespace the same number, in the way of
     * {@link #CLAIM}.
     */
    static final String CLAIM_NOTICES = """
            with recursive time (now) as (
                select stepgraph.clock(null)
            ), spaces (graph, namespace) as (
                select g.graph, first.namespace
                  from unnest(cast(:graphs as text[])) as g (graph)
                 cross join lateral (
                       select r.namespace
                         from stepgraph.runs r
                        where r.graph = g.graph and r.notice_at is not null
                        order by r.namespace
                        limit 1) as first
                 union all
                select s.graph, next.namespace
                  from spaces s
                 cross join lateral (
                       select r.namespace
                         from stepgraph.runs r
                        where r.graph = s.graph and r.notice_at is not null and r.namespace > s.namespace
                        order by r.namespace
                        limit 1) as next
            ), served as (
                select graph, namespace
                  from spaces s
                 where (:everywhere or namespace = any (:namespaces))
                   and exists (select from stepgraph.runs r
                                where r.graph = s.graph and r.namespace = s.namespace
                                  and r.notice_at <= (select now from time))
            ), found as (
                select c.run_number
                  from (select graph, namespace from served order by random()) as s
                 cross join lateral (
                       select r.run_number
                         from stepgraph.runs r
                        where r.graph = s.graph and r.namespace = s.namespace and r.notice_at <= (select now from time)
                          and (r.reason_kind <> 'asked' or r.due_at is null or r.due_at > (select now from time))
                        order by r.notice_at, r.rested_at
                        limit (:limit + (select count(*) from served) - 1) / (select count(*) from served)
                          for update skip locked) as c
                 limit :limit
            )
            update stepgraph.runs r
               set notice_at = (select now from time) + :length * interval '1 millisecond'
              from found
             where r.run_number = found.run_number and stepgraph.safely()
            returning r.run_number, r.namespace, r.id, r.graph, r.revision, r.visit, r.step, r.reason_kind, r.reason,
                      stepgraph.millis(r.rested_at) as since, stepgraph.millis(r.due_at) as due_at
            """;

    private static final String NOTICE_TOLD = """
            update stepgraph.runs r
               set notice_at = stepgraph.clock(null) + :again * interval '1 millisecond'
             where r.run_number = :run
               and case when r.namespace = :namespace and r.revision = :revision and r.reason_kind = :reason_kind
                             and r.notice_at is not null
                        then stepgraph.safely()
                   end
            """;

    private static final String SKIP_NOTICES = """
            update stepgraph.runs r
               set notice_at = null
             where r.run_number in (select o.run_number
                                      from stepgraph.runs o
                                     where o.notice_at is not null and o.rested_at < :from
                                     order by o.run_number desc
                                     limit :limit
                                       for no key update)
            """;

    static final Notices.Sql NOTICES = new Notices.Sql(NOTICE_TOLD, SKIP_NOTICES);

    // ---- Interrupts

    static final String FIND_ASKED = READ_RUN + """
                   , i.interrupt, i.nonce, i.answer
              from stepgraph.runs r
              left join stepgraph.starts s on s.run = r.run_number
              left join stepgraph.interrupts i on i.run = r.run_number and i.run = :run and i.visit = :asked
             where r.namespace = :namespace and r.id = :id
            """;

    /** Continues at the step that takes the answer, or at the interrupt if the caller does not know that step. */
    static final String ANSWER = """
            with run as (
                update stepgraph.runs r
                   set status = case when :goes_on then 'RUNNING' else 'QUEUED' end,
                       fencing_token = r.fencing_token + case when :goes_on then 1 else 0 end, revision = r.revision + 1,
                       reason_kind = :reason_kind, reason = convert_from(:reason, 'UTF8'),
            """ + CONTINUES + """
                 where r.run_number = :run and
            """ + SEEN + """
                   and :expiry = (r.due_at is not null and r.due_at <= stepgraph.clock(r.updated_at))
                returning r.*
            ), ticket as (
                update stepgraph.interrupts i
                   set answer = convert_from(:answer, 'UTF8'), answered_by = :by, answered_at = run.updated_at
                  from run
                 where i.run = run.run_number and i.visit = :asked and not :expiry
            ),
            """ + LOG + READ_WRITTEN;

    /**
     * Keeps a question expired once a caller was told so (I5), and a mailbox once a message came too late: the time of
     * the run does not go back before that.
     */
    static final String EXPIRE = """
            update stepgraph.runs r
               set updated_at = stepgraph.clock(r.updated_at), wake_at = '-infinity'
             where r.run_number = :run and r.namespace = :namespace and r.reason_kind in ('asked', 'listens')
               and r.due_at <= stepgraph.clock(r.updated_at) and stepgraph.safely()
            """;

    static final String REOPEN_QUESTION = """
            with run as (
                update stepgraph.runs r
                   set status = 'WAITING', revision = r.revision + 1,
                       reason_kind = :reason_kind, reason = convert_from(:reason, 'UTF8'),
                       due_at = %1$s, wake_at = %1$s, notice_at = '-infinity',
                       rested_at = stepgraph.clock(r.updated_at),
                       last_event = r.last_event + :count, updated_at = stepgraph.clock(r.updated_at)
                 where r.run_number = :run and
            """.formatted(DUE_AT) + SEEN + """
                returning r.run_number, r.last_event, r.updated_at
            ), ticket as (
                update stepgraph.interrupts i
                   set answer_schema = convert_from(:answer_schema, 'UTF8'), answer = null, answered_by = null,
                       answered_at = null
                  from run
                 where i.run = run.run_number and i.visit = :asked
            ),
            """ + LOG + "select run_number from run";

    // ---- Messages

    /** Lets anyone continue a run that listens. */
    private static final String WAKE = """
            update stepgraph.runs r
               set status = 'QUEUED', revision = r.revision + 1, reason_kind = null, reason = null, due_at = null,
                   wake_at = stepgraph.clock(r.updated_at), rested_at = stepgraph.clock(r.updated_at),
                   updated_at = stepgraph.clock(r.updated_at)
             where r.run_number = :run and r.namespace = :namespace and r.status = 'WAITING'
               and r.reason_kind = 'listens'
            """;

    static final Messages.Sql MESSAGES = new Messages.Sql(
            "stepgraph.clock(null) - :keep * interval '1 millisecond'",
            "r.due_at <= stepgraph.clock(r.updated_at)",
            WAKE,
            EXPIRE);

    /** The part of a write that takes a message. */
    private static final String TAKE = """
            taken as (
                update stepgraph.messages
                   set taken_in = :taken_in, taken_at = (select updated_at from run), message = null
                 where run = :run and number = :number and exists (select from run)
            ),
            """;

    /** The part of a write that stores replies. */
    private static final String REPLY = """
            replied as (
                update stepgraph.messages
                   set reply = convert_from((cast(:replies as bytea[]))
                                                [array_position(cast(:numbers as bigint[]), number)], 'UTF8')
                 where run = :run and number = any (cast(:numbers as bigint[])) and exists (select from run)
            ),
            """;

    /**
     * Returns a write of a run with what it changes of the messages of the run. The counter that the owner has seen is
     * compared in the row of the run: if the write has to wait for a message that is told, it compares again.
     */
    static String with(@Nullable MessageWrite messages, String write) {
        if (messages instanceof MessageWrite.Listens) {
            return onlyIf("r.told = :told", write);
        }
        if (messages instanceof MessageWrite.Takes) {
            return onlyIf("r.settled = :settled", write)
                    .replace("revision = r.revision + 1", "revision = r.revision + 1, settled = r.settled + 1")
                    .replace(LOG, TAKE + LOG);
        }
        return messages == null ? write : write.replace(LOG, REPLY + LOG);
    }

    private static String onlyIf(String condition, String write) {
        return write.replaceFirst("returning", "and " + condition + " returning");
    }

    // ---- Effects

    private static final String READ_EFFECT = "select " + EffectReader.EFFECT;

    /** The run of a lease, locked against an acquisition until the ledger is written. */
    private static final String LEASED = """
            with held as (
                select r.run_number, stepgraph.clock(r.updated_at) as now
                  from stepgraph.runs r
                 where
            """ + HELD + """
                   and r.lease_until > stepgraph.clock(r.updated_at)
                   for share
            ),
            """;

    /** Where {@code again} is set, also begins a call of an effect that was begun before and is not done. */
    static final String BEGIN_EFFECT = LEASED + """
            begun as (
                insert into stepgraph.effects as e
                       (run, visit, name, item, ordinal, shown_item, step, status, fencing_token, attempt, is_keyed,
                        effect_key, parks_in_doubt, started_at, call_timeout, call_until, request, result_schema)
                select run_number, :effect_visit, :name, :item, :ordinal, :shown_item, :step, 'STARTED', :fencing_token,
                       :attempt, :is_keyed, :effect_key, :parks_in_doubt, now, :call_timeout,
                       now + :call_timeout * interval '1 millisecond',
                       convert_from(:request, 'UTF8'), convert_from(:result_schema, 'UTF8')
                  from held
                    on conflict (run, visit, name, item, ordinal) do update
                   set status = 'STARTED', fencing_token = excluded.fencing_token, attempt = excluded.attempt,
                       parks_in_doubt = excluded.parks_in_doubt, call_timeout = excluded.call_timeout,
                       call_until = excluded.call_until, result_schema = excluded.result_schema
                 where :again and e.status <> 'DONE'
                returning e.*
            ), found as (
                select * from begun
                 union all
                select e.*
                  from held
                  join stepgraph.effects e on e.run = held.run_number
                 where e.visit = :effect_visit and e.name = :name and e.item = :item and e.ordinal = :ordinal
                   and not exists (select from begun)
            )
            """ + READ_EFFECT + """
                   , stepgraph.millis(held.now) as read_at
              from found e, held
            """;

    /**
     * One at a time, by a key of parameters only: where effects are joined with anything, the server may keep a plan
     * that reads all of them, since there were few when it was made (S5).
     */
    static final String END_EFFECT = LEASED + """
            ended as (
            """ + ENDS_EFFECT + """
                   and exists (select from held)
            )
            select run_number from held
            """;

    /** As {@link #LEASED}, for each of {@code given}. */
    private static final String ALL_LEASED = """
            held as (
                select g.*, stepgraph.clock(r.updated_at) as now
                  from given g
                  join stepgraph.runs r on r.run_number = g.run
                 where (select stepgraph.safely())
                   and case when r.namespace = g.namespace and r.fencing_token = g.fencing_token and r.status = 'RUNNING'
                            then r.lease_until > stepgraph.clock(r.updated_at)
                       end
                   for share of r
            ),
            """;

    /** After {@link #SHARE}: begins effects that never began before. */
    static final String BEGIN_EFFECTS = """
            with given as (
                select *
                  from unnest(cast(:begin_runs as bigint[]), cast(:begin_namespaces as text[]), cast(:begin_tokens as bigint[]),
                              cast(:begin_visits as bigint[]), cast(:begin_names as text[]), cast(:begin_items as text[]),
                              cast(:begin_ordinals as bigint[]), cast(:begin_steps as text[]),
                              cast(:begin_attempts as bigint[]), cast(:begin_keys as text[]),
                              cast(:begin_parks as bigint[]), cast(:begin_timeouts as bigint[]),
                              cast(:begin_requests as bytea[]), cast(:begin_schemas as bytea[]))
                       with ordinality
                    as g (run, namespace, fencing_token, visit, name, item, ordinal, step, attempt, effect_key, parks,
                          call_timeout, request, result_schema, place)
            ),
            """ + ALL_LEASED + """
            begun as (
                insert into stepgraph.effects
                       (run, visit, name, item, ordinal, step, status, fencing_token, attempt, is_keyed, effect_key,
                        parks_in_doubt, started_at, call_timeout, call_until, request, result_schema)
                select run, visit, name, item, ordinal, step, 'STARTED', fencing_token, attempt, false, effect_key,
                       parks = 1, now, call_timeout, now + call_timeout * interval '1 millisecond', convert_from(request, 'UTF8'),
                       convert_from(result_schema, 'UTF8')
                  from held
                    on conflict (run, visit, name, item, ordinal) do nothing
                returning run, visit, name, item, ordinal
            )
            select held.place, stepgraph.millis(held.now) as begun_at
              from begun
              join held using (run, visit, name, item, ordinal);
            """;

    /** {@link #BEGIN_EFFECT} and {@link #BEGIN_EFFECTS} where a power cut may undo the write (E3). */
    static final String BEGIN_EFFECT_UNSYNCED = unsynced(BEGIN_EFFECT);

    static final String BEGIN_EFFECTS_UNSYNCED = unsynced(BEGIN_EFFECTS);

    private static String unsynced(String statement) {
        return statement.replace("stepgraph.safely()", "stepgraph.unsynced()");
    }

    /** After {@link #SHARE}: ends effects. */
    static final String END_EFFECTS = """
            with given as (
                select *
                  from unnest(cast(:end_runs as bigint[]), cast(:end_namespaces as text[]), cast(:end_tokens as bigint[]),
                              cast(:end_visits as bigint[]), cast(:end_names as text[]), cast(:end_items as text[]),
                              cast(:end_ordinals as bigint[]), cast(:end_statuses as text[]), cast(:end_results as bytea[]))
                       with ordinality
                    as g (run, namespace, fencing_token, visit, name, item, ordinal, status, result, place)
            ),
            """ + ALL_LEASED + """
            ended as (
                update stepgraph.effects e
                   set status = g.status, result = convert_from(g.result, 'UTF8'),
                       parks_in_doubt = e.parks_in_doubt or g.status = 'IN_DOUBT'
                  from held g
                 where e.run = g.run and e.visit = g.visit and e.name = g.name and e.item = g.item
                   and e.ordinal = g.ordinal and e.status = 'STARTED'
            )
            select place from held;
            """;

    private static final String RESOLVE_EFFECT = """
            update stepgraph.effects e
               set status = :status, result = convert_from(:result, 'UTF8'), resolved_by = :by
              from stepgraph.runs r
             where r.run_number = :run and r.namespace = :namespace and e.run = r.run_number
               and e.visit = :effect_visit and e.name = :name and e.item = :item and e.ordinal = :ordinal
               and e.status = 'IN_DOUBT' and stepgraph.safely()
            returning e.run, e.step, e.visit
            """;

    /** Lets anyone continue a parked run when nobody has to resolve an effect of its visit any more. */
    private static final String WAKE_RESOLVED = """
            update stepgraph.runs r
               set status = 'QUEUED', reason_kind = null, reason = null, notice_at = null,
                   wake_at = r.updated_at, rested_at = r.updated_at
             where r.run_number = :run and r.status = 'WAITING' and r.reason_kind = 'parked' and r.required_mode is null
               and not exists (select from stepgraph.effects e
                                where e.run = r.run_number and e.visit = r.visit and e.status = 'IN_DOUBT')
            """;

    private static final String KEY = " k.namespace = :namespace and k.name = :name and k.business_key = :item ";

    /** Lets a place hold a business key that nobody holds, and locks the key. */
    static final String HOLD_KEY = LEASED + """
            key as (
                insert into stepgraph.effect_keys as k
                       (namespace, name, business_key, run, visit, status, call_timeout, call_until, request)
                select :namespace, :name, :item, run_number, :effect_visit, 'STARTED', :call_timeout,
                       now + :call_timeout * interval '1 millisecond', convert_from(:request, 'UTF8')
                  from held
                    on conflict (namespace, name, business_key) do update
                   set namespace = excluded.namespace
                returning k.*
            )
            select key.run, key.visit, key.status, key.call_timeout, stepgraph.millis(key.call_until) as call_until,
                   stepgraph.millis(held.now) as read_at
              from key, held
            """;

    /** Copies an effect to the key that it holds. Its later changes follow by a trigger. */
    private static final String COPY_TO_KEY = """
            update stepgraph.effect_keys k
               set status = e.status, call_timeout = e.call_timeout, call_until = e.call_until, request = e.request, result = e.result
              from stepgraph.effects e
             where e.run = :run and e.visit = :effect_visit and e.name = :name and e.item = :item and e.ordinal = :ordinal
               and k.run = :run and k.visit = :effect_visit and
            """ + KEY;

    /** Copies what the holder of a key has recorded to another place, unless that has a result. */
    private static final String COPY_FROM_KEY = """
            insert into stepgraph.effects as e
                   (run, visit, name, item, ordinal, shown_item, step, status, fencing_token, attempt, is_keyed, effect_key,
                    parks_in_doubt, started_at, call_timeout, call_until, request, result_schema, result)
            select r.run_number, :effect_visit, :name, :item, :ordinal, :shown_item, :step, k.status, 0, 0, true, :effect_key,
                   :parks_in_doubt, stepgraph.clock(r.updated_at), k.call_timeout, k.call_until, k.request,
                   convert_from(:result_schema, 'UTF8'), k.result
              from stepgraph.effect_keys k, stepgraph.runs r
             where r.run_number = :run and
            """ + KEY + """
                on conflict (run, visit, name, item, ordinal) do update
               set status = excluded.status, fencing_token = 0, attempt = 0, parks_in_doubt = excluded.parks_in_doubt,
                   call_timeout = excluded.call_timeout, call_until = excluded.call_until, request = excluded.request,
                   result_schema = excluded.result_schema, result = excluded.result
             where e.status <> 'DONE'
            """;

    /**
     * Locks all runs that a decision is about, before their effects: the next statement sees what other decisions about
     * them have written.
     */
    static final String LOCK_DECIDED = """
            select r.run_number
              from stepgraph.runs r
             where r.namespace = :namespace
               and (r.run_number = :run
                    or r.run_number in (select e.run
                                          from stepgraph.effects e
                                         where e.status = 'IN_DOUBT' and e.is_keyed and e.name = :name and e.item = :item)
                    or r.run_number in (select k.run from stepgraph.effect_keys k where
            """ + KEY + """
                    ))
             order by r.run_number desc
               for update
            """;

    /** Locks a business key before its effects, in the order in which the start of a call does. */
    static final String LOCK_KEY = "select 1 from stepgraph.effect_keys k where" + KEY + "for update";

    /** Resolves all effects in doubt with a business key, and gives their runs. */
    private static final String RESOLVE_KEYED = """
            update stepgraph.effects e
               set status = :status, result = convert_from(:result, 'UTF8'), resolved_by = :by
              from stepgraph.runs r
             where e.status = 'IN_DOUBT' and e.is_keyed and e.name = :name and e.item = :item
               and r.run_number = e.run and r.namespace = :namespace
            returning e.run, e.step, e.visit
            """;

    /**
     * Resolves the effect that holds a business key, if its run did not record the end of the call and nobody can be in
     * it.
     */
    private static final String RESOLVE_HOLDER = """
            update stepgraph.effects e
               set status = :status, result = convert_from(:result, 'UTF8'), resolved_by = :by
              from stepgraph.effect_keys k
             where e.run = k.run and e.visit = k.visit and e.name = :name and e.item = :item and e.status = 'STARTED'
               and e.call_until < stepgraph.clock(null) and
            """ + KEY + "returning e.run, e.step, e.visit";

    /** Resolves a business key whose holder is deleted. */
    private static final String RESOLVE_KEY = """
            update stepgraph.effect_keys k
               set status = :status, result = convert_from(:result, 'UTF8')
             where (k.status = 'IN_DOUBT' or k.status = 'STARTED' and k.call_until < stepgraph.clock(null)) and
            """ + KEY;

    /** The business keys whose calls were not recorded to end, except those that others are about to write. */
    private static final String FIND_OPEN_KEYS = """
            select cast(k.ctid as text) as place, k.run, k.visit, k.call_timeout,
                   stepgraph.millis(k.call_until) as call_until, stepgraph.millis(stepgraph.clock(null)) as read_at
              from stepgraph.effect_keys k
             where k.namespace = :namespace and k.status in ('STARTED', 'IN_DOUBT')
               for update
              skip locked
            """;

    /** Nobody can be in the call of a key any more; {@code :over} has those places of {@link #FIND_OPEN_KEYS}. */
    private static final String CALL_IS_OVER = """
             (k.status in ('DONE', 'FAILED')
              or k.ctid in (select cast(place as tid)
                              from json_array_elements_text(cast(convert_from(:over, 'UTF8') as json)) as place))
            """;

    private static final String PRUNABLE_KEYS = """
                select k.ctid
                  from stepgraph.effect_keys k
                 where k.namespace = :namespace and k.call_until < :called_before and
            """ + CALL_IS_OVER + """
                   and (k.status in ('DONE', 'FAILED')
                        or not exists (select from stepgraph.runs r where r.run_number = k.run))
            """;

    private static final String COUNT_PRUNABLE_KEYS =
            "select count(*) as count from (" + PRUNABLE_KEYS + " limit :limit) as prunable";

    private static final String PRUNE_KEYS = "with old as (" + PRUNABLE_KEYS + """
                   and stepgraph.safely()
                 order by k.call_until
                 limit :limit
                   for update skip locked
            )
            delete from stepgraph.effect_keys where ctid in (select ctid from old)
            """;

    private static final String DELETE_KEYS =
            "delete from stepgraph.effect_keys k where k.namespace = :namespace and" + CALL_IS_OVER;

    private static final String EFFECTS_OF_RUN = READ_EFFECT + """
                   , stepgraph.millis(stepgraph.clock(r.updated_at)) as read_at
              from stepgraph.runs r
              join stepgraph.effects e on e.run = r.run_number
             where r.namespace = :namespace and r.id = :id
            """;

    private static final String IN_ORDER = " order by e.visit, e.name, e.item, e.ordinal";

    private static final String FIND_EFFECTS = EFFECTS_OF_RUN + IN_ORDER;

    private static final String FIND_RUN_IN_DOUBT = EFFECTS_OF_RUN + " and e.status = 'IN_DOUBT'" + IN_ORDER;

    private static final String FIND_IN_DOUBT = READ_EFFECT + """
                   , r.id, stepgraph.millis(stepgraph.clock(r.updated_at)) as read_at
              from stepgraph.effects e
              join stepgraph.runs r on r.run_number = e.run
             where e.status = 'IN_DOUBT' and r.namespace = :namespace
             order by e.run, e.visit, e.name, e.item, e.ordinal
             limit :limit
            """;

    static final Effects.Sql EFFECTS = new Effects.Sql(
            FIND_EFFECTS,
            FIND_RUN_IN_DOUBT,
            FIND_IN_DOUBT,
            COPY_FROM_KEY,
            COPY_TO_KEY,
            RESOLVE_EFFECT,
            RESOLVE_HOLDER,
            RESOLVE_KEYED,
            RESOLVE_KEY,
            CHANGE,
            WAKE_RESOLVED,
            FIND_OPEN_KEYS,
            PRUNE_KEYS,
            COUNT_PRUNABLE_KEYS,
            DELETE_KEYS);

    // ---- Lists

    static final ListSql LISTS = new ListSql("wake_at", "stepgraph.millis(stepgraph.clock(null)) as read_at");

    static final CallReader.Sql CALLS = new CallReader.Sql(
            "stepgraph.millis(stepgraph.clock(r.updated_at)) as read_at",
            "cast(cast(r.reason as json) -> 'failure' as text)",
            "r.wake_at <= stepgraph.clock(null)");

    // ---- Logs and threads

    static final String FIND_EVENTS = """
            select r.run_number, r.ended_at is not null as ended, r.last_event,
                   e.last, e.count, stepgraph.millis(e.at) as at, e.events
              from stepgraph.runs r
              left join lateral (
                   select *
                     from (select *, sum(octet_length(events)) over (order by last) - octet_length(events) as before
                             from (select last, count, at, events
                                     from stepgraph.events
                                    where run = r.run_number and last > :after
                                    order by last
                                    limit :batches) as following) as page
                    where before < %s) e on true
             where r.namespace = :namespace and r.id = :id
             order by e.last
            """.formatted(EventLog.PAGE_BYTES);

    static final String LAST_OF_THREAD =
            "select last_run, last_id from stepgraph.threads where namespace = :namespace and thread = :thread";

    // ---- Hints

    /** Nothing is lost with a notification, so none waits for the disk. */
    static final String NOTIFY = """
            select set_config('synchronous_commit', 'off', true), pg_notify(:channel, payload)
              from unnest(cast(:payloads as text[])) as payload
            """;

    /** The server sends it after the commit, and once for each run. */
    static final String NOTIFY_WITH_COMMIT =
            "select pg_notify(:channel, payload) from unnest(cast(:payloads as text[])) as payload";

    // ---- Removal

    /** Locks an ended run before its effects are read: a decision about one of them locks it, too. */
    private static final String LOCK_ENDED = """
            select run_number
              from stepgraph.runs
             where namespace = :namespace and id = :id and status in ('COMPLETED', 'FAILED', 'CANCELLED')
               for update
            """;

    private static final String REMOVED = " returning run_number, parent is null as is_top";

    private static final String DELETE =
            "delete from stepgraph.runs where (run_number = :run or root = :run) and stepgraph.safely()" + REMOVED;

    /** Nobody has called a run, and no member of its family is unfinished or has an effect in doubt. */
    private static final String IS_SETTLED = """
             r.parent is null
                   and not exists (select from stepgraph.effects e where e.run = r.run_number and e.status = 'IN_DOUBT')
                   and not exists (select
                                     from stepgraph.runs m
                                    where m.root = r.run_number
                                      and (m.ended_at is null
                                           or exists (select
                                                        from stepgraph.effects e
                                                       where e.run = m.run_number and e.status = 'IN_DOUBT')))
            """;

    private static final String PRUNABLE = """
                select r.run_number
                  from stepgraph.runs r
                 where r.namespace = :namespace and r.status = :status and r.rested_at is not null
                   and (r.rested_at < :ended_before
                        or (r.retention = 'DELETE_ON_END' and r.status in ('COMPLETED', 'CANCELLED')))
                   and
            """ + IS_SETTLED;

    private static final String COUNT_PRUNABLE =
            "select count(*) as count from (" + PRUNABLE + " limit :limit) as prunable";

    /** Removes the runs of {@code old}, which nobody has called, with their families. */
    private static final String DELETE_OLD = """
            ), family as (
                select run_number from old
                 union all
                select m.run_number
                  from old
                  join stepgraph.runs m on m.root = old.run_number
            ), locked as (
                select r.run_number
                  from stepgraph.runs r
                  join family f on f.run_number = r.run_number
                 order by r.run_number desc
                   for update of r
            )
            delete from stepgraph.runs
             where run_number in (select run_number from locked)
            """ + REMOVED;

    private static final String PRUNE = "with old as (" + PRUNABLE + """
                   and stepgraph.safely()
                 order by r.rested_at
                 limit :limit
                   for update skip locked
            """ + DELETE_OLD;

    /** Also finds runs that were called at the moment at which their caller was removed. */
    private static final String DELETE_ALL = """
            with old as (
                (select run_number
                   from stepgraph.runs
                  where namespace = :namespace and parent is null and stepgraph.safely()
                  limit :limit)
                 union
                select root
                  from (select root
                          from stepgraph.runs
                         where namespace = :namespace and parent is not null
                         limit :limit) as called
                 where not exists (select from stepgraph.runs t where t.run_number = called.root)
            """ + DELETE_OLD;

    private static final String DELETE_MARKED = """
            with old as (
                select r.run_number
                  from stepgraph.runs r
                 where r.namespace = :namespace and r.retention = 'DELETE_ON_END' and r.ended_at is not null
                   and r.status in ('COMPLETED', 'CANCELLED') and stepgraph.safely()
                   and (r.ended_at <= stepgraph.clock(r.updated_at) - :age * interval '1 millisecond'
                        or r.owner_runner = :runner)
                   and
            """ + IS_SETTLED + """
                 order by r.ended_at
                 limit :limit
                   for update skip locked
            """ + DELETE_OLD;

    static final Removals.Sql REMOVALS =
            new Removals.Sql(LOCK_ENDED, DELETE, PRUNE, COUNT_PRUNABLE, DELETE_MARKED, DELETE_ALL);

    /** A statement of its own after the removal of the runs, so that it sees the last events. */
    static final String DELETE_EVENTS = "delete from stepgraph.events where run = any (:runs)";
}
