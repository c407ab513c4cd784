-- What somebody did that another person may want to know of: written with the deed, in its transaction, and taken
-- from here by a worker that makes notifications of it. Nothing is lost when the process dies in between.
create table notices (
  id bigint primary key generated always as identity,
  kind text not null check (kind in ('like', 'comment', 'follow', 'feature', 'approval')),
  -- Null: Plinth did it.
  actor_id uuid references users (id) on delete cascade,
  post_id uuid references posts (id) on delete cascade,
  item_id uuid references portfolio_items (id) on delete cascade,
  comment_id uuid references comments (id) on delete cascade,
  -- Of a follow.
  followed_id uuid references users (id) on delete cascade,
  -- Taken back: an unlike, an unfollow.
  is_undone boolean not null default false,
  created_at timestamptz not null default now()
);

-- Likes of one thing and new followers gather in one row until it is read.
create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null
    check (kind in ('like', 'comment', 'reply', 'mention', 'follow', 'feature', 'approval')),
  topic text not null generated always as (
    case when kind in ('like', 'comment', 'feature', 'approval') then 'work' else 'people' end) stored,
  post_id uuid references posts (id) on delete cascade,
  item_id uuid references portfolio_items (id) on delete cascade,
  comment_id uuid references comments (id) on delete cascade,
  -- What the row is about.
  subject_id uuid not null generated always as (coalesce(comment_id, post_id, item_id, user_id)) stored,
  actor_count integer not null default 0 check (actor_count >= 0),
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  -- Of the last thing that happened; the list's order.
  updated_at timestamptz not null default now(),
  mailed_at timestamptz
);
create index notifications_list on notifications (user_id, updated_at desc, id desc);
create index notifications_topic on notifications (user_id, topic, updated_at desc, id desc);
create index notifications_unread on notifications (user_id, updated_at desc, id desc) where not is_read;
create index notifications_unmailed on notifications (created_at) where not is_read and mailed_at is null;
create unique index notifications_open on notifications (user_id, kind, subject_id) where not is_read;
create index notifications_post on notifications (post_id) where post_id is not null;
create index notifications_item on notifications (item_id) where item_id is not null;
create index notifications_comment on notifications (comment_id) where comment_id is not null;

-- Who did it. The key outlives the reading: liking, unliking and liking again tells nobody twice.
create table notification_actors (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  subject_id uuid not null,
  actor_id uuid not null references users (id) on delete cascade,
  notification_id uuid not null references notifications (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, kind, subject_id, actor_id)
);
create index notification_actors_newest on notification_actors (notification_id, created_at desc, actor_id);
create index notification_actors_actor on notification_actors (actor_id);

-- Only what differs from the defaults: { kind: { app, mail } }.
alter table users
  add column notification_settings jsonb not null default '{}',
  add column notifications_mailed_at timestamptz,
  -- Stands in every letter: whoever holds it can turn this person's letters off, and nothing else.
  add column mail_key uuid not null default gen_random_uuid();
