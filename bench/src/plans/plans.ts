import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describeRun } from '../all/report.ts'
import { READS, type Row } from '../all/rows.ts'
import { requestsOf, withStage, type Stage } from '../all/stage.ts'
import type { BenchInput } from '../env.ts'
import { get } from '../load/http.ts'
import type { Explained } from './capture.ts'

const FILE = path.resolve(import.meta.dirname, '../../../docs/performance-plans.md')
/** Answers before the one that is explained, so that nothing is read for the first time. */
const WARM_UP = 3

/** Explains the statements that the server sends for each read, and writes them to docs/performance-plans.md. */
export async function benchPlans(input: BenchInput): Promise<void> {
  const { env, only, scale, print } = input
  await withStage(input, async (stage) => {
    const parts = [
      '# Plans',
      `Written by \`npm run bench -- plans\`: \`explain (analyze, buffers)\` of the statements that the server sends for one request of each row of [performance.md](performance.md), with the plan that PostgreSQL takes after the sixth time. ${await describeRun(env.databaseUrl)} ${scale} works and posts.`,
    ]
    for (const row of READS.filter(({ name }) => only.test(name))) {
      print(`Explaining ${row.name} …`)
      const explained = await explainRow(stage, row)
      parts.push(`## ${row.name}`, ...explained.map(textOf))
      for (const { plan } of explained) print(`  ${timeOf(plan)}`)
    }
    if (input.isWhole) await writeFile(FILE, `${parts.join('\n\n')}\n`)
    else print(parts.slice(2).join('\n\n'))
  })
}

async function explainRow(stage: Stage, row: Row): Promise<Explained[]> {
  const { env } = stage
  const [request] = await requestsOf(stage, row)
  if (request === undefined) throw new Error(`${row.name} asks for nothing.`)
  const ask = async () =>
    void (await (await get(env.url, request.path, request.cookie ?? null)).text())
  for (let run = 0; run < WARM_UP; run += 1) await ask()
  await get(env.captureUrl, '/begin', null)
  await ask()
  return (await (await get(env.captureUrl, '/end', null)).json()) as Explained[]
}

const timeOf = (plan: string): string => /Execution Time: .*/.exec(plan)?.[0] ?? ''

const textOf = ({ text, plan }: Explained): string => {
  const start = text.trim().replaceAll(/\s+/g, ' ').slice(0, 160)
  return `\`${start.replaceAll('`', '')} …\`\n\n\`\`\`\n${plan}\n\`\`\``
}
