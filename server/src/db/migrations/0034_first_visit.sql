-- What somebody picked when they joined: works that they like, known to nobody else, to choose their first posts by.
create table tastes (
  user_id uuid not null references users (id) on delete cascade,
  item_id uuid not null references portfolio_items (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, item_id)
);
create index tastes_item on tastes (item_id);

alter table users
  -- When they answered or skipped the welcome; null until then.
  add column welcomed_at timestamptz,
  -- When they put away the list of a creator's first steps.
  add column steps_hidden_at timestamptz,
  -- The IANA time zone in which deadlines are shown to them and beside them.
  add column time_zone text constraint users_time_zone check (length(time_zone) between 1 and 64);

-- Whoever is here already needs no welcome.
update users set welcomed_at = now();
