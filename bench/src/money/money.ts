import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { addTally, EMPTY, readTally, tallyLines, type Tally } from './tally.ts'

// Money under everything that can go wrong: the server's own tests, with many more rounds.
const USAGE = `Usage: npm run bench -- money [--sequences 10000] [--seed 1] [--processes 2] [--rounds 20] [--kills 50]`
const root = path.resolve(import.meta.dirname, '../../..')
const TESTS = 'server/src/features/projects/project-'
/** Sequences that share one test run; the next run starts with new databases. */
const LOT = 250

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    sequences: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    processes: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '0' },
    kills: { type: 'string', default: '0' },
  },
})
const [sequences, seed, processes, rounds, kills] = [
  values.sequences,
  values.seed,
  values.processes,
  values.rounds,
  values.kills,
].map(Number) as [number, number, number, number, number]
const numbers = [sequences, seed, processes, rounds, kills]
const isAnything = sequences + rounds + kills > 0
if (!isAnything || processes < 1 || !numbers.every((one) => Number.isInteger(one) && one >= 0)) {
  process.stderr.write(`${USAGE}\n`)
  process.exit(2)
}
const print = (text: string) => void process.stdout.write(`${text}\n`)

/** Runs one test file. Returns its output if it failed, otherwise null. */
function runTest(name: string, env: Record<string, string>): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', `${TESTS}${name}.test.ts`],
      {
        cwd: root,
        env: { ...process.env, ...env, NO_COLOR: '1' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const output: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => output.push(chunk))
    child.once('exit', (code) => resolve(code === 0 ? null : Buffer.concat(output).toString()))
  })
}

async function runLot(first: number, count: number, shrinks: boolean): Promise<Tally> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-money-'))
  const report = path.join(folder, 'report.json')
  try {
    const output = await runTest('sequences', {
      MONEY_SEED: String(first),
      MONEY_SEQUENCES: String(count),
      MONEY_REPORT: report,
      ...(shrinks ? { MONEY_SHRINK: 'yes' } : {}),
    })
    const text = await readFile(report, 'utf8').catch(() => null)
    if (text === null)
      return { ...EMPTY, failed: [output ?? 'The test printed nothing.'], told: '' }
    return readTally(text)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function benchSequences(): Promise<boolean> {
  const begin = Date.now()
  let tally = EMPTY
  let next = seed
  const isDone = (): boolean => next >= seed + sequences || tally.failed.length > 0
  const work = async (): Promise<void> => {
    while (!isDone()) {
      const first = next
      const count = Math.min(LOT, seed + sequences - first)
      next += count
      // Awaited before `tally` is read: another lot may add to it meanwhile.
      const lot = await runLot(first, count, false)
      tally = addTally(tally, lot)
      print(`${tally.sequences} sequences, ${Math.round((Date.now() - begin) / 1_000)} s`)
    }
  }
  await Promise.all(Array.from({ length: processes }, work))
  tallyLines(tally, (Date.now() - begin) / 1_000).forEach(print)
  const failedSeed = /^seed (\d+)$/.exec(tally.failed[0] ?? '')?.[1]
  if (failedSeed !== undefined) {
    print('Looking for as few steps as it fails with …')
    const least = await runLot(Number(failedSeed), 1, true)
    const isAlone = least.failed.length > 0
    print(isAlone ? [...least.failed, least.told].join('\n') : 'Alone it does not fail.')
  }
  return tally.failed.length === 0
}

async function benchTest(name: string, env: Record<string, string>): Promise<boolean> {
  const begin = Date.now()
  const output = await runTest(name, env)
  print(
    `${name}: ${output === null ? 'whole' : output}, ${Math.round((Date.now() - begin) / 1_000)} s`,
  )
  return output === null
}

const results = [
  sequences === 0 || (await benchSequences()),
  rounds === 0 || (await benchTest('crowds', { MONEY_ROUNDS: String(rounds) })),
  kills === 0 || (await benchTest('survival', { MONEY_KILLS: String(kills) })),
]
process.exitCode = results.every(Boolean) ? 0 : 1
