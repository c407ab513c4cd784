import {
  ANALYTICS_PERIOD,
  type AnalyticsPeriod,
  ANALYTICS_FILE,
  AnalyticsQuery,
  getAnalytics,
  getAnalyticsOfPeriod,
  type DayFigures,
} from '@plinth/contract/analytics/analytics.ts'
import {
  getPostStatistics,
  getWorkStatistics,
  type Statistics,
} from '@plinth/contract/analytics/statistics.ts'
import { isTimeZone } from '@plinth/contract/people/zones.ts'
import type { Context } from '../../deps.ts'
import { invalidField, orNotFound } from '../../http/errors.ts'
import { refuseOthers } from '../../http/guards.ts'
import { viewerOf, type Viewer } from '../../http/viewer.ts'
import { registerAnalyticsJobs } from './analytics-jobs.ts'
import { findAnalytics } from './analytics-queries.ts'
import { findStatistics, postStatement, workStatement } from './statistics-queries.ts'
import { keptFromOf, spanOf, statisticsOf } from './statistics.ts'
import { figuresOf, summaryOf } from './summary.ts'
import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

export function registerAnalytics({ app, mount, deps }: Context): void {
  const { db, env, now } = deps
  registerAnalyticsJobs(deps)

  const find = async (viewer: Viewer, query: AnalyticsQuery) => {
    refuseOthers(query, viewer)
    const { period = ANALYTICS_PERIOD, tz = 'UTC' } = query
    checkZone(tz)
    return findAnalytics(db, {
      creatorId: viewer.id,
      period: period as AnalyticsPeriod,
      tz,
      now: now(),
    })
  }
  const answer = async (viewer: Viewer, query: AnalyticsQuery) => {
    const { asked, found } = await find(viewer, query)
    return summaryOf(found, asked)
  }
  mount(getAnalytics, ({ viewer, query }) => answer(viewer, query))
  mount(getAnalyticsOfPeriod, ({ viewer, params, query }) =>
    answer(viewer, { ...query, period: params.period }),
  )

  const statistics = async (
    viewer: Viewer,
    {
      of,
      id,
      days = ANALYTICS_PERIOD,
    }: Pick<Statistics, 'of' | 'id'> & { days?: number | undefined },
  ): Promise<Statistics> => {
    // Tallies keep the views of works; those of posts are gone with their rows.
    const keptFrom = of === 'work' ? null : keptFromOf(now(), env.viewsKeptMonths)
    const span = spanOf(days as AnalyticsPeriod, now(), keptFrom)
    const statement = of === 'work' ? workStatement : postStatement
    const found = await findStatistics(db, statement({ id, creatorId: viewer.id, ...span }))
    return statisticsOf(orNotFound(found), { id, of, span })
  }
  mount(getWorkStatistics, ({ viewer, params, query }) =>
    statistics(viewer, { of: 'work', id: params.id, ...query }),
  )
  mount(getPostStatistics, ({ viewer, params, query }) =>
    statistics(viewer, { of: 'post', id: params.id, ...query }),
  )

  app.get<{ Querystring: AnalyticsQuery }>(
    ANALYTICS_FILE,
    {
      ...mount.guard({ access: 'creator' }),
      schema: {
        querystring: AnalyticsQuery,
        summary: 'Figures of each day of a period as CSV.',
        produces: ['text/csv'],
      },
    },
    async (request, reply) => {
      const { found, asked } = await find(viewerOf(request), request.query)
      const days = found.days.filter(({ isInPeriod }) => isInPeriod).map(figuresOf)
      return reply
        .type('text/csv; charset=utf-8')
        .header('cache-control', 'no-store')
        .header(
          'content-disposition',
          `attachment; filename="plinth-analytics-${asked.period}-days.csv"`,
        )
        .send(analyticsCsv(days))
    },
  )
}

/** The contract checks how a zone's name is written; this checks that the zone exists. */
function checkZone(tz: string): void {
  if (!isTimeZone(tz)) throw invalidField('tz', 'Choose a known time zone, such as Europe/Oslo.')
}

const COLUMNS = ['Date', 'Views', 'Likes', 'Saves', 'Business inquiries', 'Earnings (USD)']

/** For spreadsheets, oldest day first. Cells hold only dates and numbers, so none can be read as a formula. */
const analyticsCsv = (days: readonly DayFigures[]): Readable =>
  Readable.from(days.map(cellsOf)).pipe(
    stringify({ header: true, columns: COLUMNS, bom: true, record_delimiter: 'windows' }),
  )

const cellsOf = ({ date, views, likes, saves, messages, earnings }: DayFigures): string[] => [
  date,
  ...[views, likes, saves, messages].map(String),
  earnings.toFixed(2),
]
