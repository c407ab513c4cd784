-- Texts that go to many people are held until staff have looked at them.

-- What was written in the last day, as hashes, to find the same or nearly the same text and the same links. A job deletes
-- older rows. Not logged: after a crash the day begins anew.
create unlogged table text_prints (
  id bigint generated always as identity primary key,
  author_id uuid not null references users (id) on delete cascade,
  -- The receiver of a message, or the post of a comment.
  target_id uuid not null,
  -- Written by an account of a few days.
  is_young boolean not null,
  -- A simhash of the text; null for a short one, of which only the links matter.
  near bigint,
  -- The parts of the simhash, and hashes of the links: near texts share at least one, nearly always.
  marks integer[] not null,
  created_at timestamptz not null default now()
);
create index text_prints_author on text_prints (author_id, created_at desc);
create index text_prints_young on text_prints using gin (marks) where is_young;
create index text_prints_old on text_prints (created_at);

create table held_texts (
  id uuid primary key,
  kind text not null check (kind in ('message', 'comment')),
  author_id uuid not null references users (id) on delete cascade,
  receiver_id uuid references users (id) on delete cascade,
  post_id uuid references posts (id) on delete cascade,
  content text not null,
  -- Everything that sending it needs.
  payload jsonb not null,
  client_id uuid,
  -- `gone`: it could not be delivered any more.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused', 'gone')),
  note text,
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint held_texts_client unique (author_id, client_id),
  constraint held_texts_target check ((kind = 'message') = (receiver_id is not null)
    and (kind = 'comment') = (post_id is not null)),
  constraint held_texts_decided check ((state = 'waiting') = (decided_at is null))
);
create index held_texts_waiting on held_texts (created_at desc, id desc) where state = 'waiting';
create index held_texts_closed on held_texts (decided_at desc, id desc) where state <> 'waiting';
create index held_texts_own on held_texts (author_id, created_at desc, id desc);
create index held_texts_receiver on held_texts (receiver_id) where receiver_id is not null;
create index held_texts_post on held_texts (post_id) where post_id is not null;
create index held_texts_decider on held_texts (decided_by) where decided_by is not null;

-- The files of messages that wait, so that nobody deletes them as unused.
create table held_media (
  held_id uuid not null references held_texts (id) on delete cascade,
  media_id uuid not null references media (id) on delete cascade,
  primary key (media_id, held_id)
);
create index held_media_held on held_media (held_id);
