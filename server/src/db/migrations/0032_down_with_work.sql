-- A post that shows a work and nothing else goes down with it, and comes back with it.
alter table posts
  add column is_down_with_work boolean not null default false,
  add constraint posts_down_with_work check (not is_down_with_work or taken_down_at is not null);
