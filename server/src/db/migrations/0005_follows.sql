-- Who follows whom, and how many. Both counters move in the statement that inserts or deletes the row.
create table follows (
  follower_id uuid not null references users (id) on delete cascade,
  followed_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, followed_id),
  constraint follows_not_self check (follower_id <> followed_id)
);
create index follows_followers on follows (followed_id, created_at desc, follower_id desc);
create index follows_following on follows (follower_id, created_at desc, followed_id desc);

alter table users
  add column follower_count integer not null default 0 check (follower_count >= 0),
  add column following_count integer not null default 0 check (following_count >= 0);

-- The caller's saved works, the last saved first.
create index portfolio_saves_newest on portfolio_saves (user_id, created_at desc, item_id desc);
