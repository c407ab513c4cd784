import { endOtherSessions, endSession, listSessions } from '@plinth/contract/people/sessions.ts'
import type { Context } from '../../deps.ts'
import { notFound } from '../../http/errors.ts'
import { endSessionOf, endSessionsBut, findSessions } from './session-list-queries.ts'
import { readUserAgent } from './user-agent.ts'

/** Where somebody is signed in. */
export function registerSessionList({ mount, deps }: Pick<Context, 'mount' | 'deps'>): void {
  const { db, live } = deps

  mount(listSessions, async ({ viewer }) => {
    const rows = await findSessions(db, viewer.id)
    return rows
      .map(({ id, userAgent, lastSeenAt, signedInAt }) => ({
        id,
        ...readUserAgent(userAgent),
        lastSeenAt: lastSeenAt.toISOString(),
        signedInAt: signedInAt.toISOString(),
        isCurrent: id === viewer.sessionId,
      }))
      .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
  })

  mount(endSession, async ({ params, viewer }) => {
    const ended = await endSessionOf(db, { id: params.id, userId: viewer.id })
    if (!ended) throw notFound()
    live.sessionsMoved(viewer.id)
    return null
  })

  mount(endOtherSessions, async ({ viewer }) => {
    const ended = await endSessionsBut(db, { keep: viewer.sessionId, userId: viewer.id })
    if (ended > 0) live.sessionsMoved(viewer.id)
    return { ended }
  })
}
