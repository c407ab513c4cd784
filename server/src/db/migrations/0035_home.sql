-- What the card provider paid to people's banks, as it last said. Kept apart from the ledger, which ends where the
-- money leaves Plinth.
create table bank_payouts (
  -- The provider's id.
  id text primary key,
  user_id uuid not null references users (id),
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('pending', 'in_transit', 'paid', 'failed')),
  -- The day that the bank gets it.
  arrives_on date not null,
  created_at timestamptz not null,
  updated_at timestamptz not null default now()
);
create index bank_payouts_user on bank_payouts (user_id, state, arrives_on);

-- The connected account that an event is about.
alter table provider_events add column account_id text;
-- When the payouts of an account were last listed, to find what webhooks missed.
alter table payout_accounts add column payouts_read_at timestamptz;
create index payout_accounts_read on payout_accounts (payouts_read_at nulls first) where is_ready;

-- The projects under way of each side, by their deadline.
create index projects_client_open on projects
  (client_id, (coalesce(due_at, deliver_by::timestamp at time zone 'UTC')), id)
  where status in ('requested', 'deposit_paid', 'accepted', 'delivered', 'revision_requested', 'approved', 'disputed');
create index projects_creator_open on projects
  (creator_id, (coalesce(due_at, deliver_by::timestamp at time zone 'UTC')), id)
  where shared_at is not null
    and status in ('requested', 'deposit_paid', 'accepted', 'delivered', 'revision_requested', 'approved', 'disputed');
-- What somebody was paid lately.
create index transfers_user_time on transfers (user_id, created_at);
-- What somebody spent lately.
create index payments_payer_settled on payments (payer_id, settled_at) where settled_at is not null;
