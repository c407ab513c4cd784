-- From a board to a brief: one inquiry to each of a few creators, with things of the board shown beside it.

-- What somebody has begun to ask from a board. Things and people that are gone meanwhile are passed over when it is read.
create table brief_drafts (
  board_id uuid not null references boards (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  content text not null constraint brief_drafts_content check (length(content) <= 2000),
  budget text,
  timeline text,
  needed_by date,
  sends_notes boolean not null,
  item_ids uuid[] not null constraint brief_drafts_items check (cardinality(item_ids) <= 6),
  creator_ids uuid[] not null constraint brief_drafts_creators check (cardinality(creator_ids) <= 5),
  saved_at timestamptz not null default now(),
  primary key (board_id, user_id)
);
create index brief_drafts_user on brief_drafts (user_id);

-- A brief as it was sent. It outlives its board, because those who were asked keep reading it.
create table briefs (
  id uuid primary key,
  board_id uuid references boards (id) on delete set null,
  sender_id uuid not null references users (id) on delete cascade,
  title text not null constraint briefs_title check (length(title) between 1 and 100),
  content text not null constraint briefs_content check (length(content) between 1 and 2000),
  budget text not null,
  timeline text not null,
  needed_by date,
  sends_notes boolean not null,
  -- Made by the client: a second send of the same brief is the same brief.
  client_id uuid not null,
  created_at timestamptz not null default now(),
  constraint briefs_client unique (sender_id, client_id)
);
create index briefs_board on briefs (board_id, sender_id, created_at desc, id desc);

-- What those who were asked look at: a work or a post, with the note beside it if notes were sent.
create table brief_references (
  brief_id uuid not null references briefs (id) on delete cascade,
  place smallint not null constraint brief_references_place check (place between 1 and 6),
  portfolio_id uuid references portfolio_items (id) on delete set null,
  post_id uuid references posts (id) on delete set null,
  note text not null constraint brief_references_note check (length(note) <= 500),
  is_against boolean not null,
  primary key (brief_id, place),
  check (portfolio_id is null or post_id is null)
);
create index brief_references_portfolio on brief_references (portfolio_id) where portfolio_id is not null;
create index brief_references_post on brief_references (post_id) where post_id is not null;

-- Who was asked. What became of it is read from the messages, held texts and projects.
create table brief_recipients (
  brief_id uuid not null references briefs (id) on delete cascade,
  place smallint not null constraint brief_recipients_place check (place between 1 and 5),
  creator_id uuid not null references users (id),
  -- The client ids of the inquiry and of the message that somebody else was found: each is sent once.
  inquiry_key uuid not null,
  thanks_key uuid not null,
  -- Why the last try to send the inquiry failed.
  problem text,
  primary key (brief_id, place),
  constraint brief_recipients_once unique (brief_id, creator_id)
);
create index brief_recipients_creator on brief_recipients (creator_id);

alter table messages add column brief_id uuid references briefs (id) on delete set null;
create unique index messages_brief on messages (brief_id, receiver_id) where brief_id is not null;
