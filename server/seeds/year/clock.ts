import type pg from 'pg'
import { moveDatabase, moveSession } from './clock-queries.ts'

/** The clock of this process and of the database, which is ahead of the machine's. */
export interface Clock {
  now: () => Date
  /** Moves this process and its pool to that time. */
  moveTo: (at: Date) => Promise<void>
  /** Moves all other sessions of the database there as well. */
  tellOthers: () => Promise<void>
}

const RealDate = Date
let ahead = 0

/** The same as `Date`, in a process whose clock is ahead. */
class MovedDate extends RealDate {
  constructor(...args: unknown[]) {
    if (args.length === 0) super(RealDate.now() + ahead)
    else super(...(args as [string]))
  }
  static override now(): number {
    return RealDate.now() + ahead
  }
}

/** Takes over the clock of this process. `pool` is where the product's writes come from. */
export function takeClock(pool: pg.Pool): Clock {
  globalThis.Date = MovedDate as DateConstructor
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    clients.add(client)
    void moveSession(client, ahead)
  })
  pool.on('remove', (client) => clients.delete(client))
  return {
    now: () => new Date(),
    moveTo: async (at) => {
      ahead = at.getTime() - RealDate.now()
      await Promise.all([...clients].map((client) => moveSession(client, ahead)))
    },
    tellOthers: () => moveDatabase(pool, ahead),
  }
}
