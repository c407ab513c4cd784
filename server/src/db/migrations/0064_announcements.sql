-- News that an owner emails to members.
create table announcements (
  id uuid primary key,
  subject text not null constraint announcements_subject_length check (length(subject) <= 120),
  text text not null constraint announcements_text_length check (length(text) <= 5000),
  audience text not null check (audience in ('everyone', 'creators', 'others')),
  state text not null default 'sending' check (state in ('sending', 'sent', 'stopped')),
  sent_by uuid references users (id) on delete set null,
  -- People get their emails in the order of their ids. Everybody up to this one has been written to.
  last_id uuid,
  reached integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((state = 'sending') = (finished_at is null))
);
create unique index announcements_one_at_a_time on announcements (state) where state = 'sending';
create index announcements_newest on announcements (created_at desc, id desc);
create index announcements_sent_by on announcements (sent_by) where sent_by is not null;
