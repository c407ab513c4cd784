import type { Kysely } from 'kysely'
import type pg from 'pg'
import { parseAddress } from '../address.ts'
import { NoAnswer } from '../client.ts'
import { isNotThere } from './absence.ts'
import { createDatabase, createPool, poolOf } from '../pool.ts'
import { createAskingPool } from './probe.ts'
import { createReads, type Reads } from '../reads.ts'
import type { DB } from '../schema.ts'

/** `ok`: it is read from. `late`: it lags too far behind. `gone`: it does not answer. Only `ok` ones are used. */
type ReplicaState = 'ok' | 'late' | 'gone'

interface ReplicaReport {
  /** Hosts and ports. */
  name: string
  state: ReplicaState
  /** How far it is behind, in seconds; null while it is not known. */
  lagSeconds: number | null
}

/**
 * Copies of the database, for reads that may be some seconds old. Those are the reads of visitors, who can have written
 * nothing. What members read comes from the primary, so they always see what they have done.
 */
export interface Replicas {
  /**
   * Runs such a read at a replica that keeps up, or at the primary if there is none. Where a replica fails, the primary
   * is asked instead.
   */
  read: <T>(work: (db: Kysely<DB>) => Promise<T>) => Promise<T>
  /** The same for short reads. */
  readShortly: <T>(work: (reads: Reads) => Promise<T>) => Promise<T>
  /** Begins to check them and tells what changes. Until then everything is read at the primary. */
  watch: (onChange: (report: ReplicaReport) => void) => void
  reports: () => readonly ReplicaReport[]
  close: () => Promise<void>
}

interface ReplicaOptions {
  /** Their addresses. */
  urls: readonly string[]
  /** Connections to each. */
  size: number
  namedStatements: boolean
  primary: { db: Kysely<DB>; reads: Reads }
  maxLagSeconds: number
}

const CHECK_MS = 1_000

/** Where the primary's log ended at some time. */
interface Sample {
  at: number
  end: bigint
}

/** Without any replica everything is read at the primary. */
export function createReplicas({ primary, maxLagSeconds, ...options }: ReplicaOptions): Replicas {
  const replicas = options.urls.map((url) => createReplica(url, options))
  let samples: Sample[] = []
  let turn = 0
  let tell: (report: ReplicaReport) => void = () => undefined

  const choose = (): Replica | null => {
    const usable = replicas.filter(({ report }) => report.state === 'ok')
    turn += 1
    return usable[turn % usable.length] ?? null
  }

  const change = (replica: Replica, next: Omit<ReplicaReport, 'name'>) => {
    const before = replica.report.state
    replica.report = { name: replica.report.name, ...next }
    if (before !== next.state) tell(replica.report)
  }

  const check = async (replica: Replica): Promise<void> => {
    const shown = await replica.position()
    if (shown === null) return change(replica, { state: 'gone', lagSeconds: null })
    const newest = samples.at(-1)
    const passed = samples.findLast(({ end }) => end <= shown)
    // Behind all samples there is no telling how far.
    if (newest !== undefined && passed === undefined)
      return change(replica, { state: 'late', lagSeconds: null })
    const lagSeconds = newest && passed ? (newest.at - passed.at) / 1_000 : 0
    return change(replica, { state: lagSeconds > maxLagSeconds ? 'late' : 'ok', lagSeconds })
  }

  const checkAll = async (): Promise<void> => {
    // While the primary is gone, nothing can be missing that was not before.
    const end = await endOfLog(primary.db)
    if (end !== null) samples.push({ at: performance.now(), end })
    samples = samples.slice(-2 - Math.ceil((maxLagSeconds * 1_000) / CHECK_MS))
    await Promise.all(replicas.map(check))
  }
  let checking: Promise<void> | null = null
  const run = () => {
    checking ??= checkAll().finally(() => (checking = null))
  }
  let timer: NodeJS.Timeout | undefined

  const readFrom = async <T>(
    atReplica: (replica: Replica) => Promise<T>,
    atPrimary: () => Promise<T>,
  ): Promise<T> => {
    const replica = choose()
    if (replica === null) return atPrimary()
    try {
      return await atReplica(replica)
    } catch (error) {
      const isGone = isNotThere(error)
      if (isGone) change(replica, { state: 'gone', lagSeconds: null })
      // After a `NoAnswer` whoever reads has waited as long as anybody should.
      if (error instanceof NoAnswer || !(isGone || isConflict(error))) throw error
      return atPrimary()
    }
  }
  return {
    read: (work) =>
      readFrom(
        ({ db }) => work(db),
        () => work(primary.db),
      ),
    readShortly: (work) =>
      readFrom(
        ({ reads }) => work(reads),
        () => work(primary.reads),
      ),
    watch: (onChange) => {
      if (replicas.length === 0) return
      tell = onChange
      run()
      timer = setInterval(run, CHECK_MS).unref()
    },
    reports: () => replicas.map(({ report }) => report),
    close: async () => {
      clearInterval(timer)
      await checking
      await Promise.all(replicas.map((replica) => replica.close()))
    },
  }
}

/** Short reads: those of visitors from a replica, all others from the primary. */
export const readsOver = (primary: Reads, replicas: Replicas): Reads => ({
  one: (bound) =>
    bound.isOfVisitors === true
      ? replicas.readShortly((reads) => reads.one(bound))
      : primary.one(bound),
  rows: (bound) =>
    bound.isOfVisitors === true
      ? replicas.readShortly((reads) => reads.rows(bound))
      : primary.rows(bound),
  close: primary.close,
})

/** Replaying may end a read whose rows it removes; and a replica that was promoted by hand is none any more. */
const isConflict = (error: unknown): boolean =>
  ['40001', '25006'].includes((error as { code?: string }).code ?? '')

interface Replica {
  report: ReplicaReport
  db: Kysely<DB>
  reads: Reads
  /** How far it has replayed the primary's log; null if it does not answer. */
  position: () => Promise<bigint | null>
  close: () => Promise<void>
}

function createReplica(
  url: string,
  { size, namedStatements }: Pick<ReplicaOptions, 'size' | 'namedStatements'>,
): Replica {
  const hosts = parseAddress(url)?.hosts ?? []
  const db = createDatabase(createPool({ url, size, namedStatements }))
  const reads = createReads({ url, namedStatements })
  const asking = createAskingPool(url)
  return {
    // It is used once a check has found that it keeps up.
    report: {
      name: hosts.map(({ host, port }) => `${host}:${port}`).join(),
      state: 'gone',
      lagSeconds: null,
    },
    db,
    reads,
    position: () => askPosition(asking, 'pg_last_wal_replay_lsn()'),
    close: async () => {
      await asking.end()
      await reads.close()
      await db.destroy()
    },
  }
}

const endOfLog = (db: Kysely<DB>): Promise<bigint | null> =>
  askPosition(poolOf(db), 'pg_current_wal_lsn()')

const askPosition = (pool: pg.Pool, position: string): Promise<bigint | null> =>
  pool.query<{ at: string | null }>(`select ${position}::text as at`).then(
    ({ rows }) => positionOf(rows[0]?.at ?? null),
    () => null,
  )

/** PostgreSQL writes a position in its log as two hexadecimal numbers: `16/B374D848`. */
function positionOf(text: string | null): bigint | null {
  if (text === null) return null
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
