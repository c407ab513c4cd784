import type { BenchInput } from '../env.ts'
import { formatTable } from '../figures.ts'
import { describeRun, markdownTable, writeSection } from './report.ts'
import { waitUntilQuiet } from '../quiet.ts'
import { measureMemory, MEMORY_HEADINGS, soak } from './memory.ts'
import { READS, type Row } from './rows.ts'
import {
  measureEach,
  measureRow,
  throwIfAny,
  withLimits,
  type LimitedStage,
  type RowResult,
} from './stage.ts'
import { cellsOf, HEADINGS, isMet } from './table.ts'
import { WRITES, type Write } from './writes.ts'

/**
 * Measures the main reads and then the main writes, which make tables grow, beside their limits. Writes the table into
 * docs/performance.md if no row was left out and little else ran.
 */
export async function benchAll(input: BenchInput): Promise<void> {
  const { env, print, isWhole } = input
  await withLimits(input, async (stage) => {
    const failures = await measureRows(stage)
    if (isWhole || input.soak > 0) {
      await waitUntilQuiet(env.databaseUrl, stage.roots, print)
      const memory = [MEMORY_HEADINGS, ...(await measureMemory(stage))]
      print(`\n${formatTable(memory)}\n`)
      if (isWhole) await writeSection('memory', markdownTable(memory))
    }
    if (input.soak > 0) print(await soak(stage, input.soak))
    throwIfAny(failures)
  })
}

async function measureRows(stage: LimitedStage): Promise<string[]> {
  const { env, print, seconds, scale, mostOthers, isWhole } = stage
  const results: RowResult[] = []
  const failures = await measureEach<Row | Write>([...READS, ...WRITES], stage, async (row) => {
    const result = await measureRow(stage, row)
    results.push(result)
    print(cellsOf(result).join('  '))
  })
  const rows = [HEADINGS, ...results.map(cellsOf)]
  const met = results.filter(isMet).length
  const about = `${await describeRun(env.databaseUrl)} ${scale} works and posts, 32 connections, ${seconds} s for each row, others at most ${mostOthers} cores. ${met} of ${results.length} rows reach what is wanted.`
  print(`\n${about}\n\n${formatTable(rows)}\n`)
  if (isWhole && failures.length === 0)
    await writeSection('rows', `${about}\n\n${markdownTable(rows)}`)
  return failures
}
