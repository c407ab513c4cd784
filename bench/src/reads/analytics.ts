import { ANALYTICS_PERIODS } from '@plinth/contract/analytics/analytics-period.ts'
import { getAnalytics, type Analytics } from '@plinth/contract/analytics/analytics.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { LOOKS, WORKS, makeCreator } from '../analytics-world.ts'
import { formatTable } from '../figures.ts'
import { get } from '../load/http.ts'
import { HEADINGS, measure, ROUNDS, writePlans } from '../load/measure.ts'
import type { BenchInput } from './portfolios.ts'
import { openSession } from '../session.ts'
import { readSqlFile } from '../sql-file.ts'

/** What a creator with very many looks reads, in a time zone whose days begin at a quarter of an hour. */
export async function benchAnalytics({ env, seconds, print }: BenchInput): Promise<void> {
  const { creatorId, reads } = (await readSqlFile(env.sqlFile)).analytics
  print('Making a creator with many looks …')
  await makeCreator(env.databaseUrl, creatorId)
  const session = await openSession(env.databaseUrl, creatorId)
  try {
    const rows = [HEADINGS]
    for (const period of ANALYTICS_PERIODS) {
      const name = `${period} days`
      const read = reads.find((one) => one.period === period)
      if (read === undefined) throw new Error(`${name} is not among the statements.`)
      const path = endpointUrl(getAnalytics, { query: { period, tz: read.tz } })
      const { totalViews } = (await (await get(env.url, path, session.cookie)).json()) as Analytics
      print(`Measuring ${name}: ${totalViews} views …`)
      const scenario = { name, paths: [path], statements: [read] }
      rows.push([name, ...(await measure(env, scenario, session, seconds))])
    }
    print(
      `\nA creator with ${LOOKS} looks at ${WORKS} works in a year, 32 connections, ${seconds} s each in ${ROUNDS} rounds, medians\n\n${formatTable(rows)}\n`,
    )
    const plans = reads.map((read) => [`${read.period} days`, read] as const)
    print(`Plans: ${await writePlans(env, 'analytics', plans)}`)
  } finally {
    await session.end()
  }
}
