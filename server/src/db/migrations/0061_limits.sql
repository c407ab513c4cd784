-- What somebody may do in a day (contract: people/levels.ts), limits that staff set for one person, and strikes.
-- Compatible: the kinds of appeals only get one more.

-- What a person did today, by the day in UTC. One row for each kind, which begins anew when the day changes, so the table
-- never grows with time. Not logged: after a crash the day begins anew.
create unlogged table daily_counts (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  day date not null,
  count integer not null,
  primary key (user_id, kind)
) with (fillfactor = 70);

-- Instead of the limit of their level, until then.
create table person_limits (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  allowed integer not null check (allowed >= 0),
  reason text not null,
  until timestamptz not null,
  set_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  primary key (user_id, kind)
);
create index person_limits_set_by on person_limits (set_by) where set_by is not null;

-- What a takedown, or a message or comment that was refused, adds to an account for a while.
create table strikes (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('post', 'portfolio', 'comment', 'message')),
  -- What was taken down or refused. It may be gone.
  subject_id uuid not null,
  reason text not null,
  created_at timestamptz not null,
  until timestamptz not null,
  -- Taken back, by an appeal or by whoever restored the thing.
  lifted_at timestamptz,
  constraint strikes_once unique (kind, subject_id)
);
create index strikes_of on strikes (user_id, until) where lifted_at is null;
create index strikes_newest on strikes (user_id, created_at desc, id desc);

-- Until when somebody has so many live strikes that staff are asked about a suspension.
alter table users add column suspension_due timestamptz;
create index users_suspension_due on users (created_at desc, id desc)
  where deleted_at is null and suspension_due is not null;

-- Strikes for comments and messages, which are gone, are appealed against themselves.
alter table appeals drop constraint appeals_kind_check,
  add constraint appeals_kind_check
    check (kind in ('post', 'portfolio', 'account', 'copyright', 'creator', 'strike')) not valid;

-- Ends the transaction of somebody who is over a limit. The detail says which, as JSON, and becomes their sentence.
create function refuse_daily(detail text) returns boolean language plpgsql as $$
begin
  raise exception 'over a daily limit'
    using errcode = 'check_violation', constraint = 'daily_counts_limit', detail = detail;
end $$;
