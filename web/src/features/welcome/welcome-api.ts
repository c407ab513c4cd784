import type { QueryClient } from '@tanstack/react-query'
import type { OwnUser } from '@plinth/contract/people/users.ts'
import { finishWelcome, listWelcomeWorks } from '@plinth/contract/people/welcome.ts'
import { listForYou } from '@plinth/contract/posts/posts.ts'
import { call } from '../../lib/api/api.ts'
import { browserZone } from '../../lib/browser/zone.ts'
import { plainPagesOf } from '../../lib/cache/pages.ts'
import { markOld, putAnswer } from '../../lib/cache/writes.ts'
import { viewerQuery } from '../session/session-api.ts'

/** Works to pick from, in pages of this many. */
export const worksQuery = (limit: number) => plainPagesOf(listWelcomeWorks, {}, { limit })

/** Sends the picks, or none to skip the welcome. */
export const sendPicks = (workIds: string[]) => {
  const timeZone = browserZone()
  return call(finishWelcome, { body: { workIds, ...(timeZone === undefined ? {} : { timeZone }) } })
}

/** Home asks no more, and For You is read again. */
export function afterWelcome(client: QueryClient, viewer: OwnUser): void {
  const timeZone = viewer.timeZone ?? browserZone() ?? null
  putAnswer(client, viewerQuery, { ...viewer, isWelcomed: true, timeZone })
  void markOld(client, [listForYou])
}
