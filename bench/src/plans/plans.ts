import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describeRun, markdownTable } from '../all/report.ts'
import { READS, type Row } from '../all/rows.ts'
import { requestsOf, withStage, type Stage } from '../all/stage.ts'
import type { BenchInput } from '../env.ts'
import { formatTable } from '../figures.ts'
import { get } from '../load/http.ts'
import type { Explained } from './capture.ts'

const FILE = path.resolve(import.meta.dirname, '../../../docs/performance-plans.md')
/** Answers before the one that is explained, so that nothing is read for the first time. */
const WARM_UP = 3

const HEADINGS = ['', 'statements', 'ms', 'pages read', 'of them from disk', 'whole tables read']

/** Explains the statements that the server sends for each read, and writes them to docs/performance-plans.md. */
export async function benchPlans(input: BenchInput): Promise<void> {
  const { env, only, scale, print } = input
  await withStage(input, async (stage) => {
    const about = `Written by \`npm run bench -- plans\`: \`explain (analyze, buffers)\` of the statements that the server sends for one request of each row of [performance.md](performance.md), with the plan that PostgreSQL takes from the sixth time on. ${await describeRun(env.databaseUrl)} ${scale} works and posts.`
    const summary = [HEADINGS]
    const parts: string[] = []
    for (const row of READS.filter(({ name }) => only.test(name))) {
      print(`Explaining ${row.name} …`)
      const explained = await explainRow(stage, row)
      const texts =
        explained.length === 0 ? ['No statement: the answer is kept.'] : explained.map(textOf)
      summary.push([row.name, ...summaryOf(explained)])
      parts.push(`## ${row.name}`, ...texts)
    }
    print(`\n${formatTable(summary)}\n`)
    const page = ['# Plans', about, markdownTable(summary), ...parts].join('\n\n')
    if (input.isWhole) await writeFile(FILE, `${page}\n`)
    else print(parts.join('\n\n'))
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

function summaryOf(explained: readonly Explained[]): string[] {
  const plans = explained.map(({ plan }) => plan)
  const sum = (pattern: RegExp) =>
    plans.reduce((total, plan) => total + Number(pattern.exec(plan)?.[1] ?? 0), 0)
  const tables = plans.flatMap((plan) =>
    [...plan.matchAll(/Seq Scan on (\w+).*\(actual/g)].map(([, table = '']) => table),
  )
  // The first line about buffers is that of the whole plan.
  const fromDisk = sum(/Buffers: .*?read=(\d+)/)
  return [
    String(explained.length),
    sum(/Execution Time: ([\d.]+)/).toFixed(2),
    String(sum(/Buffers: .*?hit=(\d+)/) + fromDisk),
    String(fromDisk),
    [...new Set(tables)].join(', '),
  ]
}

/** Lines that say nothing about what a plan costs. */
const NOISE = /^\s*(Index Searches|Storage): .*\n/gm

const textOf = ({ text, plan }: Explained): string => {
  const start = text.trim().replaceAll(/\s+/g, ' ').slice(0, 160)
  return `\`${start.replaceAll('`', '')} …\`\n\n\`\`\`\n${plan.replaceAll(NOISE, '')}\n\`\`\``
}
