import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

/** Clock ticks a second, in which /proc counts processor time. */
const TICKS = 100

/** Processor time in cores: 1 is one core that is always busy. */
export interface Usage {
  /** Of the measured processes: servers, database and this one. */
  own: number
  /** Of everything else on the machine. */
  others: number
}

/** The processes that are measured: this one's parent and the database's first process, with all their descendants. */
export type Roots = readonly number[]

export async function rootsOf(databaseUrl: string): Promise<Roots> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const backend = readStat(rows[0]?.pid ?? 0)
    if (backend === null) throw new Error('The database does not run on this machine.')
    return [process.ppid, backend.parent]
  } finally {
    await client.end()
  }
}

/** Begins to count. The returned function says how busy the machine was since. */
export function watchMachine(roots: Roots): () => Usage {
  const begin = performance.now()
  const before = readTicks(roots)
  return () => {
    const ticks = ((performance.now() - begin) / 1_000) * TICKS
    const after = readTicks(roots)
    const own = after.own - before.own
    return { own: own / ticks, others: Math.max(0, after.all - before.all - own) / ticks }
  }
}

/** Ticks of a process and all its descendants. */
export function ticksBelow(pid: number): number {
  return readTicks([pid]).own
}

interface Stat {
  parent: number
  /** Its own time and that of its children that have ended, so that the sum over a tree never loses any. */
  ticks: number
}

function readTicks(roots: Roots): { all: number; own: number } {
  const [total = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = total
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number)
  const stats = new Map<number, Stat>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null
    if (stat !== null) stats.set(Number(name), stat)
  }
  const isOwn = (pid: number): boolean => {
    for (let at = pid; at > 1; at = stats.get(at)?.parent ?? 0) if (roots.includes(at)) return true
    return false
  }
  let own = 0
  for (const [pid, { ticks }] of stats) if (isOwn(pid)) own += ticks
  return { all: user + nice + system + irq + softirq, own }
}

/** Null if the process has ended. */
function readStat(pid: number): Stat | null {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null
  }
  // The command's name may contain anything, even brackets.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { parent: Number(fields[1]), ticks }
}
