/** A world is all that one secret key sees: its objects, its clock, its faults. */
export const CARDS_TABLES = `
create table if not exists cards_worlds (
  key text primary key,
  -- Seconds that this world's clock is ahead of the real one.
  clock_offset bigint not null default 0,
  delivery jsonb not null default '{}',
  faults jsonb not null default '[]',
  invoice_count integer not null default 0
);

create table if not exists cards_objects (
  world text not null references cards_worlds (key) on delete cascade,
  id text not null,
  kind text not null,
  -- Of a connected account; empty: of the platform.
  account text not null default '',
  seq bigint not null generated always as identity,
  created bigint not null,
  body jsonb not null,
  -- When the clock has something to do with it.
  due_at bigint,
  primary key (world, id)
);
create index if not exists cards_objects_kind on cards_objects (world, kind, account, seq desc);
create index if not exists cards_objects_due on cards_objects (due_at) where due_at is not null;
create index if not exists cards_objects_id on cards_objects (id);

-- Every movement of money as entries that add up to nothing.
create table if not exists cards_entries (
  world text not null references cards_worlds (key) on delete cascade,
  movement text not null,
  account text not null,
  amount bigint not null,
  currency text not null
);
create index if not exists cards_entries_account on cards_entries (world, account);

create table if not exists cards_answers (
  world text not null references cards_worlds (key) on delete cascade,
  idempotency_key text not null,
  fingerprint text not null,
  status integer not null,
  body json not null,
  request_id text not null,
  created bigint not null,
  primary key (world, idempotency_key)
);

create table if not exists cards_deliveries (
  id bigint primary key generated always as identity,
  world text not null references cards_worlds (key) on delete cascade,
  event text not null,
  url text not null,
  secret text not null,
  attempts integer not null default 0,
  -- Milliseconds of the world's clock; null: delivered, dropped or given up.
  next_at bigint,
  outcome text,
  leased_until timestamptz
);
create index if not exists cards_deliveries_next on cards_deliveries (world, next_at) where next_at is not null;
create index if not exists cards_deliveries_event on cards_deliveries (world, event);
`
