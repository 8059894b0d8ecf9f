-- A database as version 1 of the schema left it: one run that its process was executing, one that waits.

create table meta (
    version     integer not null,   -- of this schema
    min_reader  integer not null    -- the oldest version whose builds can use it
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
    run    integer primary key references runs on delete cascade,
    start  text not null
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

insert into meta (version, min_reader) values (1, 1);
pragma application_id = 0x53544550;
pragma journal_mode = wal;

insert into runs (pk, scope, id, graph, fingerprint, status, token, revision, control, mode,
                  owner_machine, owner_boot, owner_pid, owner_start, owner_runner,
                  step, visit, attempt, crashes, budget_from, started_at, state)
values (1, 'default', 'running', 'example.Review', 'print-1', 'RUNNING', 3, 7, 0, 'DEFAULT',
        'machine-a', 'boot-a', 101, 1600000000000, 'runner-a',
        'review', 5, 1, 0, 1, 1600000000000, '{"draft":"first"}');
insert into starts (run, start) values (1, '{"state":{"draft":"first"}}');

insert into runs (pk, scope, id, graph, fingerprint, status, token, revision, control, mode,
                  step, visit, attempt, crashes, budget_from, started_at, state)
values (2, 'default', 'waiting', 'example.Review', 'print-1', 'WAITING', 1, 2, 0, 'DEFAULT',
        'approve', 2, 1, 0, 1, 1600000000000, '{"draft":"first"}');
insert into starts (run, start) values (2, '{"state":{"draft":"first"}}');
insert into interrupts (run, visit, interrupt, nonce, asked_at, question, accepts)
values (2, 2, 'approve', 'nonce', 1600000000000, '{"text":"Well?"}', '{}');
