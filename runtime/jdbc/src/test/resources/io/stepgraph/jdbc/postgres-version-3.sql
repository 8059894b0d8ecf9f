create table stepgraph.meta (
    application  text     not null,
    version      integer  not null,   -- of this schema
    min_reader   integer  not null    -- the oldest version whose builds can use it
);

insert into stepgraph.meta (application, version, min_reader) values ('Stepgraph', 0, 0);

create function stepgraph.clock(since timestamptz) returns timestamptz
    language sql volatile
    as 'select greatest(date_trunc(''milliseconds'', clock_timestamp()), since)';

comment on function stepgraph.clock is 'The time, which for a run never goes back';

create function stepgraph.millis(at timestamptz) returns bigint
    language sql immutable
    as 'select cast(extract(epoch from at) * 1000 as bigint)';

create function stepgraph.safely() returns boolean
    language sql volatile
    as 'select coalesce(case when current_setting(''synchronous_commit'') not in (''on'', ''remote_apply'')
                             then set_config(''synchronous_commit'', ''on'', true) end, '''')
            || coalesce(case current_setting(''lock_timeout'') when ''0''
                             then set_config(''lock_timeout'', ''2s'', true) end, '''')
            || coalesce(case current_setting(''idle_in_transaction_session_timeout'') when ''0''
                             then set_config(''idle_in_transaction_session_timeout'', ''30s'', true) end, '''')
           is not null';

comment on function stepgraph.safely is
    'True. Makes this transaction wait for the disk whatever the setting, but for no row and no client for long';

create table stepgraph.runs (
    pk             bigint       generated always as identity primary key,   -- the incarnation
    scope          text         not null,
    id             text         not null,
    graph          text         not null,
    thread         text,
    started_at     timestamptz  not null,
    deadline_at    timestamptz,
    ended_at       timestamptz,
    wake_at        timestamptz,            -- when a run that rests goes on by itself
    lease_until    timestamptz,
    written_at     timestamptz  not null,
    token          bigint       not null,
    revision       bigint       not null,
    control        bigint       not null,
    last_event     bigint       not null,
    visit          bigint       not null,
    budget_from    bigint       not null,
    owner_pid      bigint,
    owner_start    bigint,
    attempt        integer      not null,
    crashes        integer      not null,
    status         text         not null,
    mode           text         not null,
    mode_by        text,
    cancel_by      text,
    owner_machine  text,
    owner_boot     text,
    owner_runner   text,
    fingerprint    text         not null,
    step           text         not null,
    parked         text,                   -- the reason, while parked
    parked_for     text,                   -- the mode that would let it go on
    marks          text,
    failure        text,
    output         text,
    input          text,
    state          text,
    unique (scope, id)
) with (fillfactor = 50, toast_tuple_target = 4080);

create unique index runs_thread on stepgraph.runs (scope, thread)
 where thread is not null and status in ('QUEUED', 'RUNNING', 'WAITING');

create index runs_ended on stepgraph.runs (scope, ended_at) where ended_at is not null;

create index runs_running on stepgraph.runs (scope) where status = 'RUNNING';

create table stepgraph.starts (
    run        bigint  primary key references stepgraph.runs on delete cascade,
    start      text,
    retention  text    not null default 'KEEP_OUTCOME',
    digest     text              -- what stays of the start after the end
);

create table stepgraph.interrupts (
    run          bigint       not null references stepgraph.runs on delete cascade,
    visit        bigint       not null,
    interrupt    text         not null,
    nonce        text         not null,
    asked_at     timestamptz  not null,
    answered_at  timestamptz,
    answered_by  text,
    answer       text,
    question     text         not null,
    accepts      text         not null,
    primary key (run, visit)
);

create table stepgraph.events (
    run     bigint       not null,
    last    bigint       not null,   -- the number of the last event of this write
    count   integer      not null,
    at      timestamptz  not null,
    events  text         not null,   -- an array
    primary key (run, last)
);

create table stepgraph.threads (
    scope     text    not null,
    thread    text    not null,
    graph     text    not null,
    last_run  bigint  not null,   -- which left this state, and may be gone
    last_id   text    not null,
    state     text    not null,
    primary key (scope, thread)
);

update stepgraph.meta set version = 3, min_reader = 2;

insert into stepgraph.runs (scope, id, graph, started_at, lease_until, written_at, token, revision, control, last_event, visit,
       budget_from, attempt, crashes, status, mode, owner_machine, owner_boot, owner_pid, owner_start, owner_runner, fingerprint,
       step, state)
values ('default', 'running', 'example.Review', now(), now(), now(), 3, 9, 0, 1, 5, 1, 1, 0, 'RUNNING', 'DEFAULT', 'machine-a',
       'boot-a', 101, 1600000000000, 'runner-a', 'print-1', 'review', '{"draft":"fifth"}');

insert into stepgraph.starts (run, start) select pk, '{"draft":"first"}' from stepgraph.runs;

insert into stepgraph.events (run, last, count, at, events) select pk, 1, 1, now(), '[{"event":"started"}]' from stepgraph.runs;
