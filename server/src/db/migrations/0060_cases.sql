-- Case files: what staff look at to decide on something reported or appealed, or on a dispute, and what the sides prove.
-- First of two steps.

-- One for each reported thing or person and for each disputed project. It refers to nothing, because what it is about
-- may be changed or deleted. Triggers open it, so that older servers do it, too.
create table cases (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('message', 'post', 'portfolio', 'comment', 'user', 'dispute')),
  -- The thing, the person or the project.
  subject_id uuid not null,
  assignee_id uuid references users (id) on delete set null,
  opened_at timestamptz not null default now(),
  constraint cases_once unique (kind, subject_id)
);
create index cases_assignee on cases (assignee_id, opened_at desc, id desc) where assignee_id is not null;

create function open_case() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'project_disputes' then
    insert into cases (kind, subject_id, opened_at) values ('dispute', new.project_id, new.opened_at)
    on conflict on constraint cases_once do nothing;
  -- Counter-notices are decided with their notices, and appeals against strikes by themselves.
  -- Counter-notices are decided with their notices, and appeals against strikes by themselves.
  elsif new.kind not in ('copyright', 'strike') then
    insert into cases (kind, subject_id)
    values (case when new.kind in ('account', 'creator') then 'user' else new.kind end, new.subject_id)
    on conflict on constraint cases_once do nothing;
  end if;
  return null;
end $$;
create trigger reports_open_case after insert on reports for each row execute function open_case();
create trigger appeals_open_case after insert on appeals for each row execute function open_case();
create trigger disputes_open_case after insert on project_disputes for each row execute function open_case();

-- Whether who reported it reads the note, too. Those that were written before were for the log and the author alone.
alter table reports add column is_note_shared boolean not null default false;

-- The pictures of a reported thing at the time. While a row is here, its file is kept.
create table report_media (
  report_id uuid not null references reports (id) on delete cascade,
  position smallint not null check (position >= 0),
  media_id uuid not null references media (id),
  primary key (report_id, position)
);
create index report_media_media on report_media (media_id);

-- What a side adds to a case: words, files, or both. It is kept with the case, also after the account is deleted.
create table case_proofs (
  id uuid primary key,
  case_id uuid not null references cases (id),
  author_id uuid not null references users (id),
  side text not null check (side in ('client', 'creator', 'reporter', 'author')),
  text text not null check (length(text) <= 5000),
  created_at timestamptz not null
);
create index case_proofs_case on case_proofs (case_id, created_at, id);
create index case_proofs_author on case_proofs (author_id, created_at, id);
create table case_proof_media (
  proof_id uuid not null references case_proofs (id) on delete cascade,
  position smallint not null check (position >= 0),
  media_id uuid not null references media (id),
  primary key (proof_id, position)
);
create index case_proof_media_media on case_proof_media (media_id);

-- What staff write down for each other.
create table case_notes (
  id uuid primary key,
  case_id uuid not null references cases (id),
  author_id uuid references users (id) on delete set null,
  text text not null check (length(text) <= 5000),
  created_at timestamptz not null
);
create index case_notes_case on case_notes (case_id, created_at, id);
create index case_notes_author on case_notes (author_id) where author_id is not null;

-- Files of cases are private unless something that everybody may see shows them.
create function case_media_moved() returns trigger language plpgsql as $$
begin
  perform refresh_media_privacy(array[case when tg_op = 'DELETE' then old.media_id else new.media_id end]);
  return null;
end $$;
create trigger case_proof_media_moved after insert or delete on case_proof_media
  for each row execute function case_media_moved();
create trigger report_media_moved after insert or delete on report_media
  for each row execute function case_media_moved();
