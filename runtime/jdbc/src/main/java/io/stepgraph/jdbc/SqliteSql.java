package io.stepgraph.jdbc;

import io.stepgraph.runtime.store.EventLog;

/**
 * All SQL of {@link SqliteStore} that reads and writes its {@linkplain SqliteTables tables}. Times are milliseconds since 1970, JSON is text. Parameters that carry JSON are bound as
 * UTF-8 bytes and cast, and columns are cast back, so that no document is decoded and encoded again on its way.
 */
final class SqliteSql {
    private SqliteSql() {}

    // ---- Transactions

    /** Takes the lock for writing at once, so that a transaction waits for others at its beginning and nowhere else. */
    static final String BEGIN = "begin immediate";

    static final String COMMIT = "commit";

    static final String ROLLBACK = "rollback";

    /** Of one of those who share a transaction. */
    static final String SAVEPOINT = "savepoint one";

    static final String ROLLBACK_TO_SAVEPOINT = "rollback to one";

    static final String RELEASE_SAVEPOINT = "release one";

    // ---- The time

    static final String FIND_TIME = "select clock, machine_clock from meta";

    static final String NOTE_TIME = "update meta set clock = :clock, machine_clock = :machine_clock";

    // ---- What statements have in common

    private static final String BATCH = """
            '{"last":' || (last_event + :told) || ',"at":' || :now || ',"events":' || cast(:events as text) || '}'
            """;

    /** Adds to the log of a run; see {@link SqliteTables#RECENT}. */
    private static final String TELL = """
            last_event = last_event + :told,
                   recent = case when :told = 0 then recent
                                 else iif(length(recent) <= %d, recent || ',', '') ||
            """.formatted(SqliteTables.RECENT) + BATCH + " end";

    /** Lets an owner continue a run at a checkpoint, with the state that is stored. */
    private static final String CONTINUES = """
                   owner_machine = :machine, owner_boot = :boot, owner_pid = :pid, owner_start = :process_start,
                   owner_runner = :runner, lease_until = :now + :lease, wake_at = null,
                   step = :step, visit = :visit, attempt = :attempt, crashes = :crashes, budget_from = :budget_from,
                   marks = cast(:marks as text), input = cast(:input as text),
            """;

    // ---- Runs

    static final String FIND = """
            select r.pk, r.scope, r.id, r.graph, r.fingerprint, r.status, r.token, r.revision, r.control, r.mode, r.cancel_by,
                   r.owner_machine, r.owner_boot, r.owner_pid, r.owner_start, r.owner_runner,
                   r.step, r.visit, r.attempt, r.crashes, r.budget_from, r.started_at, r.deadline_at,
                   r.thread, r.lease_until, r.wake_at, r.last_event, r.parked, r.parked_for,
                   cast(r.marks as blob) as marks_json,
                   cast(r.failure as blob) as failure_json,
                   cast(r.output as blob) as output_json,
                   cast(r.input as blob) as input_json,
                   cast(r.state as blob) as state_json,
                   cast(s.start as blob) as start_json,
                   cast(s.digest as blob) as digest_json,
                   r.retention,
                   i.nonce, i.answered_by,
                   cast(i.question as blob) as question_json,
                   cast(i.accepts as blob) as accepts_json,
                   cast(i.answer as blob) as answer_json
              from runs r
              left join starts s on s.run = r.pk
              left join interrupts i on i.run = r.pk and i.visit = r.visit and r.status in ('WAITING', 'QUEUED')
             where r.scope = :scope and r.id = :id
            """;

    static final String STANDING = """
            select pk, scope, id, status, token, revision, control, last_event, lease_until, wake_at
              from runs
             where scope = :scope and id = :id
            """;

    static final String INSERT_RUN = """
            insert into runs (scope, id, graph, fingerprint, status, token, revision, control, mode,
                   owner_machine, owner_boot, owner_pid, owner_start, owner_runner,
                   step, visit, attempt, crashes, budget_from, started_at, deadline_at, thread, retention, lease_until, last_event,
                   recent, marks, input, state)
            values (:scope, :id, :graph, :fingerprint, 'RUNNING', 1, 1, 0, :mode,
                   :machine, :boot, :pid, :process_start, :runner,
                   :step, :visit, :attempt, :crashes, :budget_from, :now, :deadline, :thread, :retention, :now + :lease, :told,
                   iif(:told = 0, null, '{"last":' || :told || ',"at":' || :now || ',"events":' || cast(:events as text) || '}'),
                   cast(:marks as text), cast(:input as text), cast(:state as text))
            """;

    static final String INSERT_START = """
            insert into starts (run, digest, start)
            select pk, cast(:digest as text), cast(:start as text)
              from runs
             where scope = :scope and id = :id
            """;

    static final String ACQUIRE = """
            update runs
               set status = 'RUNNING', token = token + 1, revision = revision + 1,
                   parked = null, parked_for = null, failure = null, ended_at = null,
            """ + CONTINUES + TELL + """
             where pk = :run and scope = :scope and token = :token and revision = :revision and status = :status
               and (status <> 'RUNNING' or :dead or lease_until <= :now)
               and (status <> 'QUEUED' or wake_at is null or wake_at <= :now)
            """;

    /** Which run of the thread of a run that failed has come after it; null for one that was deleted. */
    static final String LATER_IN_THREAD = """
            select r.thread,
                   coalesce((select n.id from runs n
                              where n.scope = r.scope and n.thread = r.thread and n.status in ('QUEUED', 'RUNNING', 'WAITING')),
                            (select l.id from runs l where l.pk = t.last_run and l.scope = r.scope)) as later
              from runs r
              left join threads t on t.scope = r.scope and t.thread = r.thread
             where r.pk = :run and r.scope = :scope and r.thread is not null and r.status = 'FAILED'
               and r.token = :token and r.revision = :revision
               and (t.last_run is not r.pk
                    or exists (select 1 from runs n
                                where n.scope = r.scope and n.thread = r.thread
                                  and n.status in ('QUEUED', 'RUNNING', 'WAITING')))
            """;

    static final String RENEW = """
            update runs
               set lease_until = :now + :lease
             where pk = :run and scope = :scope and token = :token and status = 'RUNNING' and lease_until > :now
            returning control
            """;

    /** The commit of a step after which the run goes on: no column of it is in an index (S5). */
    static final String COMMIT_STEP = """
            update runs
               set revision = revision + 1, fingerprint = :fingerprint,
                   step = :step, visit = :visit, attempt = :attempt, crashes = :crashes, budget_from = :budget_from,
                   lease_until = :now + :lease,
                   marks = cast(:marks as text), input = cast(:input as text),
                   state = coalesce(cast(:state as text), state),
            """ + TELL + """
             where pk = :run and scope = :scope and token = :token and revision = :revision and control = :control
               and status = 'RUNNING' and lease_until > :now
            """;

    static final String COMMIT_REST = """
            update runs
               set revision = revision + 1, fingerprint = :fingerprint, status = :status,
                   owner_machine = null, owner_boot = null, owner_pid = null, owner_start = null,
                   owner_runner = case when :status in ('SUCCEEDED', 'CANCELLED') then owner_runner end,
                   step = :step, visit = :visit, attempt = :attempt, crashes = :crashes, budget_from = :budget_from,
                   parked = :parked, parked_for = :parked_for, cancel_by = coalesce(:cancel_by, cancel_by),
                   ended_at = case when :status in ('SUCCEEDED', 'FAILED', 'CANCELLED') then :now end,
                   lease_until = null, wake_at = :now + :wake_in,
                   marks = cast(:marks as text), failure = cast(:failure as text), output = cast(:output as text),
                   input = case when :status not in ('SUCCEEDED', 'CANCELLED') then cast(:input as text) end,
                   state = case when :status not in ('SUCCEEDED', 'CANCELLED') or thread is not null
                                then coalesce(cast(:state as text), state) end,
            """ + TELL + """
             where pk = :run and scope = :scope and token = :token and revision = :revision and control = :control
               and status = 'RUNNING' and lease_until > :now
            """;

    /** What the last run of a thread leaves to the next; as far as the run may not keep it, {@link #DROP_STATE} follows. */
    static final String LEAVE_THREAD = """
            insert into threads (scope, thread, graph, last_run, state)
            select scope, thread, graph, pk, state
              from runs
             where pk = :run and scope = :scope and thread is not null and status in ('SUCCEEDED', 'FAILED', 'CANCELLED')
                on conflict (scope, thread) do update
               set graph = excluded.graph, last_run = excluded.last_run, state = excluded.state
            """;

    static final String DROP_STATE = """
            update runs
               set input = null, state = null
             where pk = :run and scope = :scope and status in ('SUCCEEDED', 'CANCELLED') and state is not null
            """;

    static final String DROP_START = """
            update starts
               set start = null
             where run = (select pk
                            from runs
                           where pk = :run and scope = :scope and status in ('SUCCEEDED', 'CANCELLED'))
            """;

    static final String EXPIRED = """
            select id
              from runs
             where scope = :scope and status = 'RUNNING' and lease_until <= :now
             order by lease_until
             limit :limit
            """;

    /** Ends a run that nobody executes. */
    static final String END = """
            update runs
               set status = :status, ended_at = :now, wake_at = null, lease_until = null,
                   owner_machine = null, owner_boot = null, owner_pid = null, owner_start = null, owner_runner = null,
                   parked = null, parked_for = null, cancel_by = coalesce(:cancel_by, cancel_by),
                   failure = cast(:failure as text), output = cast(:output as text),
            """ + TELL + """
             where pk = :run and scope = :scope and token = :token and revision = :revision and control = :control
               and status = :was
               and (status <> 'RUNNING' or lease_until <= :now)
            """;

    static final String RELEASE = """
            update runs
               set status = case when cancel_by is null then 'QUEUED' else 'CANCELLED' end,
                   owner_machine = null, owner_boot = null, owner_pid = null, owner_start = null, owner_runner = null,
                   ended_at = case when cancel_by is not null then :now end, lease_until = null
             where pk = :run and scope = :scope and token = :token and status = 'RUNNING' and lease_until > :now
            returning cancel_by
            """;

    static final String SET_MODE = """
            update runs
               set control = control + 1, mode = :mode, mode_by = :by
             where scope = :scope and id = :id
            returning pk, status in ('QUEUED', 'RUNNING', 'WAITING') as told
            """;

    static final String CANCEL = """
            update runs
               set control = control + 1, cancel_by = :by
             where scope = :scope and id = :id and cancel_by is null and status in ('QUEUED', 'RUNNING', 'WAITING')
            """;

    static final String DELETE = """
            delete from runs
             where scope = :scope and id = :id and status in ('SUCCEEDED', 'FAILED', 'CANCELLED')
            """;

    static final String PRUNE = """
            delete from runs
             where pk in (select pk
                            from (select pk, ended_at from runs where scope = :scope and ended_at < :before
                                   union
                                  select pk, ended_at
                                    from runs
                                   where scope = :scope and retention = 'DELETE_ON_END' and ended_at is not null
                                     and status in ('SUCCEEDED', 'CANCELLED'))
                           order by ended_at
                           limit :limit)
            """;

    static final String DELETE_MARKED = """
            delete from runs
             where pk in (select pk
                            from runs
                           where scope = :scope and retention = 'DELETE_ON_END' and ended_at is not null
                             and status in ('SUCCEEDED', 'CANCELLED')
                             and (ended_at <= :now - :age or owner_runner = :runner)
                           order by ended_at
                           limit :limit)
            """;

    // ---- Events

    /** For what is not told by the statement that does it. */
    static final String ADD_EVENTS = """
            update runs
               set
            """ + TELL + """
             where pk = :run and scope = :scope
            """;

    static final String FIND_EVENTS = """
            with told as (
                select *
                  from (select e.last, e.batches
                          from events e
                          join runs r on r.pk = e.run
                         where e.run = :run and e.last > :after and r.scope = :scope
                         order by e.last
                         limit :limit)
                 union all
                select last_event, '[' || recent || ']'
                  from runs
                 where pk = :run and scope = :scope and last_event > :after and recent is not null
            ), page as (
                select batches, sum(octet_length(batches)) over (order by last) - octet_length(batches) as before
                  from told
            )
            select b.value ->> 'last' as last,
                   json_array_length(b.value, '$.events') as count,
                   b.value ->> 'at' as at,
                   cast(b.value -> 'events' as blob) as events_json
              from page, json_each(page.batches) as b
             where page.before < %d and b.value ->> 'last' > :after
             order by 1
             limit :limit
            """.formatted(EventLog.PAGE_BYTES);

    // ---- Threads

    static final String UNFINISHED_IN_THREAD = """
            select scope, id, status
              from runs
             where scope = :scope and thread = :thread and status in ('QUEUED', 'RUNNING', 'WAITING')
            """;

    static final String FIND_THREAD = """
            select graph, last_run, cast(state as blob) as state_json
              from threads
             where scope = :scope and thread = :thread
            """;

    // ---- Graphs

    static final String SAVE_GRAPH = """
            insert into graphs (graph, fingerprint, json)
            values (:graph, :fingerprint, cast(:json as text))
                on conflict do nothing
            """;

    static final String FIND_GRAPH = """
            select cast(json as blob) as json from graphs where graph = :graph and fingerprint = :fingerprint
            """;

    // ---- Interrupts

    /** A visit may ask again after its deadline, if the clock was set back: only its last question can be answered (I3). */
    static final String INSERT_INTERRUPT = """
            insert or replace into interrupts (run, visit, interrupt, nonce, asked_at, question, accepts)
            select pk, :visit, :interrupt, :nonce, :now, cast(:question as text), cast(:accepts as text)
              from runs
             where pk = :run and scope = :scope
            """;

    static final String FIND_INTERRUPT = """
            select i.interrupt, i.nonce, cast(i.answer as blob) as answer_json
              from interrupts i
              join runs r on r.pk = i.run
             where i.run = :run and r.scope = :scope and i.visit = :visit
            """;

    static final String FIND_QUESTIONS = """
            select i.visit, i.interrupt, i.asked_at, i.answered_by, i.answered_at,
                   cast(i.question as blob) as question_json,
                   cast(i.accepts as blob) as accepts_json,
                   cast(i.answer as blob) as answer_json
              from interrupts i
              join runs r on r.pk = i.run
             where r.scope = :scope and r.id = :id
             order by i.visit
            """;

    static final String CLOSE_INTERRUPT = """
            update interrupts
               set answer = cast(:answer as text), answered_by = :by, answered_at = :now
             where run = (select pk from runs where pk = :run and scope = :scope) and visit = :visit
            """;

    static final String REFUSE = """
            update runs
               set status = 'WAITING', revision = revision + 1, wake_at = :now + :wake_in,
            """ + TELL + """
             where pk = :run and scope = :scope and token = :token and revision = :revision and status = :status
            """;

    static final String OPEN_INTERRUPT = """
            update interrupts
               set accepts = cast(:accepts as text), answer = null, answered_by = null, answered_at = null
             where run = (select pk from runs where pk = :run and scope = :scope) and visit = :visit
            """;

    /** At the step that takes the answer, or where the run asked, if the caller does not know that step. */
    static final String ANSWER = """
            update runs
               set status = case when :machine is null then 'QUEUED' else 'RUNNING' end,
                   token = token + (:machine is not null), revision = revision + 1,
            """ + CONTINUES + TELL + """
             where pk = :run and scope = :scope and token = :token and revision = :revision and status = :status
            """;
}
