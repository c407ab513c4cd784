import type { Pool } from 'pg'
import { ApiError, invalid } from '../errors.ts'
import type { Call, CardsConfig } from '../call.ts'
import { expireSession } from '../payments/checkout.ts'
import { openDispute } from '../payments/disputes.ts'
import type { AnyStored } from '../kinds.ts'
import { subscriptionDue } from '../billing/renewals.ts'
import { payOutDaily, payoutArrives } from '../payouts/balance.ts'
import { save } from '../store.ts'
import { enter, inTransaction } from '../world.ts'

const TICK_MS = 1_000

/** Runs everything that is due until a time, in order and each at its own time, and leaves the clock there. */
async function catchUp(call: Call, until: number): Promise<number> {
  let done = 0
  for (;;) {
    const { rows } = await call.db.query<{ body: AnyStored; due: string; account: string }>(
      `select body, due_at as due, account from cards_objects
       where world = $1 and due_at <= $2 order by due_at, seq limit 1`,
      [call.world, until],
    )
    const [next] = rows
    if (next === undefined) break
    call.now = Number(next.due)
    call.account = next.account
    await runDue(call, next.body)
    done++
  }
  call.now = until
  call.account = ''
  return done
}

async function runDue(call: Call, object: AnyStored): Promise<void> {
  if (object.object === 'subscription') return subscriptionDue(call, object)
  // The others are due only once, whatever the outcome.
  await save(call, object, { dueAt: null })
  if (object.object === 'checkout.session' && object.status === 'open')
    await expireSession(call, object)
  if (object.object === 'account') await payOutDaily(call, object)
  if (object.object === 'payout') await payoutArrives(call, object)
  if (object.object !== 'charge') return
  try {
    await openDispute(call, object.id)
  } catch (error) {
    // It was refunded or disputed in the meantime.
    if (!(error instanceof ApiError)) throw error
  }
}

/** Moves a world's clock. Returns how many things became due. */
export async function advance(call: Call, seconds: number): Promise<number> {
  await call.db.query('update cards_worlds set clock_offset = clock_offset + $2 where key = $1', [
    call.world,
    seconds,
  ])
  return catchUp(call, call.now + seconds)
}

/** Lets an empty world begin in the past. */
export async function beginAt(call: Call, seconds: number): Promise<number> {
  const { rows } = await call.db.query('select 1 from cards_objects where world = $1 limit 1', [
    call.world,
  ])
  if (rows.length > 0) throw invalid('A world that holds something cannot go back in time.')
  return advance(call, seconds)
}

/** Runs what becomes due as real time passes. */
export function startClock(
  database: Pool,
  config: CardsConfig,
  wake: (world: string) => void,
): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const tick = async () => {
    for (const world of await worldsWithWork(database)) {
      await inTransaction(database, 'begin', async (db) => {
        const call = await enter(db, config, { world })
        await catchUp(call, call.now)
      })
      wake(world)
    }
  }
  let work = Promise.resolve()
  const again = () => {
    if (isStopped) return
    timer = setTimeout(() => {
      work = tick()
        .catch((error: unknown) => void process.stderr.write(`Clock: ${String(error)}\n`))
        .then(again)
    }, TICK_MS).unref()
  }
  again()
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      return work
    },
  }
}

async function worldsWithWork(database: Pool): Promise<string[]> {
  const { rows } = await database.query<{ world: string }>(
    `select distinct o.world from cards_objects o join cards_worlds w on w.key = o.world
     where o.due_at is not null and o.due_at <= floor(extract(epoch from now())) + w.clock_offset`,
  )
  return rows.map(({ world }) => world)
}
