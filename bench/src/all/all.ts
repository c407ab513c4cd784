import pg from 'pg'
import type { BenchInput } from '../env.ts'
import { formatTable } from '../figures.ts'
import { startLimit } from '../limits/limit.ts'
import { makeModel } from '../limits/model.ts'
import { rootsOf } from '../machine.ts'
import { waitUntilQuiet } from '../quiet.ts'
import { get } from '../load/http.ts'
import { measureRead, type RowResult, type Stage } from './reads.ts'
import { describeRun, markdownTable, writeSection } from './report.ts'
import { READS } from './rows.ts'
import { cellsOf, HEADINGS, isMet } from './table.ts'
import { keepLists, makeWorld } from './world.ts'

/** Measures the main reads and writes beside their limits, and writes the table into docs/performance.md. */
export async function benchAll(input: BenchInput): Promise<void> {
  const { env, print, only, seconds, scale, mostOthers } = input
  await withStage(input, async (stage) => {
    const results: RowResult[] = []
    for (const row of READS.filter(({ name }) => only.test(name))) {
      await waitUntilQuiet(env.databaseUrl, stage.roots, print)
      const result = await measureRead(stage, row)
      results.push(result)
      print(cellsOf(result).join('  '))
    }
    const rows = [HEADINGS, ...results.map(cellsOf)]
    const met = results.filter(isMet).length
    const about = `${await describeRun(env.databaseUrl)} ${scale} works and posts, 32 connections, ${seconds} s for each row, others at most ${mostOthers} cores. ${met} of ${results.length} rows reach what is wanted.`
    print(`\n${about}\n\n${formatTable(rows)}\n`)
    // A part of the rows, or rows beside much other work, would replace better figures.
    if (input.isWhole) await writeSection('all', `${about}\n\n${markdownTable(rows)}`)
  })
}

/** Prepares what rows are measured with, and ends it afterwards. */
export async function withStage(
  input: BenchInput,
  work: (stage: Stage) => Promise<void>,
): Promise<void> {
  const { env, print } = input
  const client = new pg.Client({ connectionString: env.databaseUrl })
  await client.connect()
  print('Preparing people and the limits …')
  const limit = await startLimit(await makeModel(env.databaseUrl))
  try {
    const roots = await rootsOf(env.databaseUrl)
    const world = await makeWorld(client)
    // Everybody's list is made once and then kept.
    for (const { cookie } of world.people)
      await (await get(env.url, '/api/posts?limit=20', cookie)).body?.cancel()
    await keepLists(client, world.people)
    await client.query('checkpoint')
    await work({ ...input, world, limit, roots, client })
  } finally {
    limit.stop()
    await client.end()
  }
}
