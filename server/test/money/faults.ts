import type pg from 'pg'
import { createDatabase, createPool } from '../../src/db/pool.ts'
import { createWrites } from '../../src/db/writes.ts'
import type { Deps } from '../../src/deps.ts'
import { PaymentsUnavailable, type PaymentsGateway } from '../../src/gateways/payments/payments.ts'
import type { Chance } from './random.ts'

/** The faults: where a process dies, or the provider or the database fails. */
const FAULTS = [
  'died before the provider was asked',
  'died after the provider had answered',
  'the provider did not take the call',
  'the answer of the provider was lost',
  'the database went before a statement',
  'the database went after a statement',
] as const
type FaultKind = (typeof FAULTS)[number]

export interface Fault {
  kind: FaultKind
  /** Occurs at the call or statement with this number. */
  at: number
}

class Died extends Error {}

export interface Faults {
  arm: (fault: Fault) => void
  /** Removes the fault. Returns whether it occurred. */
  disarm: () => boolean
  /** A database and a provider that fail when a fault is armed. */
  replace: (usual: Deps) => Pick<Deps, 'db' | 'payments'>
  /** The usual database, which never fails, for checks. */
  usual: () => Deps['db']
}

/** A random fault. A request makes a few calls to the provider and some dozens of SQL statements. */
export const randomFault = (chance: Chance): Fault => {
  const kind = chance.one(FAULTS)
  return { kind, at: chance.below(kind.startsWith('the database') ? 28 : 3) }
}

export function createFaults(): Faults {
  let armed: Fault | null = null
  let count = 0
  let hasStruck = false
  let original: Deps['db'] | null = null

  /** The fault that occurs here, if it is one of these kinds. */
  const strikes = (...kinds: FaultKind[]): FaultKind | null => {
    if (armed === null || !kinds.includes(armed.kind)) return null
    const isNow = count === armed.at
    count += 1
    if (!isNow) return null
    const { kind } = armed
    armed = null
    hasStruck = true
    return kind
  }
  return {
    arm: (fault) => {
      armed = fault
      count = 0
      hasStruck = false
    },
    disarm: () => {
      armed = null
      return hasStruck
    },
    replace: (usual) => {
      original = usual.db
      const pool = createPool({ url: usual.env.databaseUrl, size: 5, namedStatements: true })
      pool.on('connect', (client) => breakStatements(client, strikes))
      const db = createDatabase(pool)
      return {
        db,
        writes: createWrites(db, { namedStatements: true }),
        payments: breakCalls(usual.payments, strikes),
      }
    },
    usual: () => {
      if (original === null) throw new Error('Nothing was replaced yet.')
      return original
    },
  }
}
type Strikes = (...kinds: FaultKind[]) => FaultKind | null

/** Injects faults into every call of the provider that returns a promise. */
function breakCalls(payments: PaymentsGateway, strikes: Strikes): PaymentsGateway {
  const broken = Object.entries(payments).map(([name, call]) => {
    if (name === 'readWebhook' || name === 'listEvents') return [name, call]
    const ask = call as (...args: unknown[]) => Promise<unknown>
    return [
      name,
      async (...args: unknown[]) => {
        const kind = strikes(
          'died before the provider was asked',
          'died after the provider had answered',
          'the provider did not take the call',
          'the answer of the provider was lost',
        )
        if (kind === 'died before the provider was asked') throw new Died(name)
        if (kind === 'the provider did not take the call') throw new PaymentsUnavailable(name)
        const answer = await ask(...args)
        if (kind === 'died after the provider had answered') throw new Died(name)
        if (kind === 'the answer of the provider was lost') throw new PaymentsUnavailable(name)
        return answer
      },
    ]
  })
  return Object.fromEntries(broken) as PaymentsGateway
}

/** Destroys the socket, as if one side had died: the caller cannot know whether the statement took effect. */
function breakStatements(client: pg.PoolClient, strikes: Strikes): void {
  const { connection } = client as unknown as { connection: { stream: { destroy: () => void } } }
  const cut = async (): Promise<never> => {
    const ended = new Promise((resolve) => client.once('end', resolve))
    connection.stream.destroy()
    await ended
    throw new Error('Connection terminated unexpectedly')
  }
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  const broken = async (...args: unknown[]): Promise<unknown> => {
    const kind = strikes(
      'the database went before a statement',
      'the database went after a statement',
    )
    if (kind === 'the database went before a statement') return cut()
    const result = await query(...args)
    return kind === 'the database went after a statement' ? cut() : result
  }
  Object.assign(client, { query: broken })
}
