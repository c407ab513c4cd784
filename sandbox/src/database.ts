import pg from 'pg'

/** Any fixed number: the advisory lock under which one process prepares the tables while others wait. */
const LOCK = 7_546_842

const TABLES = `
create table if not exists accounts (
  subject text primary key,
  first_name text not null,
  last_name text not null,
  email text not null,
  -- Null: a demo account, which has no password and is entered with one click.
  password_hash text,
  created_at timestamptz not null default now()
);
create unique index if not exists accounts_email on accounts (lower(email));

-- What the OpenID Connect library stores: sessions, interactions, codes, tokens, grants.
create table if not exists oidc_records (
  model text not null,
  id text not null,
  -- json, not jsonb: a request may contain characters that jsonb refuses.
  payload json not null,
  grant_id text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (model, id)
);
create index if not exists oidc_records_uid on oidc_records (model, uid) where uid is not null;
create index if not exists oidc_records_grant on oidc_records (model, grant_id) where grant_id is not null;
create index if not exists oidc_records_expiry on oidc_records (expires_at);

-- Generated at the first start. With new ones, every session would end at each start.
create table if not exists secrets (name text primary key, value json not null);

-- Wrong passwords for one account from one address since the first of them.
create table if not exists password_guesses (
  who text primary key,
  count integer not null,
  since timestamptz not null
);

-- Emails that the mail server received.
create table if not exists letters (
  id bigint primary key generated always as identity,
  sender text not null,
  recipients text[] not null,
  subject text not null,
  body_text text not null,
  body_html text,
  headers jsonb not null,
  received_at timestamptz not null default now()
);
create index if not exists letters_recipients on letters using gin (recipients);
`

export async function openDatabase(url: string): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: url, max: 10, application_name: 'plinth-sandbox' })
  // The pool replaces an idle connection that the server closes; without a listener the error would end this process.
  pool.on('error', () => undefined)
  // The same for a connection in use: its query fails, and that error is enough.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(TABLES)
    await client.query('select pg_advisory_unlock($1)', [LOCK])
  } finally {
    client.release()
  }
  return pool
}
