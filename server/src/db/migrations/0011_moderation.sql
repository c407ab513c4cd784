-- What people report, with its words as they were: the thing itself may be changed or deleted, so nothing refers to it.
create table reports (
  id uuid primary key,
  reporter_id uuid references users (id) on delete set null,
  kind text not null check (kind in ('message', 'post', 'portfolio', 'comment', 'user')),
  subject_id uuid not null,
  -- Whose the thing is, or the person who is reported.
  author_id uuid references users (id) on delete set null,
  reason text not null,
  text text not null,
  snapshot jsonb not null,
  outcome text check (outcome in ('removed', 'no_action')),
  note text,
  closed_by uuid references users (id) on delete set null,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint reports_closed check (
    (closed_at is null) = (outcome is null) and (closed_at is null) = (note is null))
);
create unique index reports_same on reports (reporter_id, kind, subject_id) where closed_at is null;
create index reports_reporter on reports (reporter_id, created_at desc);
create index reports_author on reports (author_id);
create index reports_closed_by on reports (closed_by) where closed_by is not null;
create index reports_open on reports (created_at desc, id desc) where closed_at is null;
create index reports_done on reports (closed_at desc, id desc) where closed_at is not null;
create index reports_subject on reports (kind, subject_id, created_at desc, id desc)
  where closed_at is null;

-- What admins did. It refers to nothing, so that nothing that goes takes a row along, and no row is ever changed.
create table audit_log (
  id uuid primary key,
  -- Null for what Plinth does by itself.
  actor_id uuid,
  action text not null,
  subject_kind text not null,
  subject_id uuid not null,
  before jsonb,
  after jsonb,
  request_id text,
  created_at timestamptz not null default clock_timestamp()
);
create index audit_log_newest on audit_log (created_at desc, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only ever added to';
end $$;
create trigger audit_log_kept before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
-- Also for a session that has triggers switched off.
alter table audit_log enable always trigger audit_log_kept;
