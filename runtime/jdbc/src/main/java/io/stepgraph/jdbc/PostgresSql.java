package io.stepgraph.jdbc;

import io.stepgraph.runtime.store.EventLog;

/**
 * All SQL of {@link PostgresStore} that reads and writes its {@linkplain PostgresTables tables}. The name {@code stepgraph} stands for the schema that was chosen. Parameters that carry JSON
 * are bound as UTF-8 bytes, so that no document is decoded and encoded again on its way. Arrays are cast, since the driver
 * sends them without a type where it is told to use the simple protocol.
 *
 * <p>What a write checks, it checks in the statement that writes, by the clock at that moment. If it then waits for another
 * transaction that changes the row, it looks at the row and at the clock again. If the other leaves the row as it was, what
 * was checked holds: nobody else could write meanwhile, and {@code safely()} bounds the wait.
 */
final class PostgresSql {
    private PostgresSql() {}

    // ---- What statements have in common

    /** The columns of a run, from what {@code from} names {@code r} and {@code s}. */
    private static final String READ_RUN = """
            select r.pk, r.scope, r.id, r.graph, r.fingerprint, r.status, r.token, r.revision, r.control, r.mode, r.cancel_by,
                   r.thread, r.owner_machine, r.owner_boot, r.owner_pid, r.owner_start, r.owner_runner,
                   r.step, r.visit, r.attempt, r.crashes, r.budget_from, r.last_event, r.parked, r.parked_for,
                   stepgraph.millis(r.started_at) as started_at,
                   stepgraph.millis(r.deadline_at) as deadline_at,
                   stepgraph.millis(r.lease_until) as lease_until,
                   stepgraph.millis(r.wake_at) as wake_at,
                   stepgraph.millis(stepgraph.clock(r.written_at)) as read_at,
                   r.marks as marks_json, r.failure as failure_json, r.output as output_json,
                   r.input as input_json, r.state as state_json, s.start as start_json,
                   s.digest as digest_json, r.retention,
                   i.nonce, i.answered_by, i.question as question_json, i.accepts as accepts_json,
                   i.answer as answer_json
            """;

    private static final String WITH_QUESTION = """
              left join stepgraph.interrupts i on i.run = r.pk and i.visit = r.visit and r.status in ('WAITING', 'QUEUED')
            """;

    private static final String READ_WRITTEN = READ_RUN + """
              from run r
              left join stepgraph.starts s on s.run = r.pk
            """ + WITH_QUESTION;

    /** Adds the events of the write that has the name {@code run}. */
    private static final String LOG = """
            log as (
                insert into stepgraph.events (run, last, count, at, events)
                select pk, last_event, :count, written_at, convert_from(:events, 'UTF8')
                  from run
                 where :count > 0
            )
            """;

    /** What follows from the end in the write with the name {@code run}: the thread gets the state, the start is dropped. */
    private static final String AFTER_END = """
            forgotten as (
                update stepgraph.starts s
                   set start = null
                  from run
                 where s.run = run.pk and run.status in ('SUCCEEDED', 'CANCELLED')
            ), thread as (
                insert into stepgraph.threads (scope, thread, graph, last_run, last_id, state)
                select scope, thread, graph, pk, id, left_state
                  from run
                 where thread is not null
                    on conflict (scope, thread) do update
                   set graph = excluded.graph, last_run = excluded.last_run, last_id = excluded.last_id,
                       state = excluded.state
            )
            select pk from run
            """;

    private static final String NOBODYS = """
            owner_machine = null, owner_boot = null, owner_pid = null, owner_start = null, owner_runner = null,
                       lease_until = null
            """;

    /** Lets an owner continue a run at a checkpoint, with the state that is stored. */
    private static final String CONTINUES = """
                       owner_machine = :machine, owner_boot = :boot, owner_pid = :pid, owner_start = :process_start,
                       owner_runner = :runner,
                       lease_until = stepgraph.clock(r.written_at) + :lease * interval '1 millisecond', wake_at = null,
                       step = :step, visit = :visit, attempt = :attempt, crashes = :crashes, budget_from = :budget_from,
                       marks = convert_from(:marks, 'UTF8'), input = convert_from(:input, 'UTF8'),
                       last_event = r.last_event + :count, written_at = stepgraph.clock(r.written_at)
            """;

    /**
     * A run is written by its number. What else it has to be stands in a {@code case}, out of the planner's sight: while there
     * are few runs, it takes the index of all that are running for as good as the primary key, and it keeps such a plan when
     * there are many (S5).
     */
    private static final String HELD = """
            r.pk = :run
                   and case when r.scope = :scope and r.token = :token and r.status = 'RUNNING' then stepgraph.safely() end
            """;

    /** As {@link #HELD}, for those who have seen the run without holding it. */
    private static final String SEEN = """
            case when r.scope = :scope and r.token = :token and r.revision = :revision and r.status = :status
                            then stepgraph.safely()
                       end
            """;

    private static final String COMMITTABLE = HELD + """
                   and r.revision = :revision and r.control = :control
                   and r.lease_until > stepgraph.clock(r.written_at)
            """;

    // ---- Runs

    static final String FIND = READ_RUN + """
              from stepgraph.runs r
              left join stepgraph.starts s on s.run = r.pk
            """ + WITH_QUESTION + """
             where r.scope = :scope and r.id = :id
            """;

    static final String STANDING = """
            select pk, scope, id, status, token, revision, control, last_event,
                   stepgraph.millis(stepgraph.clock(written_at)) as read_at,
                   stepgraph.millis(lease_until) as lease_until,
                   stepgraph.millis(wake_at) as wake_at
              from stepgraph.runs
             where scope = :scope and id = :id
            """;

    /** Inserts nothing if there is a run of this key, or an unfinished one of this thread: which of both is asked later. */
    static final String START = """
            with given as (
                select stepgraph.clock(null) as now where stepgraph.safely()
            ), run as (
                insert into stepgraph.runs as r
                       (scope, id, graph, thread, retention, started_at, deadline_at, lease_until, written_at,
                        token, revision, control, last_event, visit, budget_from, attempt, crashes, status, mode,
                        owner_machine, owner_boot, owner_pid, owner_start, owner_runner,
                        fingerprint, step, marks, input, state)
                select :scope, :id, :graph, :thread, :retention, now, now + :time_limit * interval '1 millisecond',
                       now + :lease * interval '1 millisecond', now,
                       1, 1, 0, :count, :visit, :budget_from, :attempt, :crashes, 'RUNNING', :mode,
                       :machine, :boot, :pid, :process_start, :runner,
                       :fingerprint, :step, convert_from(:marks, 'UTF8'), convert_from(:input, 'UTF8'),
                       convert_from(:state, 'UTF8')
                  from given
                    on conflict do nothing
                returning r.*
            ), started as (
                insert into stepgraph.starts (run, digest, start)
                select pk, convert_from(:digest, 'UTF8'), convert_from(:start, 'UTF8') from run
                returning run, digest, start
            ),
            """ + LOG + READ_RUN + """
              from run r
              join started s on s.run = r.pk
            """ + WITH_QUESTION;

    static final String UNFINISHED_RUN_OF_THREAD = """
            select id, status
              from stepgraph.runs
             where scope = :scope and thread = :thread and status in ('QUEUED', 'RUNNING', 'WAITING')
            """;

    /** Gives a run that has just been inserted the state of its thread; in a statement of its own, to see the latest. */
    static final String INHERIT_STATE = """
            update stepgraph.runs r
               set state = t.state
              from stepgraph.threads t
             where r.pk = :run and t.scope = r.scope and t.thread = r.thread
            returning t.graph
            """;

    static final String ACQUIRE = """
            with run as (
                update stepgraph.runs r
                   set status = 'RUNNING', token = r.token + 1, revision = r.revision + 1,
                       parked = null, parked_for = null, failure = null, ended_at = null,
            """ + CONTINUES + """
                 where r.pk = :run and
            """ + SEEN + """
                   and case r.status
                            when 'RUNNING' then :owner_dead or r.lease_until <= stepgraph.clock(r.written_at)
                            when 'QUEUED' then r.wake_at is null or r.wake_at <= stepgraph.clock(r.written_at)
                            else true
                       end
                returning r.*
            ),
            """ + LOG + READ_WRITTEN;

    static final String RENEW = """
            update stepgraph.runs r
               set lease_until = stepgraph.clock(r.written_at) + :lease * interval '1 millisecond',
                   written_at = stepgraph.clock(r.written_at)
             where
            """ + HELD + """
               and r.lease_until > stepgraph.clock(r.written_at)
            returning r.control
            """;

    static final String RELEASE = """
            update stepgraph.runs r
               set status = 'QUEUED', written_at = stepgraph.clock(r.written_at),
            """ + NOBODYS + """
             where
            """ + HELD + """
               and r.cancel_by is null and r.lease_until > stepgraph.clock(r.written_at)
            returning r.pk
            """;

    static final String EXPIRED = """
            select r.id
              from stepgraph.runs r
             where r.scope = :scope and r.status = 'RUNNING' and r.lease_until <= stepgraph.clock(r.written_at)
             order by r.lease_until
             limit :limit
            """;

    /**
     * Ends a run without a commit, in the place of an owner, or by the owner who gives it back. The revision keeps whoever has
     * changed it since out.
     */
    static final String END = """
            with before as (
                select pk, state from stepgraph.runs where pk = :run
            ), run as (
                update stepgraph.runs r
                   set status = :end,
                       cancel_by = coalesce(:cancel_by, r.cancel_by), parked = null, parked_for = null, wake_at = null,
                       failure = convert_from(:failure, 'UTF8'), output = convert_from(:output, 'UTF8'),
                       input = case :end when 'FAILED' then r.input end,
                       state = case :end when 'FAILED' then r.state end,
                       ended_at = stepgraph.clock(r.written_at), written_at = stepgraph.clock(r.written_at),
                       last_event = r.last_event + :count,
            """ + NOBODYS + """
                  from before
                 where r.pk = before.pk and
            """ + SEEN + """
                   and r.control = :control
                   and (r.status <> 'RUNNING' or :by_owner or r.lease_until <= stepgraph.clock(r.written_at))
                returning r.pk, r.scope, r.id, r.graph, r.thread, r.status, r.ended_at, r.written_at, r.last_event,
                          before.state as left_state
            ),
            """ + LOG + ", " + AFTER_END;

    // ---- Commits: one round trip each

    static final String COMMIT_STEP = """
            with run as (
                update stepgraph.runs r
                   set revision = r.revision + 1, fingerprint = :fingerprint,
                       step = :step, visit = :visit, attempt = :attempt, crashes = :crashes, budget_from = :budget_from,
                       marks = convert_from(:marks, 'UTF8'), input = convert_from(:input, 'UTF8'),
                       state = coalesce(convert_from(:state, 'UTF8'), r.state),
                       last_event = r.last_event + :count, written_at = stepgraph.clock(r.written_at),
                       lease_until = stepgraph.clock(r.written_at) + :lease * interval '1 millisecond'
                 where
            """ + COMMITTABLE + """
                returning r.pk, r.last_event, r.written_at
            ),
            """ + LOG + "select pk from run";

    /**
     * The same for many at once, each for itself: two statements in one round trip and transaction. Made while there were few
     * runs, the plan would read all of them, and be kept when there are many: so it is told to go by the index, and shown no
     * other than that of the primary key (S5); and to be kept, since for a few rows at a time the server would rather make a
     * plan each time, which costs several times what it carries out. Nor do all wait long for a row that somebody holds.
     */
    static final String COMMIT_STEPS = """
            select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
                   set_config('enable_mergejoin', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true),
                   set_config('lock_timeout', '1s', true);
            with given as (
                select *
                  from unnest(cast(:runs as bigint[]), cast(:scopes as text[]), cast(:tokens as bigint[]),
                              cast(:leases as bigint[]), cast(:revisions as bigint[]), cast(:controls as bigint[]),
                              cast(:fingerprints as text[]), cast(:names as text[]), cast(:visits as bigint[]),
                              cast(:attempts as bigint[]), cast(:crashes as bigint[]), cast(:budgets as bigint[]),
                              cast(:marks as bytea[]), cast(:inputs as bytea[]), cast(:states as bytea[]),
                              cast(:counts as bigint[]), cast(:events as bytea[]))
                       with ordinality
                    as g (run, scope, token, lease, revision, control, fingerprint, step, visit,
                          attempt, crashes, budget_from, marks, input, state, count, events, place)
            ), run as (
                update stepgraph.runs r
                   set revision = r.revision + 1, fingerprint = g.fingerprint,
                       step = g.step, visit = g.visit, attempt = g.attempt, crashes = g.crashes,
                       budget_from = g.budget_from,
                       marks = convert_from(g.marks, 'UTF8'), input = convert_from(g.input, 'UTF8'),
                       state = coalesce(convert_from(g.state, 'UTF8'), r.state),
                       last_event = r.last_event + g.count, written_at = stepgraph.clock(r.written_at),
                       lease_until = stepgraph.clock(r.written_at) + g.lease * interval '1 millisecond'
                  from given g
                 where r.pk = g.run and (select stepgraph.safely())
                   and case when r.scope = g.scope and r.token = g.token and r.status = 'RUNNING'
                             and r.revision = g.revision and r.control = g.control
                            then r.lease_until > stepgraph.clock(r.written_at)
                       end
                returning r.pk, r.last_event, r.written_at, g.count, g.events, g.place
            ), log as (
                insert into stepgraph.events (run, last, count, at, events)
                select pk, last_event, count, written_at, convert_from(events, 'UTF8')
                  from run
                 where count > 0
            )
            select place from run
            """;

    /** A visit may ask again after its deadline, if the clock was set back: only its last question can be answered (I3). */
    static final String COMMIT_REST = """
            with run as (
                update stepgraph.runs r
                   set revision = r.revision + 1, fingerprint = :fingerprint, status = :status,
                       step = :step, visit = :visit, attempt = :attempt, crashes = :crashes, budget_from = :budget_from,
                       parked = :parked, parked_for = :parked_for,
                       marks = convert_from(:marks, 'UTF8'), input = convert_from(:input, 'UTF8'),
                       state = coalesce(convert_from(:state, 'UTF8'), r.state),
                       last_event = r.last_event + :count, written_at = stepgraph.clock(r.written_at),
                       wake_at = stepgraph.clock(r.written_at) + :wake_in * interval '1 millisecond',
            """ + NOBODYS + """
                 where
            """ + COMMITTABLE + """
                returning r.pk, r.visit, r.step, r.last_event, r.written_at
            ), ticket as (
                insert into stepgraph.interrupts (run, visit, interrupt, nonce, asked_at, question, accepts)
                select pk, visit, step, :nonce, written_at, convert_from(:question, 'UTF8'), convert_from(:accepts, 'UTF8')
                  from run
                 where :asks
                    on conflict (run, visit) do update
                   set interrupt = excluded.interrupt, nonce = excluded.nonce, asked_at = excluded.asked_at,
                       answered_at = null, answered_by = null, answer = null,
                       question = excluded.question, accepts = excluded.accepts
            ),
            """ + LOG + "select pk from run";

    /** The state before is what this owner has committed, so nothing but a commit could have changed it: see the revision. */
    static final String COMMIT_END = """
            with before as (
                select pk, coalesce(convert_from(:state, 'UTF8'), state) as state
                  from stepgraph.runs
                 where pk = :run
            ), run as (
                update stepgraph.runs r
                   set revision = r.revision + 1, fingerprint = :fingerprint, status = :status,
                       step = :step, visit = :visit, attempt = :attempt, crashes = :crashes, budget_from = :budget_from,
                       cancel_by = coalesce(:cancel_by, r.cancel_by),
                       marks = convert_from(:marks, 'UTF8'),
                       failure = convert_from(:failure, 'UTF8'), output = convert_from(:output, 'UTF8'),
                       input = case :status when 'FAILED' then convert_from(:input, 'UTF8') end,
                       state = case :status when 'FAILED' then before.state end,
                       last_event = r.last_event + :count, written_at = stepgraph.clock(r.written_at),
                       ended_at = stepgraph.clock(r.written_at),
            """ + NOBODYS.replace("owner_runner = null", "owner_runner = r.owner_runner") + """
                  from before
                 where before.pk = r.pk and
            """
            + COMMITTABLE + """
                returning r.pk, r.scope, r.id, r.graph, r.thread, r.status, r.ended_at, r.written_at, r.last_event,
                          before.state as left_state
            ),
            """ + LOG + ", " + AFTER_END;

    // ---- Control

    static final String SET_MODE = """
            with run as (
                update stepgraph.runs r
                   set control = r.control + 1, mode = :mode, mode_by = :by, written_at = stepgraph.clock(r.written_at),
                       last_event = r.last_event + case when r.ended_at is null then :count else 0 end
                 where r.scope = :scope and r.id = :id and stepgraph.safely()
                returning r.pk, r.last_event, r.written_at, r.ended_at
            ), log as (
                insert into stepgraph.events (run, last, count, at, events)
                select pk, last_event, :count, written_at, convert_from(:events, 'UTF8')
                  from run
                 where ended_at is null
            )
            select pk from run
            """;

    /** Says what is wanted, and locks the row, so that what follows in the transaction sees all that was told before. */
    static final String CANCEL = """
            update stepgraph.runs r
               set control = r.control + 1, cancel_by = :by, written_at = stepgraph.clock(r.written_at)
             where r.scope = :scope and r.id = :id and r.cancel_by is null
               and r.status in ('QUEUED', 'RUNNING', 'WAITING') and stepgraph.safely()
            returning r.pk
            """;

    // ---- Interrupts

    static final String FIND_TICKET = """
            select i.interrupt, i.nonce, i.answer as answer_json
              from stepgraph.interrupts i
              join stepgraph.runs r on r.pk = i.run
             where r.scope = :scope and r.id = :id and i.run = :run and i.visit = :asked
            """;

    static final String QUESTIONS = """
            select i.visit, i.interrupt, i.answered_by, i.question as question_json, i.accepts as accepts_json,
                   i.answer as answer_json,
                   stepgraph.millis(i.asked_at) as asked_at, stepgraph.millis(i.answered_at) as answered_at
              from stepgraph.interrupts i
              join stepgraph.runs r on r.pk = i.run
             where r.scope = :scope and r.id = :id
             order by i.visit
            """;

    /** At the step that takes the answer, or where the run asked, if the caller does not know that step. */
    static final String ANSWER = """
            with run as (
                update stepgraph.runs r
                   set status = case when :goes_on then 'RUNNING' else 'QUEUED' end,
                       token = r.token + case when :goes_on then 1 else 0 end, revision = r.revision + 1,
            """ + CONTINUES + """
                 where r.pk = :run and
            """ + SEEN + """
                   and :expiry = (r.wake_at is not null and r.wake_at <= stepgraph.clock(r.written_at))
                returning r.*
            ), ticket as (
                update stepgraph.interrupts i
                   set answer = convert_from(:answer, 'UTF8'), answered_by = :by, answered_at = run.written_at
                  from run
                 where i.run = run.pk and i.visit = :asked and not :expiry
                returning i.*
            ),
            """ + LOG + READ_RUN + """
              from run r
              left join stepgraph.starts s on s.run = r.pk
              left join ticket i on r.status = 'QUEUED'
            """;

    static final String REFUSE = """
            with run as (
                update stepgraph.runs r
                   set status = 'WAITING', revision = r.revision + 1,
                       wake_at = stepgraph.clock(r.written_at) + :wake_in * interval '1 millisecond',
                       last_event = r.last_event + :count, written_at = stepgraph.clock(r.written_at)
                 where r.pk = :run and
            """ + SEEN + """
                returning r.pk, r.last_event, r.written_at
            ), ticket as (
                update stepgraph.interrupts i
                   set accepts = convert_from(:accepts, 'UTF8'), answer = null, answered_by = null, answered_at = null
                  from run
                 where i.run = run.pk and i.visit = :asked
            ),
            """ + LOG + "select pk from run";

    // ---- Logs and threads

    static final String EVENTS = """
            select r.pk, r.ended_at is not null as ended, r.last_event,
                   e.last, e.count, stepgraph.millis(e.at) as at, e.events as events_json
              from stepgraph.runs r
              left join lateral (
                   select *
                     from (select *, sum(octet_length(events)) over (order by last) - octet_length(events) as before
                             from (select last, count, at, events
                                     from stepgraph.events
                                    where run = r.pk and last > :after
                                    order by last
                                    limit :batches) as following) as page
                    where before < %d) e on true
             where r.scope = :scope and r.id = :id
             order by e.last
            """.formatted(EventLog.PAGE_BYTES);

    static final String THREAD = """
            select graph, last_run, last_id, state as state_json
              from stepgraph.threads
             where scope = :scope and thread = :thread
            """;

    // ---- Graphs

    static final String SAVE_GRAPH = """
            insert into stepgraph.graphs (graph, fingerprint, json)
            select :graph, :fingerprint, convert_from(:json, 'UTF8') where stepgraph.safely()
                on conflict do nothing
            returning graph
            """;

    static final String GRAPH = "select json from stepgraph.graphs where graph = :graph and fingerprint = :fingerprint";

    // ---- Hints

    static final String NOTIFY =
            "select pg_notify(:channel, payload) from unnest(cast(:payloads as text[])) as payload";

    // ---- Removal

    static final String DELETE = """
            delete from stepgraph.runs
             where scope = :scope and id = :id and status in ('SUCCEEDED', 'FAILED', 'CANCELLED') and stepgraph.safely()
            returning pk
            """;

    static final String PRUNE = """
            with old as (
                select pk
                  from stepgraph.runs
                 where scope = :scope and stepgraph.safely()
                   and (ended_at < :ended_before
                        or (retention = 'DELETE_ON_END' and ended_at is not null and status in ('SUCCEEDED', 'CANCELLED')))
                 order by ended_at
                 limit :limit
                   for update skip locked
            )
            delete from stepgraph.runs r
             using old
             where r.pk = old.pk
            returning r.pk
            """;

    static final String DELETE_MARKED = """
            with old as (
                select pk
                  from stepgraph.runs
                 where scope = :scope and retention = 'DELETE_ON_END' and ended_at is not null
                   and status in ('SUCCEEDED', 'CANCELLED') and stepgraph.safely()
                   and (ended_at <= stepgraph.clock(written_at) - :age * interval '1 millisecond' or owner_runner = :runner)
                 order by ended_at
                 limit :limit
                   for update skip locked
            )
            delete from stepgraph.runs r
             using old
             where r.pk = old.pk
            returning r.pk
            """;

    /** In a statement of its own after the runs are gone, so that it sees what was told last. */
    static final String DELETE_EVENTS = "delete from stepgraph.events where run = any (:runs)";
}
