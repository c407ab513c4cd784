-- Personal access tokens: passwords for programs. Only their hash is kept, as with sessions.
create table access_tokens (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null constraint access_tokens_name check (length(name) between 1 and 60),
  token_hash bytea not null constraint access_tokens_hash unique check (length(token_hash) = 32),
  scopes text[] not null constraint access_tokens_scopes check (cardinality(scopes) between 1 and 20),
  created_at timestamptz not null default now(),
  -- To the minute, so that a busy program does not write with each of its reads.
  last_used_at timestamptz,
  -- Null: it does not expire.
  expires_at timestamptz
);

create index access_tokens_of on access_tokens (user_id, id desc);
