-- Money: what cards were charged, what became of it, and the books. Sums are integer cents of US dollars.

-- People and the card provider's names of them.
create table provider_customers (
  user_id uuid primary key references users (id),
  customer_id text not null unique
);
create table payout_accounts (
  user_id uuid primary key references users (id),
  account_id text not null unique,
  is_ready boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- At most one that is not over per person: ten calls at once make one.
create table subscriptions (
  id uuid primary key,
  user_id uuid not null references users (id),
  state text not null check (state in ('incomplete', 'active', 'past_due', 'canceled')),
  -- The checkout that it would begin with, and its address while it can be paid.
  checkout_id text,
  checkout_url text,
  checkout_expires_at timestamptz,
  provider_id text unique,
  period_end timestamptz,
  ends_at_period_end boolean not null default false,
  -- Since when a renewal could not be charged.
  past_due_since timestamptz,
  card_brand text,
  card_last4 text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'past_due') = (past_due_since is not null)),
  check (state not in ('active', 'past_due') or provider_id is not null)
);
create unique index subscriptions_current on subscriptions (user_id) where state <> 'canceled';
create index subscriptions_user on subscriptions (user_id, created_at desc);
create index subscriptions_past_due on subscriptions (past_due_since) where state = 'past_due';

-- A hire. Its number is for people to name it by.
create table projects (
  id uuid primary key,
  number integer not null unique generated always as identity,
  client_id uuid not null references users (id),
  creator_id uuid not null references users (id),
  item_id uuid references portfolio_items (id) on delete set null,
  -- Of the work, or of the inquiry, when the project began.
  title text not null,
  -- Under this subject the two write to each other, `Re: ` apart.
  subject text not null,
  description text not null,
  timeline text,
  status text not null check (status in ('requested', 'deposit_paid', 'accepted', 'delivered',
    'revision_requested', 'approved', 'completed', 'declined', 'withdrawn', 'expired', 'cancelled',
    'disputed', 'resolved')),
  -- Null until both agreed on one.
  price_cents bigint check (price_cents between 100 and 100000000),
  deposit_cents bigint generated always as ((price_cents + 1) / 2) stored,
  deliver_by date,
  -- Whether the creator wrote or accepted the terms: then the deposit is all that is missing.
  creator_agreed boolean not null default false,
  -- When the creator learned of it; a request nobody paid for and nobody wrote about is the client's own.
  shared_at timestamptz,
  revisions_used integer not null default 0 check (revisions_used between 0 and 2),
  deposit_paid_at timestamptz,
  accepted_at timestamptz,
  delivered_at timestamptz,
  approved_at timestamptz,
  completed_at timestamptz,
  closed_at timestamptz,
  closing_note text,
  -- When silence decides; what it decides follows from the status.
  due_at timestamptz,
  -- Notices of a delivery that waits for its answer.
  notices_sent integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint projects_not_self check (client_id <> creator_id),
  check (status in ('requested', 'declined', 'withdrawn', 'expired') or price_cents is not null)
) with (fillfactor = 85);
create index projects_client on projects (client_id, updated_at desc, id desc);
create index projects_creator on projects (creator_id, updated_at desc, id desc) where shared_at is not null;
create index projects_due on projects (due_at) where due_at is not null;
create index projects_item on projects (item_id) where item_id is not null;
create index projects_disputed on projects (due_at, id) where status = 'disputed';

create table project_milestones (
  project_id uuid not null references projects (id),
  position smallint not null check (position between 0 and 11),
  title text not null,
  due date,
  done_at timestamptz,
  primary key (project_id, position)
);

-- What one proposed. At most one of a kind is open.
create table project_offers (
  id uuid primary key,
  project_id uuid not null references projects (id),
  kind text not null check (kind in ('terms', 'date', 'cancel')),
  by_role text not null check (by_role in ('client', 'creator')),
  state text not null default 'open'
    check (state in ('open', 'accepted', 'declined', 'withdrawn', 'superseded')),
  price_cents bigint check (price_cents between 100 and 100000000),
  deliver_by date,
  milestones jsonb not null default '[]',
  to_client_cents bigint check (to_client_cents >= 0),
  note text not null default '',
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  check ((kind = 'terms') = (price_cents is not null)),
  check ((kind = 'cancel') = (to_client_cents is not null)),
  check (kind = 'cancel' or deliver_by is not null),
  check ((state = 'open') = (answered_at is null))
);
create unique index project_offers_open on project_offers (project_id, kind) where state = 'open';
create index project_offers_project on project_offers (project_id, created_at desc);

create table project_deliveries (
  id uuid primary key,
  project_id uuid not null references projects (id),
  number integer not null check (number > 0),
  note text not null,
  answer text check (answer in ('approved', 'revision')),
  answer_note text,
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  unique (project_id, number)
);
-- A file as it was sent, and the preview that a client sees before the rest is paid.
create table delivery_files (
  id uuid primary key,
  project_id uuid not null references projects (id),
  owner_id uuid not null references users (id),
  -- Null: not delivered yet.
  delivery_id uuid references project_deliveries (id),
  position smallint,
  kind text not null check (kind in ('image', 'video', 'audio', 'pdf', 'document', 'other')),
  file_name text not null,
  content_type text not null,
  bytes bigint not null check (bytes between 0 and 1073741824),
  preview_state text not null check (preview_state in ('waiting', 'ready', 'none', 'failed')),
  preview_width integer,
  preview_height integer,
  -- Of the links to it.
  secret uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  check ((delivery_id is null) = (position is null)),
  check ((preview_state = 'ready') = (preview_width is not null and preview_height is not null))
);
create index delivery_files_delivery on delivery_files (delivery_id, position) where delivery_id is not null;
create index delivery_files_waiting on delivery_files (project_id, created_at) where delivery_id is null;
create index delivery_files_unused on delivery_files (created_at) where delivery_id is null;
create index delivery_files_owner on delivery_files (owner_id) include (bytes);
create index delivery_files_unseen on delivery_files (created_at) where preview_state = 'waiting';
-- Objects that have no row yet, or none any more.
create table delivery_removals (
  file_id uuid primary key,
  created_at timestamptz not null default now()
);
-- An upload is a file of a delivery to be where it names a project, else it will be media.
alter table uploads add column project_id uuid references projects (id);
create index uploads_project on uploads (project_id) where project_id is not null;


create table project_disputes (
  project_id uuid primary key references projects (id),
  opened_by text not null check (opened_by in ('client', 'creator', 'plinth')),
  -- Where a dispute that the bank opened goes back to.
  from_status text not null,
  from_due_at timestamptz,
  opened_at timestamptz not null,
  ruled_by uuid references users (id),
  ruled_at timestamptz,
  to_client_cents bigint,
  to_creator_cents bigint,
  reason text,
  check ((ruled_at is null) = (to_client_cents is null)),
  check ((ruled_at is null) = (to_creator_cents is null))
);
create index project_disputes_ruled on project_disputes (ruled_at desc, project_id desc)
  where ruled_at is not null;
create table project_statements (
  project_id uuid not null references project_disputes (project_id),
  by_role text not null check (by_role in ('client', 'creator')),
  text text not null,
  asks_cents bigint not null check (asks_cents >= 0),
  created_at timestamptz not null default now(),
  primary key (project_id, by_role)
);

create table project_events (
  id uuid primary key,
  project_id uuid not null references projects (id),
  kind text not null,
  by_role text not null check (by_role in ('client', 'creator', 'admin', 'plinth')),
  actor_id uuid references users (id),
  note text,
  amount_cents bigint,
  created_at timestamptz not null default clock_timestamp()
);
create index project_events_project on project_events (project_id, created_at desc, id desc);

-- A message with a quote opened this project.
alter table messages add column project_id uuid references projects (id);
create index messages_project on messages (project_id) where project_id is not null;

create table promotions (
  id uuid primary key,
  post_id uuid references posts (id) on delete set null,
  user_id uuid not null references users (id),
  state text not null check (state in ('unpaid', 'waiting', 'running', 'ended', 'refused')),
  -- Of the post when it was paid for.
  title text not null,
  starts_at timestamptz,
  ends_at timestamptz,
  reason text,
  decided_by uuid references users (id),
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  check ((state in ('running', 'ended')) <= (starts_at is not null and ends_at is not null)),
  check ((state = 'refused') = (reason is not null))
);
-- A post is promoted once at a time.
create unique index promotions_current on promotions (post_id)
  where state in ('unpaid', 'waiting', 'running');
create index promotions_user on promotions (user_id, created_at desc, id desc);
create index promotions_state on promotions (state, created_at, id);
create index promotions_running on promotions (ends_at) where state = 'running';

-- One charge of a card. The provider is asked under the row's own id, so that a second try is the same charge.
create table payments (
  id uuid primary key,
  purpose text not null check (purpose in ('deposit', 'remainder', 'promotion')),
  project_id uuid references projects (id),
  promotion_id uuid references promotions (id),
  payer_id uuid not null references users (id),
  amount_cents bigint not null check (amount_cents > 0),
  -- `new`: the provider has not been asked yet. `closed`: it can no longer be paid.
  state text not null check (state in ('new', 'open', 'paid', 'closed')),
  checkout_id text unique,
  checkout_url text,
  checkout_expires_at timestamptz,
  intent_id text unique,
  charge_id text unique,
  fee_cents bigint check (fee_cents >= 0),
  paid_at timestamptz,
  -- Its division, once and for all.
  settled_at timestamptz,
  to_client_cents bigint check (to_client_cents >= 0),
  to_creator_cents bigint check (to_creator_cents >= 0),
  -- The client's bank took it back: `open` while it decides.
  chargeback text check (chargeback in ('open', 'won', 'lost')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payments_subject check (
    (purpose = 'promotion') = (promotion_id is not null)
    and (purpose <> 'promotion') = (project_id is not null)),
  check ((state = 'paid') = (paid_at is not null and charge_id is not null)),
  check ((settled_at is null) = (to_client_cents is null)),
  check ((settled_at is null) = (to_creator_cents is null)),
  check (settled_at is null or to_client_cents + to_creator_cents = amount_cents)
);
-- One checkout at a time, and one charge that counts: a second one is given back.
create unique index payments_open_project on payments (project_id, purpose) where state in ('new', 'open');
create unique index payments_open_promotion on payments (promotion_id) where state in ('new', 'open');
create index payments_project on payments (project_id, created_at);
create index payments_payer on payments (payer_id);
create index payments_promotion on payments (promotion_id);
create index payments_unsettled on payments (updated_at) where state in ('new', 'open');

-- Money on its way out. A row is the order; the provider is asked under its id, and asked again until it answers.
create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'succeeded', 'failed')),
  provider_id text unique,
  failure text,
  -- A new key for each try that was refused.
  attempt integer not null default 1,
  -- The first time that this try was asked for: the provider remembers a key for a day.
  asked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index refunds_payment on refunds (payment_id, created_at);
create index refunds_unfinished on refunds (updated_at) where state in ('waiting', 'sent');
create unique index refunds_alive on refunds (payment_id) where state <> 'failed';

create table transfers (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  user_id uuid not null references users (id),
  amount_cents bigint not null check (amount_cents > 0),
  -- `held`: the account is not ready.
  state text not null default 'waiting' check (state in ('waiting', 'held', 'sent', 'failed')),
  provider_id text unique,
  failure text,
  attempt integer not null default 1,
  asked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index transfers_payment on transfers (payment_id, created_at);
create index transfers_user on transfers (user_id, state);
create index transfers_unfinished on transfers (updated_at) where state in ('waiting', 'held');
create unique index transfers_alive on transfers (payment_id) where state <> 'failed';

-- What the provider told us, each once. `object_id` is what is read back from it.
create table provider_events (
  id text primary key,
  type text not null,
  object_id text not null,
  created_at timestamptz not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  attempts integer not null default 0,
  failure text
);
create index provider_events_open on provider_events (received_at) where processed_at is null;
-- Up to where the provider's own list was read.
create table reconciliations (
  id bigint primary key generated always as identity,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- Events of the provider before this are all known.
  read_up_to timestamptz not null,
  found integer not null default 0,
  differences jsonb not null default '[]'
);

-- The books: double entry, insert only. A positive sum is a debit: what Plinth has. A negative one is what it owes.
create table ledger_transactions (
  id uuid primary key,
  kind text not null check (kind in ('charge', 'subscription', 'allocation', 'refund', 'refund_returned',
    'transfer', 'transfer_returned', 'chargeback', 'chargeback_returned', 'chargeback_lost', 'fee')),
  -- The provider's name of what moved, or our own of what was allocated: each is booked once.
  cause_id text not null,
  -- The event that told of it, where one did before we asked.
  event_id text,
  payment_id uuid references payments (id),
  project_id uuid references projects (id),
  -- Whose month was paid.
  subscription_id uuid references subscriptions (id),
  created_at timestamptz not null default now(),
  constraint ledger_transactions_cause unique (kind, cause_id)
);
create index ledger_transactions_project on ledger_transactions (project_id, created_at);
create index ledger_transactions_payment on ledger_transactions (payment_id);
create index ledger_transactions_subscription on ledger_transactions (subscription_id)
  where subscription_id is not null;
create table ledger_entries (
  transaction_id uuid not null references ledger_transactions (id),
  position smallint not null,
  -- `provider`: our balance at the card provider. `escrow`: held for a project or a promotion (`owner_id`).
  -- `payable`: somebody's (`owner_id`), on its way to them.
  account text not null check (account in ('provider', 'escrow', 'payable', 'revenue', 'card_fees',
    'chargebacks', 'losses')),
  owner_id uuid,
  amount_cents bigint not null check (amount_cents <> 0),
  created_at timestamptz not null default now(),
  primary key (transaction_id, position),
  check ((account in ('escrow', 'payable')) = (owner_id is not null))
);
create index ledger_entries_account on ledger_entries (account, owner_id) include (amount_cents);

create function ledger_is_closed() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'restrict_violation', constraint = 'ledger_append_only';
end $$;
create trigger ledger_transactions_closed before update or delete on ledger_transactions
  for each row execute function ledger_is_closed();
create trigger ledger_entries_closed before update or delete on ledger_entries
  for each row execute function ledger_is_closed();
create trigger ledger_transactions_kept before truncate on ledger_transactions
  for each statement execute function ledger_is_closed();
create trigger ledger_entries_kept before truncate on ledger_entries
  for each statement execute function ledger_is_closed();

-- At commit every transaction has entries that add up to nothing, and what is held or owed never turns into a debt of
-- its owner. Two that move the same owner's money wait for each other.
create function ledger_balances() returns trigger language plpgsql as $$
declare
  total bigint;
  entries integer;
begin
  select coalesce(sum(amount_cents), 0), count(*) into total, entries
  from ledger_entries where transaction_id = new.id;
  if total <> 0 or entries < 2 then
    raise exception 'ledger transaction % does not balance: % in % entries', new.id, total, entries
      using errcode = 'check_violation', constraint = 'ledger_balances';
  end if;
  return null;
end $$;
create constraint trigger ledger_balances after insert on ledger_transactions
  deferrable initially deferred for each row execute function ledger_balances();
create function ledger_entry_fits() returns trigger language plpgsql as $$
declare
  total bigint;
begin
  if exists (select 1 from ledger_transactions where id = new.transaction_id
      and xmin::text <> (pg_current_xact_id()::text::bigint % 4294967296)::text) then
    raise exception 'ledger transaction % is closed', new.transaction_id
      using errcode = 'restrict_violation', constraint = 'ledger_append_only';
  end if;
  if new.account in ('escrow', 'payable') then
    perform pg_advisory_xact_lock(hashtextextended(new.account || new.owner_id, 7546844));
    select sum(amount_cents) into total from ledger_entries
    where account = new.account and owner_id = new.owner_id;
    if total > 0 then
      raise exception 'ledger account % of % would be overdrawn by %', new.account, new.owner_id, total
        using errcode = 'check_violation', constraint = 'ledger_overdrawn';
    end if;
  end if;
  return null;
end $$;
create constraint trigger ledger_entry_fits after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_entry_fits();

-- Two-sided, and seen by nobody else until both have written or the week is over.
create table reviews (
  id uuid primary key,
  project_id uuid not null references projects (id),
  author_id uuid not null references users (id),
  subject_id uuid not null references users (id),
  author_role text not null check (author_role in ('client', 'creator')),
  rating smallint not null check (rating between 1 and 5),
  text text not null,
  created_at timestamptz not null default now(),
  published_at timestamptz,
  constraint reviews_once unique (project_id, author_id)
);
create index reviews_subject on reviews (subject_id, published_at desc, id desc) where published_at is not null;
create index reviews_unpublished on reviews (created_at) where published_at is null;
-- Of published reviews, moved with them.
alter table users
  add column review_count integer not null default 0 check (review_count >= 0),
  add column rating_sum integer not null default 0 check (rating_sum >= 0);

-- Answers of calls that move money, under the caller's own key.
create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  key text not null check (length(key) between 1 and 255),
  call text not null,
  body_hash bytea not null,
  -- Null while the first call is at work.
  status integer,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- What happened in projects and to subscriptions among what people are told of.
alter table notices
  add column project_event_id uuid references project_events (id),
  add column billing_event text,
  add column billed_id uuid references users (id) on delete cascade,
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in ('like', 'comment', 'follow', 'feature', 'approval',
    'message', 'project', 'billing'));
-- What was not told yet, for who reads the room.
create index notices_project_event on notices (project_event_id) where project_event_id is not null;
alter table notifications
  add column project_id uuid references projects (id) on delete cascade,
  add column project_event_id uuid references project_events (id),
  add column billing_event text,
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('like', 'comment', 'reply', 'mention', 'follow',
    'feature', 'approval', 'message', 'inquiry', 'project', 'money')),
  drop column subject_id,
  drop column topic;
alter table notifications
  add column subject_id uuid not null generated always as
    (coalesce(project_id, conversation_id, comment_id, post_id, item_id, user_id)) stored,
  add column topic text not null generated always as (
    case when kind in ('like', 'comment', 'feature', 'approval') then 'work'
      when kind in ('project', 'money') then 'money' else 'people' end) stored;
create index notifications_topic on notifications (user_id, topic, updated_at desc, id desc);
create unique index notifications_open on notifications (user_id, kind, subject_id) where not is_read;
create index notifications_project on notifications (project_id, user_id) where project_id is not null;
