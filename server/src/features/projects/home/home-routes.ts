import { getDashboard, getHome, hideSteps } from '@plinth/contract/people/home.ts'
import { isTimeZone } from '@plinth/contract/people/zones.ts'
import type { RawBuilder } from 'kysely'
import { onlyRow } from '../../../db/page-sql.ts'
import type { Context } from '../../../deps.ts'
import { invalidField } from '../../../http/errors.ts'
import { dashboardStatement, hideFirstSteps } from './dashboard-queries.ts'
import { homeStatement, type HomeInput } from './home-queries.ts'
import { finishDashboard, finishHome } from './next-rules.ts'

/** PostgreSQL's error code for an unknown time zone. */
const NO_SUCH_ZONE = '22023'

/** The member's home and the creator's dashboard. */
export function registerHome({ mount, deps }: Pick<Context, 'mount' | 'deps'>): void {
  const { db, now } = deps

  /** Reads in UTC where the requested zone is newer than the database's list of zones. */
  const read = async <Row>(
    statement: (input: HomeInput) => RawBuilder<Row>,
    input: HomeInput,
  ): Promise<{ row: Row; tz: string }> => {
    if (!isTimeZone(input.tz))
      throw invalidField('tz', 'Choose a known time zone, such as Europe/Oslo.')
    try {
      return { row: await onlyRow(db, statement(input)), tz: input.tz }
    } catch (error) {
      if ((error as { code?: string }).code !== NO_SUCH_ZONE || input.tz === 'UTC') throw error
      return read(statement, { ...input, tz: 'UTC' })
    }
  }

  mount(getHome, async ({ viewer, query: { tz = 'UTC' } }) => {
    const at = now()
    const { row } = await read(homeStatement, { viewerId: viewer.id, tz, now: at })
    return finishHome(row, at)
  })
  mount(getDashboard, async ({ viewer, query }) => {
    const at = now()
    const input = { viewerId: viewer.id, tz: query.tz ?? 'UTC', now: at }
    const { row, tz } = await read(dashboardStatement, input)
    return finishDashboard(row, tz, at)
  })
  mount(hideSteps, async ({ viewer, body }) => {
    await hideFirstSteps(db, viewer.id, body.isHidden ? now() : null)
    return null
  })
}
