-- What happened to the safety of an account, for its owner alone: sign-ins, sessions, tokens, rights, email, handle.
-- A row is never changed. A job deletes it after 400 days, and it goes with the account.
create table account_events (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  -- What it was about: a token's name, the device that was signed out, a right, the new handle or email.
  detail text,
  -- Of the browser that did it; null if no request of the account's owner did.
  user_agent text,
  -- The network that it came from: the first three numbers of an IPv4 address, or the first three groups of an IPv6 one.
  address text,
  created_at timestamptz not null default now(),
  constraint account_events_kind check (kind in (
    'signed_in', 'new_device', 'sign_in_refused', 'signed_out', 'session_ended', 'sessions_ended', 'provider_ended',
    'token_made', 'token_removed', 'export_asked', 'export_downloaded', 'email_changed', 'handle_changed',
    'payout_changed', 'right_given', 'right_taken', 'deletion_asked', 'deletion_undone')),
  constraint account_events_lengths check (
    length(detail) <= 320 and length(user_agent) <= 300 and length(address) <= 45)
);
create index account_events_newest on account_events (user_id, created_at desc, id desc);
create index account_events_age on account_events (created_at);

create function refuse_account_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'account events are only ever added and deleted';
end $$;
create trigger account_events_kept before update on account_events
  for each statement execute function refuse_account_event_change();

-- Browsers that an account has signed in with, so that one it does not know is announced by email. The hash is of the
-- browser's cookie and the account, so it does not tell which accounts share a browser.
create table known_devices (
  user_id uuid not null references users (id) on delete cascade,
  device_hash bytea not null,
  last_used_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
create index known_devices_age on known_devices (last_used_at);

-- The provider's name of its own session, by which it says that this has ended there.
alter table sessions add column provider_sid text;
-- Empty now, so it is made by reading the sessions once.
create index sessions_provider on sessions (provider_sid) where provider_sid is not null;

-- Whether the attempt asked the provider to authenticate again, which its answer then has to prove.
alter table sign_in_attempts add column is_again boolean not null default false;

-- Logout tokens of the identity provider that were used. Each counts once, until it has expired anyway.
create table logout_tokens (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
create index logout_tokens_expiry on logout_tokens (expires_at);
