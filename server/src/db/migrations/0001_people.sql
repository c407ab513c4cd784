create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- People. The e-mail is what the identity provider says; it never identifies an account (identities do).
create table users (
  id uuid primary key,
  first_name text not null default '',
  last_name text not null default '',
  email text,
  email_verified boolean not null default false,
  bio text,
  location text,
  website text,
  -- Always a path that Plinth serves.
  profile_image_url text,
  profile_colors jsonb not null default '{"background":"#0F0F17","text":"#FFFFFF","accent":"#A855F7"}',
  social_links jsonb not null default '{}',
  is_admin boolean not null default false,
  -- An admin's grant is kept apart from the subscription, so that neither undoes the other.
  creator_granted boolean not null default false,
  creator_subscribed boolean not null default false,
  is_creator boolean not null generated always as (creator_granted or creator_subscribed) stored,
  subscription_status text,
  work_count integer not null default 0 check (work_count >= 0),
  suspended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index users_email on users (lower(email));
create index users_name on users using gin ((first_name || ' ' || last_name) gin_trgm_ops);

create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

-- token_hash is the sha256 of the cookie's token: a leaked table opens no session.
create table sessions (
  token_hash bytea primary key,
  id uuid not null unique,
  user_id uuid not null references users (id) on delete cascade,
  -- Moves with use (idle limit) and never past the absolute limit.
  expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  signed_in_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  user_agent text not null default '',
  -- Handed back to the identity provider at sign-out.
  id_token text not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- A sign-in under way, bound to one browser by a cookie and to one answer by state and nonce.
create table sign_in_attempts (
  token_hash bytea primary key,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  expires_at timestamptz not null
);
create index sign_in_attempts_expiry on sign_in_attempts (expires_at);
