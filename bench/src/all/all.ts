import type { BenchInput } from '../env.ts'
import { formatTable } from '../figures.ts'
import { describeRun, markdownTable, writeSection } from './report.ts'
import { waitUntilQuiet } from '../quiet.ts'
import { measureMemory, MEMORY_HEADINGS, soak } from './memory.ts'
import { READS } from './rows.ts'
import { measureRow, withLimits, type RowResult } from './stage.ts'
import { cellsOf, HEADINGS, isMet } from './table.ts'
import { WRITES } from './writes.ts'

/**
 * Measures the main reads and then the main writes, which make tables grow, beside their limits. Writes the table into
 * docs/performance.md if no row was left out and little else ran.
 */
export async function benchAll(input: BenchInput): Promise<void> {
  const { env, print, only, seconds, scale, mostOthers, isWhole } = input
  await withLimits(input, async (stage) => {
    const results: RowResult[] = []
    const failures: string[] = []
    for (const row of [...READS, ...WRITES].filter(({ name }) => only.test(name))) {
      try {
        const result = await measureRow(stage, row)
        results.push(result)
        print(cellsOf(result).join('  '))
      } catch (error) {
        // The other rows are still worth their time; the run fails at its end.
        failures.push(`${row.name}: ${(error as Error).message}`)
        print(failures.at(-1) ?? '')
      }
    }
    const rows = [HEADINGS, ...results.map(cellsOf)]
    const met = results.filter(isMet).length
    const about = `${await describeRun(env.databaseUrl)} ${scale} works and posts, 32 connections, ${seconds} s for each row, others at most ${mostOthers} cores. ${met} of ${results.length} rows reach what is wanted.`
    print(`\n${about}\n\n${formatTable(rows)}\n`)
    if (failures.length > 0) throw new Error(`Rows without figures:\n${failures.join('\n')}`)
    if (isWhole) await writeSection('rows', `${about}\n\n${markdownTable(rows)}`)
    if (!isWhole && input.soak === 0) return
    await waitUntilQuiet(env.databaseUrl, stage.roots, print)
    const memory = [MEMORY_HEADINGS, ...(await measureMemory(stage))]
    print(`\n${formatTable(memory)}\n`)
    if (isWhole) await writeSection('memory', markdownTable(memory))
    if (input.soak > 0) print(await soak(stage, input.soak))
  })
}
