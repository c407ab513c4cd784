-- How Plinth grows, a row for each day (UTC). A job counts today and yesterday again and again, and the month before
-- once a day, because deleted accounts may come back within 30 days.
create table growth_days (
  day date primary key,
  joined integer not null,
  deleted integer not null,
  -- Subscriptions that were paid for the first time.
  subscribed integer not null,
  works integer not null,
  posts integer not null,
  -- Deposits that were paid.
  hires integer not null,
  -- In cents. Each may be negative: what is returned later counts on the day that it is returned.
  revenue bigint not null,
  card_fees bigint not null,
  project_payments bigint not null,
  paid_out bigint not null,
  refunded bigint not null,
  counted_at timestamptz not null default now()
);

-- Entries are only ever added, in the order of time, so this index has a line for each 128 pages of them.
create index ledger_entries_at on ledger_entries using brin (created_at);
