-- Named collections of works and posts, with notes, in an order of their own.
create table boards (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  title text not null constraint boards_title_length check (length(title) between 1 and 100),
  description text not null default '' constraint boards_description_length check (length(description) <= 1000),
  visibility text not null default 'private' check (visibility in ('private', 'link')),
  item_count integer not null default 0 constraint boards_item_count check (item_count between 0 and 5000),
  note_count integer not null default 0 check (note_count between 0 and item_count),
  against_count integer not null default 0 check (against_count between 0 and item_count),
  people_count integer not null default 0 constraint boards_people_count check (people_count between 0 and 20),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index boards_own on boards (owner_id, changed_at desc, id desc);

-- Who was asked to a board besides its owner.
create table board_people (
  board_id uuid not null references boards (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('view', 'edit')),
  asked_at timestamptz not null default now(),
  primary key (board_id, user_id)
);
create index board_people_user on board_people (user_id, board_id);

-- Once a work or post is deleted its place stays, with the note, until somebody takes it away.
create table board_items (
  id uuid primary key,
  board_id uuid not null references boards (id) on delete cascade,
  portfolio_id uuid references portfolio_items (id) on delete set null,
  post_id uuid references posts (id) on delete set null,
  -- Its place. Something that is moved gets a number between those of its neighbours.
  place float8 not null,
  note text not null default '' constraint board_items_note_length check (length(note) <= 500),
  is_against boolean not null default false,
  noted_by uuid references users (id) on delete set null,
  noted_at timestamptz,
  added_by uuid references users (id) on delete set null,
  added_at timestamptz not null default now(),
  check (portfolio_id is null or post_id is null)
);
create index board_items_order on board_items (board_id, place, id);
create index board_items_noted on board_items (board_id, place, id) where note <> '';
create index board_items_against on board_items (board_id, place, id) where is_against;
create unique index board_items_work on board_items (board_id, portfolio_id) where portfolio_id is not null;
create unique index board_items_post on board_items (board_id, post_id) where post_id is not null;
create index board_items_portfolio on board_items (portfolio_id) where portfolio_id is not null;
create index board_items_of_post on board_items (post_id) where post_id is not null;
create index board_items_noted_by on board_items (noted_by) where noted_by is not null;
create index board_items_added_by on board_items (added_by) where added_by is not null;
