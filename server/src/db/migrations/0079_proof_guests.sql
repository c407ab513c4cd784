-- Guests of proof rooms: links that open a room without an account, and the people who came by them.

create table proof_links (
  id uuid primary key,
  -- The project's, as the room's is. A room gets its row with its first change.
  room_id uuid not null references projects (id),
  made_by uuid not null references users (id),
  name text not null check (char_length(name) <= 60),
  -- Each of them includes those before it.
  rights text not null check (rights in ('look', 'comment', 'pick', 'decide')),
  -- The secret itself is in the link alone, behind a #, which browsers send to nobody.
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  -- scrypt, with its salt before it.
  password_hash bytea check (octet_length(password_hash) = 48),
  allows_downloads boolean not null default false,
  -- Whom a link that decides is for.
  person_name text check (char_length(person_name) <= 60),
  person_email text,
  -- Null: until the project ends.
  expires_at timestamptz,
  -- Somebody turned it off.
  ended_at timestamptz,
  -- Wrong passwords since the last right one, and when the last of them came.
  tries smallint not null default 0 check (tries between 0 and 5),
  tried_at timestamptz,
  -- The code that was emailed last, wrong ones since, and how many were sent since when.
  code_hash bytea check (octet_length(code_hash) = 32),
  code_until timestamptz,
  code_tries smallint not null default 0 check (code_tries between 0 and 5),
  codes smallint not null default 0 check (codes >= 0),
  codes_since timestamptz,
  created_at timestamptz not null default now(),
  -- When what it said about people was deleted.
  cleared_at timestamptz,
  constraint proof_links_person check (cleared_at is not null
    or (rights = 'decide') = (person_name is not null and person_email is not null)),
  -- Files open once everything is paid, and that ends the project.
  constraint proof_links_downloads check (not allows_downloads or expires_at is not null)
);
create index proof_links_room on proof_links (room_id, created_at desc, id desc);
create index proof_links_made_by on proof_links (made_by);
create index proof_links_uncleared on proof_links (created_at) where cleared_at is null;

create table proof_guests (
  id uuid primary key,
  link_id uuid not null references proof_links (id),
  -- Empty once it was deleted.
  name text not null check (char_length(name) <= 60),
  -- Where they hear about answers. Whoever unsubscribes has none any more.
  email text,
  -- Known only to their emails, which unsubscribe by it.
  mail_key uuid not null default gen_random_uuid(),
  -- Of what only their browser knows; null once it was deleted.
  token_hash bytea check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- Answers that they were not emailed about, since when, and when the last email went out.
  news_at timestamptz,
  mailed_at timestamptz
);
create index proof_guests_link on proof_guests (link_id, seen_at desc);
create index proof_guests_news on proof_guests (news_at) where news_at is not null;

-- A mark or an answer is a member's or a guest's.
alter table proof_marks alter column author_id drop not null, add column guest_id uuid references proof_guests (id),
  add constraint proof_marks_by check (num_nonnulls(author_id, guest_id) = 1) not valid;
create index proof_marks_guest on proof_marks (guest_id) where guest_id is not null;
alter table proof_replies alter column author_id drop not null, add column guest_id uuid references proof_guests (id),
  add constraint proof_replies_by check (num_nonnulls(author_id, guest_id) = 1) not valid;
create index proof_replies_guest on proof_replies (guest_id) where guest_id is not null;
