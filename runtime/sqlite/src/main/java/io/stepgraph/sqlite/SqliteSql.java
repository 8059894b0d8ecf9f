package io.stepgraph.sqlite;

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
import java.util.regex.Pattern;

/**
 * All SQL of {@link SqliteStore} that reads and writes its {@linkplain SqliteTables tables}. Times are milliseconds
 * since 1970: {@code :now} by the wall clock, {@code :monotonic} by the monotonic clock, for leases and calls, and
 * {@code :time} for the queue (see {@link StoreClock}). JSON is text. Parameters that carry JSON are bound as UTF-8
 * bytes and cast, and columns are cast back, so that no document is decoded and encoded again on its way.
 */
final class SqliteSql {
    private SqliteSql() {}

    /** A statement for a file. Statements that both stores share are written as for Postgres. */
    static NamedQuery query(String sql) {
        String withJson = SHARED_JSON.matcher(sql).replaceAll("cast($1 as text)");
        return NamedQuery.withNames(SHARED_ARRAY
                .matcher(withJson)
                .replaceAll("in (select value from json_each(cast($1 as text)))")
                .replace("for no key update", "")
                .replace("stepgraph.clock(null)", ":now")
                .replace("stepgraph.safely()", "true")
                .replace("stepgraph.millis(", "(")
                .replace("stepgraph.", ""));
    }

    private static final Pattern SHARED_JSON = Pattern.compile("convert_from\\((:\\w+), 'UTF8'\\)");

    private static final Pattern SHARED_ARRAY = Pattern.compile("= any \\((:\\w+)\\)");

    // ---- Transactions

    /** Takes the write lock at once, so that a transaction waits for others at its beginning only. */
    static final String BEGIN = "begin immediate";

    static final String COMMIT = "commit";

    static final String ROLLBACK = "rollback";

    /** The savepoint of one of the writers that share a transaction. */
    static final String SAVEPOINT = "savepoint one";

    static final String ROLLBACK_TO_SAVEPOINT = "rollback to one";

    static final String RELEASE_SAVEPOINT = "release one";

    /** Finds tables or triggers of the connection's own, which no connection of the store has. */
    static final String HAS_TEMPORARY = "select 1 from sqlite_temp_master limit 1";

    // ---- Common parts of statements

    /** The {@code wake_at} of a question or wait that was seen as over: whatever the wall clock says from then on. */
    static final long EXPIRED_FOR_GOOD = 0;

    /**
     * The clock by which a run is due, and a worker may claim it. One that listens or has called others, and is due at
     * no time, may have a deadline.
     */
    private static final String DUE_CLOCK = """
            iif(reason_kind = 'delayed' or due_at is null and coalesce(reason_kind, '') not in ('listens', 'called'),
                :time, :now)
            """;

    /** When a run is due that stops now. */
    private static final String DUE_AT = "coalesce(:due_at, iif(:reason_kind = 'delayed', :time, :now) + :due_in)";

    /**
     * The {@code notice_at} of a run that stops now: at once if it asks, has failed without a caller, or is parked and no
     * worker may claim it; null for any other.
     */
    private static final String NOTICE_AT = """
            case when :reason_kind = 'asked' or :reason_kind = 'failed' and parent is null
                              or :reason_kind = 'parked' and %s is null
                         then 0 end
            """.formatted(DUE_AT).strip();

    private static final String BATCH = """
            '{"last":' || (last_event + :count) || ',"at":' || :now || ',"events":' || cast(:events as text) || '}'
            """;

    /** Adds to the log of a run; see {@link SqliteTables#RECENT}. */
    private static final String LOG = """
            updated_at = :now,
                   last_event = last_event + :count,
                   recent = case when :count = 0 then recent
                                 else iif(length(recent) <= %s, recent || ',', '') ||
            """.formatted(SqliteTables.RECENT) + BATCH + " end";

    /** Lets an owner continue a run at a checkpoint, with the stored state. */
    private static final String CONTINUES = """
                   owner_machine = :machine, owner_boot = :boot, owner_pid = :pid, owner_start = :process_start,
                   owner_runner = :runner, counts_crash = :counts_crash,
                   lease_until = :monotonic + :lease, lease_clock = :clock, period = :lease, due_at = null,
                   wake_at = case when :machine is null then :time end, claimed_until = null, notice_at = null,
                   required_mode = null,
                   ended_since = null,
                   rested_at = case when :machine is null then :now end,
                   step = :step, visit = :visit, attempt = :attempt, crashes = :crashes,
                   budget_start_visit = :budget_start_visit,
                   rule_state = cast(:rule_state as text), input = cast(:input as text),
            """;

    // ---- Runs

    /** The columns of a run that the clock reads beside its times. */
    private static final String CLOCKED = "r.lease_clock, r.period, r.wake_at";

    static final String FIND = "select " + CLOCKED + ", " + RowReader.RUN + """
              from runs r
              left join starts s on s.run = r.run_number
             where r.namespace = :namespace and r.id = :id
            """;

    static final String FIND_SUMMARY = "select " + CLOCKED + ", " + RowReader.SUMMARY + """
              from runs r
             where r.namespace = :namespace and r.id = :id
            """;

    static final String INSERT_RUN = """
            insert into runs (namespace, id, graph, fingerprint, status, fencing_token, revision, command_version, mode,
                   owner_machine, owner_boot, owner_pid, owner_start, owner_runner, counts_crash,
                   step, visit, attempt, crashes, budget_start_visit, started_at, deadline_at, thread, retention,
                   started_by, labels, updated_at, rested_at, lease_until, lease_clock, period, due_at, wake_at,
                   last_event, recent, rule_state, input, state)
            values (:namespace, :id, :graph, :fingerprint, iif(:machine is null, 'QUEUED', 'RUNNING'), 1, 1, 0, :mode,
                   :machine, :boot, :pid, :process_start, :runner, :counts_crash,
                   :step, :visit, :attempt, :crashes, :budget_start_visit, :now, :now + :time_limit, :thread, :retention,
                   :started_by, cast(:labels as text), :now, iif(:machine is null, :now, null), :monotonic + :lease, :clock, :lease,
                   coalesce(:start_at, :now + :start_after),
                   iif(:machine is null, coalesce(:start_at, :now + :start_after, :time), null), :count,
                   iif(:count = 0, null, '{"last":' || :count || ',"at":' || :now || ',"events":' || cast(:events as text) || '}'),
                   cast(:rule_state as text), cast(:input as text), cast(:state as text))
            """;

    static final String INSERT_START = """
            insert into starts (run, start)
            select run_number, cast(:start as text)
              from runs
             where namespace = :namespace and id = :id
            """;

    static final String ACQUIRE = """
            update runs
               set status = 'RUNNING', fencing_token = fencing_token + 1, revision = revision + 1,
                   reason_kind = null, reason = null, ended_at = null,
            """ + CONTINUES + LOG + """
             where run_number = :run and namespace = :namespace and fencing_token = :fencing_token
               and revision = :revision and status = :status
               and (reason_kind = 'parked' or due_at is null and reason_kind is not 'listens' or wake_at = %s
                    or due_at <= %s)
            """.formatted(EXPIRED_FOR_GOOD, DUE_CLOCK);

    /** The run that came after a failed run in its thread. Null if that run was deleted. */
    static final String LATER_IN_THREAD = """
            select r.thread,
                   coalesce((select n.id from runs n
                              where n.namespace = r.namespace and n.thread = r.thread
                                and n.status in ('QUEUED', 'RUNNING', 'WAITING')),
                            (select l.id from runs l where l.run_number = t.last_run and l.namespace = r.namespace)) as later
              from runs r
              left join threads t on t.namespace = r.namespace and t.thread = r.thread
             where r.run_number = :run and r.namespace = :namespace and r.thread is not null and r.status = 'FAILED'
               and r.revision = coalesce(:revision, r.revision)
               and (t.last_run is not r.run_number
                    or exists (select 1 from runs n
                                where n.namespace = r.namespace and n.thread = r.thread
                                  and n.status in ('QUEUED', 'RUNNING', 'WAITING')))
            """;

    static final String REOPEN = """
            update runs
               set status = 'QUEUED', fencing_token = fencing_token + 1, revision = revision + 1,
                   reason_kind = null, reason = null, ended_at = null, ended_since = null, wake_at = :time,
                   claimed_until = null, notice_at = null, rested_at = :now, attempt = 1, crashes = 0, budget_start_visit = visit,
            """ + LOG + """
             where run_number = :run and namespace = :namespace and visit = :visit and status = 'FAILED'
            """;

    static final String RENEW = """
            update runs
               set lease_until = :monotonic + :lease
             where run_number = :run and namespace = :namespace and fencing_token = :fencing_token
               and status = 'RUNNING' and lease_until > :monotonic
            returning command_version
            """;

    /** The commit of a step after which the run continues: no column of it is in an index (S5). */
    static final String COMMIT_STEP = """
            update runs
               set revision = revision + 1, fingerprint = :fingerprint,
                   step = :step, visit = :visit, attempt = :attempt, crashes = :crashes,
                   budget_start_visit = :budget_start_visit,
                   lease_until = :monotonic + :lease,
                   rule_state = cast(:rule_state as text), input = cast(:input as text),
                   state = coalesce(cast(:state as text), state),
            """ + LOG + """
             where run_number = :run and namespace = :namespace and fencing_token = :fencing_token
               and revision = :revision and command_version = :command_version
               and status = 'RUNNING' and lease_until > :monotonic
            """;

    /** A worker takes up a run that waits for a time, a message or others also at its deadline (R8, C9). */
    static final String COMMIT_STOP =
            """
            update runs
               set revision = revision + 1, fingerprint = :fingerprint, status = :status,
                   owner_machine = null, owner_boot = null, owner_pid = null, owner_start = null,
                   owner_runner = case when :status in ('COMPLETED', 'CANCELLED') then owner_runner end,
                   step = :step, visit = :visit, attempt = :attempt, crashes = :crashes,
                   budget_start_visit = :budget_start_visit,
                   cancel_requested_by = coalesce(:cancel_requested_by, cancel_requested_by),
                   ended_at = case when :status in ('COMPLETED', 'FAILED', 'CANCELLED') then :now end,
                   ended_since = case when :status in ('COMPLETED', 'FAILED', 'CANCELLED') then :time end,
                   lease_until = null, lease_clock = null, period = :due_in, claimed_until = null,
                   due_at = %1$s, rested_at = :now,
                   wake_at = coalesce(min(%1$s, %2$s), %1$s, %2$s),
                   notice_at = %3$s,
                   required_mode = :required_mode,
                   stop_as = case when :status not in ('COMPLETED', 'FAILED', 'CANCELLED') then stop_as end,
                   rule_state = case when :status not in ('COMPLETED', 'CANCELLED') then cast(:rule_state as text) end,
                   reason_kind = :reason_kind, reason = cast(:reason as text),
                   input = case when :status not in ('COMPLETED', 'CANCELLED') then cast(:input as text) end,
                   state = case when :status not in ('COMPLETED', 'CANCELLED') or thread is not null
                                then coalesce(cast(:state as text), state) end,
            """.formatted(DUE_AT, "iif(:reason_kind in ('waits', 'listens', 'called'), deadline_at, null)", NOTICE_AT)
                    + LOG + """
             where run_number = :run and namespace = :namespace and fencing_token = :fencing_token
               and revision = :revision and command_version = :command_version
               and status = 'RUNNING' and lease_until > :monotonic
            """;

    /**
     * Gives the state of the last run of a thread to the next run. If the run may not keep its state,
     * {@link #DROP_STATE} follows.
     */
    static final String LEAVE_THREAD = """
            insert into threads (namespace, thread, graph, last_run, state)
            select namespace, thread, graph, run_number, state
              from runs
             where run_number = :run and namespace = :namespace and thread is not null
               and status in ('COMPLETED', 'FAILED', 'CANCELLED')
                on conflict (namespace, thread) do update
               set graph = excluded.graph, last_run = excluded.last_run, state = excluded.state
            """;

    static final String DROP_STATE = """
            update runs
               set rule_state = null, input = null, state = null
             where run_number = :run and namespace = :namespace and status in ('COMPLETED', 'CANCELLED')
               and state is not null
            """;

    static final String DROP_START = """
            delete from starts
             where run = (select run_number
                            from runs
                           where run_number = :run and namespace = :namespace and status in ('COMPLETED', 'CANCELLED'))
            """;

    /** Finds runs whose lease may be over: where another clock has counted, only {@link StoreClock} knows. */
    static final String MAYBE_EXPIRED = """
            select id, run_number, fencing_token, lease_until, lease_clock, period
              from runs
             where namespace = :namespace and status = 'RUNNING' and (lease_until <= :monotonic or lease_clock <> :clock)
             order by lease_until
            """;

    private static final String ENDS = """
                   status = :status, ended_at = :now, ended_since = :time, due_at = null, wake_at = null,
                   claimed_until = null, notice_at = iif(:status = 'FAILED' and parent is null, 0, null),
                   required_mode = null, rested_at = :now, lease_until = null, lease_clock = null,
                   period = null, stop_as = null,
                   owner_machine = null, owner_boot = null, owner_pid = null, owner_start = null, owner_runner = null,
                   cancel_requested_by = coalesce(:cancel_requested_by, cancel_requested_by),
                   reason_kind = :reason_kind, reason = cast(:reason as text),
            """ + LOG;

    /** Ends a run that no owner executes, or that its owner releases. */
    static final String END = "update runs set" + ENDS + """
             where run_number = :run and namespace = :namespace and fencing_token = :fencing_token
               and revision = :revision and command_version = :command_version
               and status = :was
               and (status <> 'RUNNING' or :may_end)
            """;

    static final String RELEASE = """
            update runs
               set status = 'QUEUED', lease_until = null, lease_clock = null, period = null, wake_at = :time,
                   claimed_until = null, rested_at = :now, updated_at = :now,
                   owner_machine = null, owner_boot = null, owner_pid = null, owner_start = null, owner_runner = null
             where run_number = :run and namespace = :namespace and fencing_token = :fencing_token
               and status = 'RUNNING' and cancel_requested_by is null and stop_as is null and lease_until > :monotonic
            """;

    /** Writes a change from outside; another statement ends the run before. */
    static final String CHANGE = """
            update runs
               set command_version = command_version + 1,
                   mode = coalesce(:mode, mode), mode_by = coalesce(:mode_by, mode_by),
                   cancel_requested_by = coalesce(:cancel_requested_by, cancel_requested_by),
                   stop_as = coalesce(cast(:stop_as as text), stop_as),
                   wake_at = case :wake when 'NOW' then :time when 'AS_BEFORE' then wake_at end,
                   notice_at = case when :wake = 'NOW' then null
                                    when :wake = 'LATER' and wake_at is not null then 0
                                    else notice_at
                               end,
                   claimed_until = iif(:wake = 'AS_BEFORE', claimed_until, null),
            """ + LOG + """
             where run_number = :run
            returning run_number
            """;

    // ---- Calls

    static final String COUNT_FAMILY = """
            select 1 + count(*) as count
              from runs
             where root = (select coalesce(root, run_number) from runs where run_number = :run)
            """;

    /** Follows {@link #COMMIT_STOP}, as all that a call writes. */
    static final String INSERT_CALL = """
            insert into calls (run, visit, open, lasts, called)
            select run_number, visit, :open, due_at - :now, reason
              from runs
             where run_number = :run
            """;

    /** The modes up to that of the call are {@code :modes}. */
    static final String INSERT_CHILD = """
            insert into runs (namespace, id, graph, fingerprint, status, fencing_token, revision, command_version, mode,
                   step, visit, attempt, crashes, budget_start_visit, started_at, deadline_at, retention, started_by,
                   parent, root, call_visit, call_place, max_mode, updated_at, rested_at, wake_at,
                   last_event, recent, rule_state, input, state)
            select namespace, :id, :graph, :fingerprint, 'QUEUED', 1, 1, 0,
                   iif(mode in (select value from json_each(cast(:modes as text))), mode, :max_mode),
                   :step, :visit, :attempt, :crashes, :budget_start_visit, :now, deadline_at, retention, started_by,
                   run_number, coalesce(root, run_number), visit, :place, :max_mode, :now, :now, :time,
                   :count, iif(:count = 0, null, '{"last":' || :count || ',"at":' || :now || ',"events":' || cast(:events as text) || '}'),
                   cast(:rule_state as text), cast(:input as text), cast(:state as text)
              from runs
             where run_number = :run
                on conflict (namespace, id) do nothing
            """;

    /** The limits of a called run, and whether its caller waits for others of its call. */
    static final String FIND_CALLER = """
            select r.namespace, r.id, r.mode, r.max_mode, p.mode as caller_mode, p.id as caller,
                   c.open > 0 and p.status = 'WAITING' and p.reason_kind = 'called' and p.visit = c.visit
                       and (c.lasts is null or p.due_at is not null) as is_open
              from runs r
              join runs p on p.run_number = r.parent
              left join calls c on c.run = r.parent and c.visit = r.call_visit
             where r.run_number = :run and r.namespace = :namespace
            """;

    /** The unfinished descendants of a run, each after its caller. */
    static final String FIND_DESCENDANTS = """
            with recursive family (run_number) as (
                select run_number from runs where parent = :run
                 union all
                select c.run_number from family f join runs c on c.parent = f.run_number
            )
            select p.mode as caller_mode, r.max_mode, r.parent,""" + CLOCKED + ", " + RowReader.SUMMARY + """
              from family f
             cross join runs r
             cross join runs p
             where r.run_number = f.run_number and r.ended_at is null and p.run_number = r.parent
             order by r.run_number
            """;

    /** Ends a called run that nobody executes, by a command for its family: it has no thread and no start. */
    static final String END_DESCENDANT = """
            update runs
               set command_version = command_version + 1, rule_state = iif(:status = 'FAILED', rule_state, null),
                   input = iif(:status = 'FAILED', input, null), state = iif(:status = 'FAILED', state, null),
            """ + ENDS + " where run_number = :run";

    /** Lets the last end alone wake a run that has called others (C9). */
    static final String STOP_CALLED = """
            update runs
               set due_at = null, wake_at = null, claimed_until = null
             where run_number = :run and namespace = :namespace and fencing_token = :fencing_token
               and revision = :revision and status = :status and reason_kind = 'called'
            """;

    static final String SET_MODE = "update runs set mode = :mode where run_number = :run and mode <> :mode";

    /** The failed runs of the call at which a run was {@linkplain #REOPEN opened again}. */
    static final String FIND_FAILED = """
            select r.run_number, r.namespace, r.id, r.step, r.visit, r.max_mode, p.mode as caller_mode
              from runs p
              join runs r on r.parent = p.run_number and r.call_visit = p.visit
             where p.run_number = :run and r.status = 'FAILED'
             order by r.run_number
            """;

    private static final String CALL_DUE_AT = "coalesce(:due_at, :now + coalesce(:due_in, c.lasts))";

    /** Lets a run that was opened at a call wait for the runs of it, or go on if all have ended (C10). */
    static final String REOPEN_CALL = """
            update runs
               set status = iif(c.open > 0, 'WAITING', 'QUEUED'), reason = c.called,
                   reason_kind = iif(c.open > 0, 'called', 'joined'),
                   due_at = iif(c.open > 0, %1$s, null),
                   wake_at = iif(c.open > 0, coalesce(min(%1$s, deadline_at), %1$s, deadline_at), wake_at)
              from calls c
             where run_number = :run and c.run = run_number and c.visit = runs.visit
            """.formatted(CALL_DUE_AT);

    static final CallReader.Sql CALLS = new CallReader.Sql(
            CLOCKED, "iif(json_valid(r.reason), r.reason -> 'failure', '')", "r.wake_at <= " + DUE_CLOCK);

    // ---- Removal

    private static final String FIND_ENDED = """
            select run_number
              from runs
             where namespace = :namespace and id = :id and status in ('COMPLETED', 'FAILED', 'CANCELLED')
            """;

    private static final String REMOVED = " returning run_number, parent is null as is_top";

    private static final String DELETE = "delete from runs where run_number = :run or root = :run" + REMOVED;

    /** Deletes the families of these runs, which nobody has called. */
    private static String deleteFamilies(String tops) {
        return "with tops (run_number) as materialized (" + tops + ") delete from runs" + """
                 where run_number in (select run_number
                                        from tops
                                       union all
                                      select m.run_number from tops cross join runs m where m.root = tops.run_number)
                """ + REMOVED;
    }

    /** No member of the family of a run is unfinished or has an effect in doubt. */
    private static final String IS_SETTLED = """
            not exists (select 1 from runs m where m.root = runs.run_number and m.ended_at is null)
               and run_number not in (select coalesce(m.root, m.run_number)
                                        from effects e
                                        join runs m on m.run_number = e.run
                                       where e.status = 'IN_DOUBT')
            """;

    private static final String PRUNABLE = """
            select run_number
              from (select run_number, rested_at
                      from runs
                     where namespace = :namespace and status = :status and rested_at < :ended_before and parent is null
                     union
                    select run_number, rested_at
                      from runs indexed by runs_marked
                     where namespace = :namespace and status = :status and retention = 'DELETE_ON_END'
                       and ended_at is not null and parent is null and status in ('COMPLETED', 'CANCELLED')) as runs
             where
            """ + IS_SETTLED + """
             order by rested_at
             limit :limit
            """;

    private static final String PRUNE = deleteFamilies(PRUNABLE);

    private static final String COUNT_PRUNABLE = "select count(*) as count from (" + PRUNABLE + ")";

    private static final String DELETE_ALL =
            deleteFamilies("select run_number from runs where namespace = :namespace and parent is null limit :limit");

    private static final String DELETE_MARKED = deleteFamilies("""
            select run_number
              from runs
             where namespace = :namespace and retention = 'DELETE_ON_END' and ended_at is not null and parent is null
               and status in ('COMPLETED', 'CANCELLED')
               and (ended_since <= :time - :age or owner_runner = :runner)
               and
            """ + IS_SETTLED + " order by ended_at limit :limit");

    static final Removals.Sql REMOVALS =
            new Removals.Sql(FIND_ENDED, DELETE, PRUNE, COUNT_PRUNABLE, DELETE_MARKED, DELETE_ALL);

    // ---- Queue

    static final String COUNT_QUEUED = """
            select count(*) as queued
              from (select 1
                      from runs indexed by runs_wake
                     where graph = :graph and namespace = :namespace and status = 'QUEUED' and wake_at is not null
                       and parent is null
                     limit :limit)
            """;

    /** A claim that ends later than a claim made now was made by another clock. */
    private static final String UNCLAIMED =
            "(claimed_until is null or claimed_until <= :time or claimed_until > :time + :length)";

    /** A worker may take over a run from an owner that is gone. */
    private static final String IS_ABANDONED = """
            :takes_over and status = 'RUNNING' and crashes + counts_crash < :max_crashes
                       and (lease_until <= :monotonic and lease_clock = :clock
                            or run_number in (select value from json_each(cast(:over as text)))
                            or owner_runner in (select value from json_each(cast(:dead as text))))
            """;

    /** A worker may continue a run that has no owner. */
    private static final String IS_AWAKE = """
            status <> 'RUNNING' and wake_at <= %s and crashes < :max_crashes
                              and (required_mode is null
                                   or required_mode in (select value from json_each(cast(:modes as text))))
            """.formatted(DUE_CLOCK);

    /** The worker has the step of a run, no other one has claimed it, and it has not refused it as it is. */
    private static final String IS_FREE = """
            step in (select value from json_each(cast(:steps as text))) and %s
                       and run_number || ':' || revision not in (select value from json_each(cast(:refused as text)))
            """.formatted(UNCLAIMED);

    /** The descendants of a run that a caller of it may claim, in order (C7). */
    static final String CLAIMABLE_OF_ROOT = """
            select run_number
              from runs indexed by runs_of_root
             where root = :root and graph = :graph
               and (:everywhere or namespace in (select value from json_each(cast(:namespaces as text))))
               and (%s or %s)
               and %s
             order by run_number
             limit :limit
            """.formatted(IS_ABANDONED, IS_AWAKE, IS_FREE);

    /**
     * The runs of a graph that a worker may claim: from each namespace the same number. The first part skips from one
     * namespace to the next in the index, whatever number of runs each has.
     */
    static final String CLAIMABLE = """
            with recursive spaces (namespace) as (
                select (select min(namespace) from runs indexed by runs_wake where graph = :graph and wake_at is not null)
                 union all
                select (select min(r.namespace)
                          from runs r indexed by runs_wake
                         where r.graph = :graph and r.wake_at is not null and r.namespace > s.namespace)
                  from spaces s
                 where s.namespace is not null
            ), served as (
                select namespace
                  from spaces
                 where namespace is not null
                   and (:everywhere or namespace in (select value from json_each(cast(:namespaces as text))))
                   and exists (select 1
                                 from runs r indexed by runs_wake
                                where r.graph = :graph and r.namespace = spaces.namespace
                                  and r.wake_at <= max(:now, :time) and %2$s)
            )
            select run_number
              from (select run_number
                      from runs indexed by runs_running
                     where %1$s and graph = :graph
                       and (:everywhere or namespace in (select value from json_each(cast(:namespaces as text))))
                       and %4$s
                     order by random()
                     limit :limit)
             union all
            select run_number
              from (select r.run_number
                      from served s
                      join runs r on r.run_number in (
                           select c.run_number
                             from runs c indexed by runs_wake
                            where c.graph = :graph and c.namespace = s.namespace and c.wake_at <= max(:now, :time)
                              and %3$s and %4$s
                            order by c.wake_at
                            limit 1 + :limit / (select count(*) from served))
                     order by random()
                     limit :limit)
             limit :limit
            """.formatted(IS_ABANDONED, UNCLAIMED, IS_AWAKE, IS_FREE);

    /** The runs whose leases another clock has counted. Only {@link StoreClock} knows whether they are over. */
    static final String LEASED_ELSEWHERE = """
            select run_number, fencing_token, lease_until, lease_clock, period
              from runs indexed by runs_running
             where status = 'RUNNING' and graph = :graph and lease_clock <> :clock
            """;

    static final String CLAIM = """
            update runs
               set claimed_until = :time + :length,
                   wake_at = iif(reason_kind in ('asked', 'waits', 'listens', 'called') and due_at <= :now, %s, wake_at)
             where run_number in (select value from json_each(cast(:runs as text)))
               and (status = 'RUNNING' or wake_at <= %s) and %s
            returning namespace, id, crashes + (status = 'RUNNING' and counts_crash) as crashes, status = 'RUNNING' as abandoned
            """.formatted(EXPIRED_FOR_GOOD, DUE_CLOCK, UNCLAIMED);

    static final String UNCLAIM = "update runs set claimed_until = null where namespace = :namespace and id = :id";

    /** The death of an owner is not a crash of the runs that it executes. */
    static final String FORGIVE_CRASHES = """
            update runs indexed by runs_running
               set counts_crash = false
             where status = 'RUNNING' and owner_runner = :runner and crashes >= :crashes and counts_crash
            """;

    static final String OWNERS = """
            select distinct owner_machine, owner_boot, owner_pid, owner_start, owner_runner
              from runs indexed by runs_running
             where status = 'RUNNING' and owner_runner is not null
            """;

    // ---- Notices

    /** The runs of which a handler is to be told: from each graph and namespace the same number, as {@link #CLAIMABLE}. */
    static final String CLAIMABLE_NOTICES = """
            with recursive spaces (graph, namespace) as (
                select g.value, (select min(r.namespace) from runs r indexed by runs_notice
                                  where r.graph = g.value and r.notice_at is not null)
                  from json_each(cast(:graphs as text)) g
                 union all
                select s.graph, (select min(r.namespace) from runs r indexed by runs_notice
                                  where r.graph = s.graph and r.notice_at is not null and r.namespace > s.namespace)
                  from spaces s
                 where s.namespace is not null
            ), served as (
                select graph, namespace
                  from spaces
                 where namespace is not null
                   and (:everywhere or namespace in (select value from json_each(cast(:namespaces as text))))
                   and exists (select 1
                                 from runs r indexed by runs_notice
                                where r.graph = spaces.graph and r.namespace = spaces.namespace and r.notice_at <= :time)
            )
            select r.run_number
              from served s
              join runs r on r.run_number in (
                   select c.run_number
                     from runs c indexed by runs_notice
                    where c.graph = s.graph and c.namespace = s.namespace and c.notice_at <= :time
                      and (c.reason_kind <> 'asked' or c.due_at is null or c.due_at > :now and c.wake_at <> %s)
                    order by c.notice_at, c.rested_at
                    limit (:limit + (select count(*) from served) - 1) / (select count(*) from served))
             order by random()
             limit :limit
            """.formatted(EXPIRED_FOR_GOOD);

    static final String CLAIM_NOTICES = """
            update runs
               set notice_at = :time + :length
             where run_number in (select value from json_each(cast(:runs as text))) and notice_at <= :time
            returning run_number, namespace, id, graph, revision, visit, step, reason_kind, reason, rested_at as since,
                   due_at, wake_at
            """;

    private static final String NOTICE_TOLD = """
            update runs
               set notice_at = :time + :again
             where run_number = :run and namespace = :namespace and revision = :revision and reason_kind = :reason_kind
               and notice_at is not null
            """;

    private static final String SKIP_NOTICES = """
            update runs
               set notice_at = null
             where run_number in (select run_number
                                    from runs indexed by runs_notice
                                   where notice_at is not null and rested_at < :from
                                   limit :limit)
            """;

    static final Notices.Sql NOTICES = new Notices.Sql(NOTICE_TOLD, SKIP_NOTICES);

    // ---- Effects

    private static final String EFFECT = """
             where run = :run and visit = :effect_visit and name = :name and item = :item and ordinal = :ordinal
            """;

    private static final String READ_EFFECT = "select e.call_clock, " + EffectReader.EFFECT;

    /** The run of a lease. */
    private static final String LEASED = """
             from runs
             where run_number = :run and namespace = :namespace and fencing_token = :fencing_token
               and status = 'RUNNING' and lease_until > :monotonic
            """;

    /**
     * Begins an effect; where {@code :again} is set, also a call of an effect that was begun before and is not done.
     */
    static final String BEGIN_EFFECT = """
            insert into effects (run, visit, name, item, ordinal, shown_item, step, status, fencing_token, attempt, is_keyed,
                                 effect_key, parks_in_doubt, started_at, call_timeout, call_until, call_clock, request,
                                 result_schema)
            select run_number, :effect_visit, :name, :item, :ordinal, :shown_item, :step, 'STARTED', :fencing_token, :attempt,
                   :is_keyed, :effect_key, :parks_in_doubt, :now, :call_timeout, :monotonic + :call_timeout, :clock,
                   cast(:request as text), cast(:result_schema as text)
            """ + LEASED + """
                on conflict (run, visit, name, item, ordinal) do update
               set status = 'STARTED', fencing_token = excluded.fencing_token, attempt = excluded.attempt,
                   parks_in_doubt = excluded.parks_in_doubt, call_timeout = excluded.call_timeout,
                   call_until = excluded.call_until, call_clock = excluded.call_clock, result_schema = excluded.result_schema
             where :again and effects.status <> 'DONE'
            """;

    static final String END_EFFECT = """
            update effects
               set status = :status, result = cast(:result as text),
                   parks_in_doubt = parks_in_doubt or :status = 'IN_DOUBT'
            """ + EFFECT + " and status = 'STARTED' and exists (select 1" + LEASED + ")";

    private static final String RESOLVE_EFFECT = """
            update effects
               set status = :status, result = cast(:result as text), resolved_by = :by
            """ + EFFECT + """
               and status = 'IN_DOUBT'
               and exists (select 1 from runs where run_number = :run and namespace = :namespace)
            returning run, step, visit
            """;

    /** Lets anyone continue a parked run when nobody has to resolve an effect of its visit any more. */
    private static final String WAKE_RESOLVED = """
            update runs
               set status = 'QUEUED', reason_kind = null, reason = null, wake_at = :time, claimed_until = null,
                   notice_at = null, rested_at = :now
             where run_number = :run and status = 'WAITING' and reason_kind = 'parked' and required_mode is null
               and not exists (select 1
                                 from effects e
                                where e.run = run_number and e.visit = runs.visit and e.status = 'IN_DOUBT')
            """;

    private static final String KEY = " where namespace = :namespace and name = :name and business_key = :item ";

    /** Lets a place hold a business key that nobody holds. */
    static final String HOLD_KEY = """
            insert into effect_keys (namespace, name, business_key, run, visit, status, call_timeout, call_until, call_clock,
                                     request)
            values (:namespace, :name, :item, :run, :effect_visit, 'STARTED', :call_timeout, :monotonic + :call_timeout, :clock,
                    cast(:request as text))
                on conflict do nothing
            """;

    static final String FIND_KEY =
            "select run, visit, status, call_timeout, call_until, call_clock from effect_keys " + KEY;

    /** Copies an effect to the key that it holds. Its later changes follow by a trigger. */
    private static final String COPY_TO_KEY = """
            update effect_keys as k
               set status = e.status, call_timeout = e.call_timeout, call_until = e.call_until, call_clock = e.call_clock,
                   request = e.request, result = e.result
              from effects e
             where k.namespace = :namespace and k.name = :name and k.business_key = :item
               and k.run = :run and k.visit = :effect_visit
               and e.run = :run and e.visit = :effect_visit and e.name = :name and e.item = :item and e.ordinal = :ordinal
            """;

    /** Copies what the holder of a key has recorded to another place, unless that has a result. */
    private static final String COPY_FROM_KEY = """
            insert into effects (run, visit, name, item, ordinal, shown_item, step, status, fencing_token, attempt, is_keyed,
                                 effect_key, parks_in_doubt, started_at, call_timeout, call_until, call_clock, request,
                                 result_schema, result)
            select :run, :effect_visit, :name, :item, :ordinal, :shown_item, :step, status, 0, 0, true, :effect_key,
                   :parks_in_doubt, :now, call_timeout, call_until, call_clock, request, cast(:result_schema as text), result
              from effect_keys
            """ + KEY + """
                on conflict (run, visit, name, item, ordinal) do update
               set status = excluded.status, fencing_token = 0, attempt = 0, parks_in_doubt = excluded.parks_in_doubt,
                   call_timeout = excluded.call_timeout, call_until = excluded.call_until, call_clock = excluded.call_clock,
                   request = excluded.request, result_schema = excluded.result_schema, result = excluded.result
             where status <> 'DONE'
            """;

    /** Resolves all effects in doubt with a business key, and gives their runs. */
    private static final String RESOLVE_KEYED = """
            update effects indexed by effects_in_doubt
               set status = :status, result = cast(:result as text), resolved_by = :by
             where status = 'IN_DOUBT' and is_keyed and name = :name and item = :item
               and exists (select 1 from runs r where r.run_number = effects.run and r.namespace = :namespace)
            returning run, step, visit
            """;

    /**
     * Nobody can be in the call any more that a decision is about. Of another clock's call that is so if the run that
     * is decided for has waited for that very call: it would not be in doubt before.
     */
    private static final String DECIDED_CALL_IS_OVER = """
             (call_clock = :clock and call_until < :monotonic
              or call_clock <> :clock and (call_clock, call_until) = (select c.call_clock, c.call_until
                                                                        from effects c
                                                                       where c.run = :run and c.visit = :effect_visit
                                                                         and c.name = :name and c.item = :item))
            """;

    /**
     * Resolves the effect that holds a business key, if its run did not record the end of the call and nobody can be in
     * it.
     */
    private static final String RESOLVE_HOLDER = """
            update effects
               set status = :status, result = cast(:result as text), resolved_by = :by
             where (run, visit) = (select run, visit from effect_keys
            """ + KEY + """
                                  )
               and name = :name and item = :item and status = 'STARTED' and
            """ + DECIDED_CALL_IS_OVER + " returning run, step, visit";

    /** Resolves a business key whose holder is deleted. */
    private static final String RESOLVE_KEY =
            """
            update effect_keys
               set status = :status, result = cast(:result as text)
            """ + KEY + " and (status = 'IN_DOUBT' or status = 'STARTED' and" + DECIDED_CALL_IS_OVER + ")";

    /** The business keys whose calls were not recorded to end. */
    private static final String FIND_OPEN_KEYS = """
            select rowid as place, run, visit, call_timeout, call_until, call_clock
              from effect_keys
             where namespace = :namespace and status in ('STARTED', 'IN_DOUBT')
            """;

    /** Nobody can be in the call of a key any more; {@code :over} has those places of {@link #FIND_OPEN_KEYS}. */
    private static final String CALL_IS_OVER = """
             (k.status in ('DONE', 'FAILED')
              or k.rowid in (select cast(value as integer) from json_each(cast(:over as text))))
            """;

    private static final String PRUNABLE_KEYS = """
            select k.rowid
              from effect_keys k
             where k.namespace = :namespace and k.call_until < :called_before - :now + :monotonic and
            """ + CALL_IS_OVER + """
               and (k.status in ('DONE', 'FAILED')
                    or not exists (select 1 from runs r where r.run_number = k.run))
             order by k.call_until
             limit :limit
            """;

    private static final String PRUNE_KEYS = "delete from effect_keys where rowid in (" + PRUNABLE_KEYS + ")";

    private static final String COUNT_PRUNABLE_KEYS = "select count(*) as count from (" + PRUNABLE_KEYS + ")";

    private static final String DELETE_KEYS =
            "delete from effect_keys as k where k.namespace = :namespace and" + CALL_IS_OVER;

    static final String FIND_EFFECT = READ_EFFECT + " from effects e " + EFFECT;

    private static final String FIND_EFFECTS = READ_EFFECT + """
              from runs r
              join effects e on e.run = r.run_number
             where r.namespace = :namespace and r.id = :id
             order by e.visit, e.name, e.item, e.ordinal
            """;

    private static final String FIND_RUN_IN_DOUBT = READ_EFFECT + """
              from runs r
              join effects e indexed by effects_in_doubt on e.run = r.run_number
             where r.namespace = :namespace and r.id = :id and e.status = 'IN_DOUBT'
             order by e.visit, e.name, e.item, e.ordinal
            """;

    private static final String FIND_IN_DOUBT = READ_EFFECT + """
                   , r.id
              from effects e indexed by effects_in_doubt
              join runs r on r.run_number = e.run
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

    static final ListSql LISTS =
            new ListSql("wake_at + iif(due_at is null or reason_kind = 'delayed', :ahead, 0)", CLOCKED);

    // ---- Events

    static final String FIND_EVENTS = """
            with run as (
                select run_number, last_event, ended_at is not null as ended, recent
                  from runs
                 where namespace = :namespace and id = :id
            ), found as (
                select *
                  from (select e.last, e.batches
                          from events e
                         where e.run = (select run_number from run) and e.last > :after
                         order by e.last
                         limit :batches)
                 union all
                select last_event, '[' || recent || ']'
                  from run
                 where last_event > :after and recent is not null
            ), page as (
                select batches, sum(octet_length(batches)) over (order by last) - octet_length(batches) as before
                  from found
            )
            select run.run_number, run.ended, run.last_event, b.last, b.count, b.at, b.events
              from run
              left join (select b.value ->> 'last' as last,
                                json_array_length(b.value, '$.events') as count,
                                b.value ->> 'at' as at,
                                coalesce(b.value -> 'events', 'null') as events
                           from page, json_each(page.batches) as b
                          where page.before < %s and b.value ->> 'last' > :after
                          order by 1
                          limit :batches) as b on true
             order by b.last
            """.formatted(EventLog.PAGE_BYTES);

    // ---- Interrupts

    /**
     * A visit may ask again after its deadline, if the clock was set back: only its last question can be answered (I3).
     * A question whose answer a step has refused is open again as it was asked first (I4).
     */
    static final String INSERT_INTERRUPT = """
            insert or replace into interrupts (run, visit, interrupt, nonce, asked_at, question, answer_schema)
            select run_number, :visit, :interrupt, :nonce,
                   coalesce((select asked_at from interrupts where run = run_number and visit = :visit and nonce = :nonce),
                            :now),
                   cast(:question as text), cast(:answer_schema as text)
              from runs
             where run_number = :run and namespace = :namespace
            """;

    static final String FIND_ASKED = "select " + CLOCKED + ", i.interrupt, i.nonce, i.answer, " + RowReader.RUN + """
              from runs r
              left join starts s on s.run = r.run_number
              left join interrupts i on i.run = r.run_number and i.run = :run and i.visit = :asked
             where r.namespace = :namespace and r.id = :id
            """;

    static final String CLOSE_INTERRUPT = """
            update interrupts
               set answer = cast(:answer as text), answered_by = :by, answered_at = :now
             where run = (select run_number from runs where run_number = :run and namespace = :namespace)
               and visit = :visit
            """;

    static final String REOPEN_QUESTION = """
            update runs
               set status = 'WAITING', revision = revision + 1, due_at = %1$s, wake_at = %1$s,
                   claimed_until = null, notice_at = 0, rested_at = :now,
                   reason_kind = :reason_kind, reason = cast(:reason as text),
            """.formatted(DUE_AT) + LOG + """
             where run_number = :run and namespace = :namespace and fencing_token = :fencing_token
               and revision = :revision and status = :status
            """;

    static final String OPEN_INTERRUPT = """
            update interrupts
               set answer_schema = cast(:answer_schema as text), answer = null, answered_by = null, answered_at = null
             where run = (select run_number from runs where run_number = :run and namespace = :namespace)
               and visit = :visit
            """;

    /** Lets a question stay expired once a caller was told so (I5), and a mailbox once it was told a message. */
    static final String EXPIRE = """
            update runs
               set wake_at = %s
             where run_number = :run and namespace = :namespace and reason_kind in ('asked', 'listens')
            """.formatted(EXPIRED_FOR_GOOD);

    /** Continues at the step that takes the answer, or at the interrupt if the caller does not know that step. */
    static final String ANSWER = """
            update runs
               set status = case when :machine is null then 'QUEUED' else 'RUNNING' end,
                   fencing_token = fencing_token + (:machine is not null), revision = revision + 1,
                   reason_kind = :reason_kind, reason = cast(:reason as text),
            """ + CONTINUES + LOG + """
             where run_number = :run and namespace = :namespace and fencing_token = :fencing_token
               and revision = :revision and status = :status
            """;

    // ---- Messages

    /** Continues at the mailbox, as a run that was released. */
    private static final String WAKE = """
            update runs
               set status = 'QUEUED', revision = revision + 1, reason_kind = null, reason = null, due_at = null,
                   period = null, wake_at = :time, claimed_until = null, rested_at = :now, updated_at = :now
             where run_number = :run and namespace = :namespace and status = 'WAITING' and reason_kind = 'listens'
            """;

    static final Messages.Sql MESSAGES =
            new Messages.Sql(":time - :keep", "r.due_at <= :now or r.wake_at = " + EXPIRED_FOR_GOOD, WAKE, EXPIRE);

    static final String FIND_COUNTS = "select told, settled from runs where run_number = :run";

    static final String TAKE = """
            update messages
               set taken_in = :visit, taken_at = :time, message = null
             where run = :run and number = :number
            """;

    static final String REPLY = """
            update messages
               set reply = cast(:reply as text)
             where run = :run and number = :number
            """;
}
