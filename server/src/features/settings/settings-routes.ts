import { getOwnLimits } from '@plinth/contract/moderation/appeals.ts'
import { updateRights } from '@plinth/contract/people/rights.ts'
import { endOtherSessions, endSession, listSessions } from '@plinth/contract/people/sessions.ts'
import { setBanner, updateProfile } from '@plinth/contract/people/profile.ts'
import { findLimits } from '../../core/limits/person-queries.ts'
import { countAddedLinks } from '../../core/limits/daily-queries.ts'
import { MARK, SETTLED } from '../../core/media/media-rules.ts'
import { readUserAgent, sourceOf } from '../../core/session/device.ts'
import { peopleCards } from '../../core/users/people-card-queries.ts'
import { findBanner } from '../../core/users/profile-queries.ts'
import { getOwnUser } from '../../core/users/user-queries.ts'
import type { Context } from '../../deps.ts'
import { AppError, invalidField, notFound, orNotFound } from '../../http/errors.ts'
import { whileAwaited } from '../../http/waiting.ts'
import { leavePortrait, showRendition, takePortrait } from './portrait.ts'
import { changeProfile, chooseBanner, lockPortrait, removeBanner } from './profile-queries.ts'
import { cleanChanges } from './profile-rules.ts'
import { changeRights } from './rights-queries.ts'
import { endSessionOf, endSessionsBut, findSessions } from './session-list-queries.ts'

const PORTRAIT_JOB = 'settings.portrait'

const NO_BANNER = {
  unlisted: 'Publish this work first. Only works that everybody can see can be your banner.',
  sensitive: 'This work is marked as sensitive, so it can’t be your banner. Choose another one.',
}

export function registerSettings(context: Context): void {
  const { mount, deps } = context
  mount(getOwnLimits, ({ viewer }) => findLimits(deps.db, viewer.id))
  registerProfile(context)
  registerRights(context)
  registerSessionList(context)
}

/** The viewer's own profile. */
function registerProfile({ mount, deps }: Pick<Context, 'mount' | 'deps'>): void {
  const { db, env, jobs } = deps

  mount(updateProfile, async ({ body, viewer, reply }) => {
    const { profileImageUrl: given, ...rest } = body
    const changes = cleanChanges(rest)
    const own = orNotFound(await getOwnUser(db, viewer.id))
    // A form that sends the current address back changes nothing.
    const isSame = given === undefined || given === own.profileImageUrl
    const signal = whileAwaited(reply)
    const portrait =
      isSame || given === null ? null : await takePortrait(deps, viewer.id, { given, signal })
    await db.transaction().execute(async (trx) => {
      if (isSame) await changeProfile(trx, viewer.id, changes)
      else {
        const before = await lockPortrait(trx, viewer.id)
        const after = portrait?.url ?? null
        await changeProfile(trx, viewer.id, { ...changes, portrait: after })
        await leavePortrait(deps, trx, { before, after })
      }
      const bios = { before: own.bio ?? '', after: changes.bio ?? '' }
      await countAddedLinks(trx, env, { userId: viewer.id, ...bios })
    })
    // It may have become ready while it was being taken.
    if (portrait !== null) await showRendition(deps, portrait.mediaId)
    peopleCards(deps).drop([viewer.id])
    return orNotFound(await getOwnUser(db, viewer.id))
  })

  mount(setBanner, async ({ body: { workId }, viewer }) => {
    if (workId === null) await removeBanner(db, viewer.id)
    else {
      const chosen = await chooseBanner(db, viewer.id, workId)
      if (chosen === 'gone') throw notFound()
      if (chosen !== 'chosen') throw new AppError('conflict', NO_BANNER[chosen])
    }
    return { banner: await findBanner(db, viewer.id) }
  })

  jobs.work<{ mediaId: string }>(PORTRAIT_JOB, ({ mediaId }) => showRendition(deps, mediaId), {
    on: SETTLED,
  })
}

/** What the viewer's new works and files start with. */
function registerRights({ mount, deps: { db, jobs } }: Pick<Context, 'mount' | 'deps'>): void {
  mount(updateRights, async ({ body, viewer }) => {
    const { reservesTraining, allWorks } = body
    if (allWorks === true && reservesTraining === undefined) {
      throw invalidField('allWorks', 'Also say whether the works are kept out of AI training.')
    }
    await db.transaction().execute(async (trx) => {
      await changeRights(trx, viewer.id, body)
      if (reservesTraining !== undefined) await jobs.send(trx, MARK, {})
    })
    return orNotFound(await getOwnUser(db, viewer.id))
  })
}

/** The viewer's own sessions. */
function registerSessionList({ mount, deps }: Pick<Context, 'mount' | 'deps'>): void {
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

  mount(endSession, async ({ params, viewer, request }) => {
    const ended = await endSessionOf(db, {
      id: params.id,
      userId: viewer.id,
      source: sourceOf(request),
    })
    if (!ended) throw notFound()
    live.sessionsMoved(viewer.id)
    return null
  })

  mount(endOtherSessions, async ({ viewer, request }) => {
    const ended = await endSessionsBut(db, {
      keep: viewer.sessionId,
      userId: viewer.id,
      source: sourceOf(request),
    })
    if (ended > 0) live.sessionsMoved(viewer.id)
    return { ended }
  })
}
