-- A database as version 5 of the schema left it: one run that waits and has told of itself.

create table meta (
    version     integer not null,   -- of this schema
    min_reader  integer not null,   -- the oldest version whose builds can use it
    clock       integer not null default 0   -- the time, as a writer has noted it now and then
) strict;

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
) strict;

create table starts (
    run        integer primary key references runs on delete cascade,
    retention  text not null,
    digest     text,   -- what stays of the start after the end
    start      text    -- null then
) strict;

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
) strict;

create table events (
    run      integer not null references runs on delete cascade,
    last     integer not null,   -- the number of the last event of them all
    batches  text    not null,   -- a JSON array of {"last": 7, "at": 1700000000000, "events": [...]}
    primary key (run, last)
) strict;

create table threads (
    scope     text    not null,
    thread    text    not null,
    graph     text    not null,
    last_run  integer not null,   -- it may have been deleted since
    state     text    not null,
    primary key (scope, thread)
) strict;

create unique index runs_thread on runs (scope, thread)
 where thread is not null and status in ('QUEUED', 'RUNNING', 'WAITING');

create index runs_ended on runs (scope, ended_at) where ended_at is not null;

create index runs_running on runs (scope) where status = 'RUNNING';

create trigger runs_told after update of recent on runs
  when length(old.recent) > 1000 and new.last_event > old.last_event
begin
    insert into events (run, last, batches) values (old.pk, old.last_event, '[' || old.recent || ']'); end;

insert into meta (version, min_reader, clock) values (5, 5, 1700000000000);

pragma application_id = 1398031696;

insert into runs (scope, id, graph, fingerprint, status, token, revision, control, mode, step, visit, attempt, crashes, budget_from, started_at, last_event, parked, state)
values ('default', 'waiting', 'example.Review', 'print-1', 'WAITING', 1, 2, 0, 'DEFAULT', 'draft', 1, 1, 0, 1, 1700000000000, 3,
       'Not on Sundays.', '{"draft":"first"}');

insert into starts (run, retention, digest, start) select pk, 'KEEP_OUTCOME', null, '{"state":{"draft":"first"}}' from runs;

insert into events (run, last, batches) select pk, 1, '[{"last":1,"at":1700000000000,"events":[{"a":1}]}]' from runs;

update runs set recent = '{"last":3,"at":1700000000500,"events":[{"b":2},{"c":3.0}]}';
