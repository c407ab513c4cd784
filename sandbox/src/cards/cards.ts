import type { Pool } from 'pg'
import type { Service } from '../http.ts'
import { createApi, type CardsDependencies } from './api.ts'
import type { DefaultWebhook } from './call.ts'
import { startClock } from './control/clock.ts'
import { createControl } from './control/control.ts'
import { startOutbox } from './webhooks/outbox.ts'
import { createPages } from './pages/pages.ts'

/** Any fixed number: the advisory lock under which one process prepares the tables while others wait. */
const LOCK = 7_546_843
const CONTROL = '/cards/control/'

export interface Cards {
  service: Service
  /** Call it after the last request. */
  stop: () => Promise<void>
}

/** A card provider that works with the official Stripe SDK unchanged. No bank is involved and no money moves. */
export async function serveCards(options: {
  database: Pool
  /** Origin of this server as browsers see it. */
  baseUrl: string
  webhook: DefaultWebhook | null
}): Promise<Cards> {
  const { database, ...config } = options
  await prepare(database)
  const outbox = await startOutbox(database)
  const dependencies: CardsDependencies = { database, config, wake: outbox.wake }
  const clock = startClock(database, config, outbox.wake)
  const api = createApi(dependencies)
  const control = createControl(dependencies)
  const pages = createPages(dependencies)
  return {
    service: async (request, response, url) => {
      if (url.pathname.startsWith('/v1/')) await api(request, response, url)
      else if (url.pathname.startsWith(CONTROL))
        await control(request, response, url.pathname.slice(CONTROL.length))
      else if (url.pathname.startsWith('/cards/')) await pages(request, response, url)
      else return false
      return true
    },
    stop: async () => {
      await Promise.all([clock.stop(), outbox.stop()])
    },
  }
}

async function prepare(database: Pool): Promise<void> {
  const client = await database.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(CARDS_TABLES)
    await client.query('select pg_advisory_unlock($1)', [LOCK])
  } finally {
    client.release()
  }
}

/** A world is everything that belongs to one secret key: its objects, its clock and its faults. */
const CARDS_TABLES = `
create table if not exists cards_worlds (
  key text primary key,
  -- How many seconds this world's clock is ahead of the real one.
  clock_offset bigint not null default 0,
  delivery jsonb not null default '{}',
  faults jsonb not null default '[]',
  invoice_count integer not null default 0
);

create table if not exists cards_objects (
  world text not null references cards_worlds (key) on delete cascade,
  id text not null,
  kind text not null,
  -- The connected account it belongs to; empty: the platform.
  account text not null default '',
  seq bigint not null generated always as identity,
  created bigint not null,
  body jsonb not null,
  -- When the clock must act on it.
  due_at bigint,
  primary key (world, id)
);
create index if not exists cards_objects_kind on cards_objects (world, kind, account, seq desc);
create index if not exists cards_objects_due on cards_objects (due_at) where due_at is not null;
create index if not exists cards_objects_id on cards_objects (id);

-- Every movement of money, as entries that add up to zero.
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
