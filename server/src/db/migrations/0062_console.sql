-- The staff's daily tools.

-- Texts that staff write again and again: reasons and messages.
create table canned_answers (
  id uuid primary key,
  name text not null constraint canned_answers_name_length check (length(name) <= 80),
  body text not null constraint canned_answers_body_length check (length(body) <= 2000),
  made_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index canned_answers_once on canned_answers (lower(name));
create index canned_answers_made_by on canned_answers (made_by) where made_by is not null;

-- What staff note about a person. The person never sees it.
create table user_notes (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  author_id uuid references users (id) on delete set null,
  text text not null constraint user_notes_text_length check (length(text) <= 2000),
  created_at timestamptz not null default now()
);
create index user_notes_newest on user_notes (user_id, created_at desc, id desc);
create index user_notes_author on user_notes (author_id) where author_id is not null;

-- Who of the staff looks after a person.
create table user_assignments (
  user_id uuid primary key references users (id) on delete cascade,
  assignee_id uuid not null references users (id) on delete cascade,
  assigned_at timestamptz not null default now()
);
create index user_assignments_assignee on user_assignments (assignee_id);
