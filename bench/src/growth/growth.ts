import { compare } from '../all/compare.ts'
import { describeRun, markdownTable, writeSection } from '../all/report.ts'
import { READS, type Row } from '../all/rows.ts'
import { measureEach, sideOf, throwIfAny, withStage, type Stage } from '../all/stage.ts'
import { WRITES, type Write } from '../all/writes.ts'
import type { BenchInput } from '../env.ts'
import { formatTable, millisecondsText, perSecondText, ratioText } from '../figures.ts'
import { waitUntilQuiet } from '../quiet.ts'
import { loadIntoMemory } from '../warm.ts'

/** How many times longer a call may take with a hundred times as much data. */
const MOST = 1.2

const ROWS = [
  ...READS.filter(({ limit }) => limit === 'statement'),
  ...WRITES.filter(({ usesPictures }) => usesPictures),
]

/** Measures every list, and creating posts, with much data beside the same calls with little. */
export async function benchGrowth(input: BenchInput): Promise<void> {
  const { env, scale, seconds, mostOthers, print } = input
  const { small } = env
  if (small === null) throw new Error('Run this through: npm run bench -- growth')
  const smallInput = { ...input, env: { ...env, ...small } }
  await withStage(smallInput, (little) =>
    withStage(input, async (much) => {
      await loadIntoMemory(env.databaseUrl, 'lists', print)
      const roots = [...little.roots, ...much.roots]
      const head = ['', `${small.scale}: a second`, 'p99 ms', `${scale}: a second`, 'p99 ms']
      const rows = [[...head, 'times as long', 'wanted', '', 'others']]
      const failures = await measureEach<Row | Write>(ROWS, input, async (row) => {
        await settle(little, much)
        const result = await compare({
          row: await sideOf(much, row),
          limit: await sideOf(little, row),
          seconds,
          roots,
          mostOthers,
        })
        const times = result.ratio === null ? null : 1 / result.ratio
        rows.push([
          row.name,
          perSecondText(result.limit.perSecond),
          millisecondsText(result.limit.p99),
          perSecondText(result.row.perSecond),
          millisecondsText(result.row.p99),
          times === null ? 'unlike' : ratioText(times),
          `≤ ${MOST} x`,
          times === null ? '' : times <= MOST ? 'met' : 'missed',
          result.others.toFixed(2),
        ])
        print((rows.at(-1) ?? []).join('  '))
      })
      const about = `${await describeRun(env.databaseUrl)} Two servers side by side, with ${small.scale} and with ${scale} works and posts, 32 connections, ${seconds} s for each row, others at most ${mostOthers} cores.`
      print(`\n${about}\n\n${formatTable(rows)}\n`)
      throwIfAny(failures)
      if (input.isWhole) await writeSection('growth', `${about}\n\n${markdownTable(rows)}`)
    }),
  )
}

async function settle(little: Stage, much: Stage): Promise<void> {
  for (const { env, roots, print } of [little, much])
    await waitUntilQuiet(env.databaseUrl, roots, print)
}
