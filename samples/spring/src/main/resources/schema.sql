-- The application's own tables. Stepgraph keeps its tables in a schema of its own.
create table if not exists claims (
    id bigint generated always as identity primary key,
    employee text not null,
    purpose text not null,
    amount numeric(9, 2) not null check (amount > 0),
    status text not null default 'SUBMITTED',
    note text not null default '',
    submitted_at timestamptz not null default now()
);
create table if not exists ledger (
    claim bigint primary key references claims,
    amount numeric(9, 2) not null,
    cost_center text not null,
    project int not null,
    approved_by text not null,
    booked_at timestamptz not null default now()
);
