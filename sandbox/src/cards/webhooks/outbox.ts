import type { Pool } from 'pg'
import type { Event } from '../kinds.ts'
import { outward } from '../render.ts'
import { createHmac } from 'node:crypto'

const SECOND = 1_000
/** Delays after failed attempts. The last one repeats for three days by the world's clock. */
const WAITS = [1, 2, 5, 10, 30, 60, 300, 1_800, 3_600].map((seconds) => seconds * SECOND)
const GIVE_UP_AFTER = 3 * 24 * 60 * 60
const TIMEOUT_MS = 10_000
/** Longer than an attempt takes: if a lease has run out, its holder has died. */
const LEASE_SECONDS = 15
const MAX_SLEEP_MS = 60_000

interface Delivery {
  id: string
  url: string
  secret: string
  attempts: number
  event: Event
  offset: string
}

export interface Outbox {
  /** Call it when something may be due in this world. */
  wake: (world: string) => void
  stop: () => Promise<void>
}

/** Sends events from the database until each is accepted: at least once, and one at a time in each world. */
export async function startOutbox(database: Pool): Promise<Outbox> {
  const running = new Map<string, Promise<void>>()
  const again = new Set<string>()
  const sleeping = new Map<string, NodeJS.Timeout>()
  let isStopped = false

  const wake = (world: string): void => {
    clearTimeout(sleeping.get(world))
    if (isStopped) return
    if (running.has(world)) {
      again.add(world)
      return
    }
    const work = drain(database, world)
      .catch((error: unknown) => {
        if (!isStopped) process.stderr.write(`Webhooks: ${String(error)}\n`)
        return SECOND
      })
      .then((wait) => {
        running.delete(world)
        if (again.delete(world)) wake(world)
        else if (wait !== null && !isStopped) sleep(world, wait)
      })
    running.set(world, work)
  }
  const sleep = (world: string, wait: number) => {
    const timer = setTimeout(() => wake(world), Math.min(wait, MAX_SLEEP_MS))
    sleeping.set(world, timer.unref())
  }

  // Releases the leases of a process that was killed while sending.
  const { rows } = await database.query<{ world: string }>(
    `with waiting as (
       update cards_deliveries set leased_until = null where next_at is not null returning world
     ) select distinct world from waiting`,
  )
  for (const { world } of rows) wake(world)

  return {
    wake,
    stop: async () => {
      isStopped = true
      for (const timer of sleeping.values()) clearTimeout(timer)
      await Promise.all(running.values())
    },
  }
}

/** Sends all that is due. Returns the milliseconds until the next delivery, or null if there is none. */
async function drain(database: Pool, world: string): Promise<number | null> {
  for (;;) {
    const delivery = await claim(database, world)
    if (delivery === null) return untilNext(database, world)
    const problem = await post(delivery)
    await settle(database, world, delivery, problem)
  }
}

const NOW_MS = `(extract(epoch from now()) + w.clock_offset) * 1000`

async function claim(database: Pool, world: string): Promise<Delivery | null> {
  const { rows } = await database.query<Delivery>(
    `update cards_deliveries d set leased_until = now() + interval '${LEASE_SECONDS} seconds'
     from cards_worlds w, cards_objects o
     where d.id = (
         select id from cards_deliveries
         where world = $1 and next_at <= (
             select ${NOW_MS} from cards_worlds w where w.key = $1
           ) and (leased_until is null or leased_until < now())
         order by next_at, id limit 1 for update skip locked
       )
       and w.key = d.world and o.world = d.world and o.id = d.event
     returning d.id, d.url, d.secret, d.attempts, o.body as event, w.clock_offset as offset`,
    [world],
  )
  return rows[0] ?? null
}

/** Returns null when the receiver accepted it, otherwise the error. */
async function post({ url, secret, event }: Delivery): Promise<string | null> {
  const body = JSON.stringify(outward(event))
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': sign(body, secret),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.ok ? null : `status ${response.status}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function settle(
  database: Pool,
  world: string,
  { id, attempts, event, offset }: Delivery,
  problem: string | null,
): Promise<void> {
  if (problem === null) {
    await database.query(
      `with taken as (
         update cards_deliveries
         set next_at = null, outcome = 'delivered', attempts = attempts + 1, leased_until = null
         where id = $1
       )
       update cards_objects
       set body = jsonb_set(body, '{pending_webhooks}',
         to_jsonb(greatest((body ->> 'pending_webhooks')::int - 1, 0)))
       where world = $2 and id = $3`,
      [id, world, event.id],
    )
    return
  }
  const now = Date.now() + Number(offset) * SECOND
  const hasExpired = now / SECOND - event.created > GIVE_UP_AFTER
  const wait = WAITS[Math.min(attempts, WAITS.length - 1)] ?? 0
  await database.query(
    `update cards_deliveries
     set attempts = attempts + 1, leased_until = null, next_at = $2, outcome = $3 where id = $1`,
    [id, hasExpired ? null : Math.round(now + wait), hasExpired ? `given up: ${problem}` : problem],
  )
}

async function untilNext(database: Pool, world: string): Promise<number | null> {
  const { rows } = await database.query<{ wait: number | null }>(
    `select (min(d.next_at) - ${NOW_MS})::float8 as wait
     from cards_worlds w join cards_deliveries d on d.world = w.key and d.next_at is not null
     where w.key = $1 group by w.clock_offset`,
    [world],
  )
  const wait = rows[0]?.wait ?? null
  return wait === null ? null : Math.max(wait, 20)
}

/** The signature header that proves the sender; its timestamp is the real time. */
function sign(body: string, secret: string): string {
  const time = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${signature}`
}
