import { isTimeZone } from '@plinth/contract/people/zones.ts'
import { WELCOME_WORKS, finishWelcome, listWelcomeWorks } from '@plinth/contract/people/welcome.ts'
import type { Context } from '../../deps.ts'
import { Page } from '../../http/mount.ts'
import { badCursor, decodeCursor, encodeCursor } from '../../http/paging.ts'
import { findWelcomeWorks, keepAnswer } from './welcome-queries.ts'

/** Names the list in its cursors. */
const LIST = 'welcome'

/** What somebody who is new picks from, and their answer. */
export function registerWelcome({ mount, deps: { db } }: Pick<Context, 'mount' | 'deps'>): void {
  mount(listWelcomeWorks, async ({ query: { cursor, limit = WELCOME_WORKS }, viewer }) => {
    const position = positionOf(cursor)
    const { works, hasMore } = await findWelcomeWorks(db, { viewerId: viewer.id, limit, position })
    return new Page(works, hasMore ? encodeCursor([LIST, position + limit]) : null)
  })

  mount(finishWelcome, async ({ body: { workIds, timeZone }, viewer }) => {
    // The browser may know a newer zone than this server. That must not keep anybody from going on.
    const known = timeZone !== undefined && isTimeZone(timeZone) ? timeZone : null
    await keepAnswer(db, { viewerId: viewer.id, workIds, timeZone: known })
    return null
  })
}

function positionOf(cursor: string | undefined): number {
  const values = decodeCursor(cursor, ['string', 'number'])
  if (values === null) return 0
  const [list, position] = values
  if (list === LIST && Number.isSafeInteger(position) && position >= 0) return position
  throw badCursor()
}
