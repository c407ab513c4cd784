import { updateProfile } from '@plinth/contract/people/users.ts'
import { SETTLED } from '../../core/media/media-rules.ts'
import { getOwnUser } from '../../core/users/user-queries.ts'
import type { Context } from '../../deps.ts'
import { notFound } from '../../http/errors.ts'
import { leavePortrait, showRendition, takePortrait } from './portrait.ts'
import { changeProfile, holdPortrait } from './profile-queries.ts'
import { cleanChanges } from './profile-rules.ts'

const PORTRAIT_JOB = 'settings.portrait'

/** One's own profile. */
export function registerProfile({ mount, deps }: Pick<Context, 'mount' | 'deps'>): void {
  const { db, jobs } = deps

  mount(updateProfile, async ({ body, viewer }) => {
    const { profileImageUrl: given, ...rest } = body
    const changes = cleanChanges(rest)
    const own = await getOwnUser(db, viewer.id)
    if (own === null) throw notFound()
    // A form that hands back what stands there changes nothing.
    const isSame = given === undefined || given === own.profileImageUrl
    const wished = isSame || given === null ? null : await takePortrait(deps, viewer.id, given)
    await db.transaction().execute(async (trx) => {
      if (isSame) return changeProfile(trx, viewer.id, changes)
      const before = await holdPortrait(trx, viewer.id)
      const after = wished?.url ?? null
      await changeProfile(trx, viewer.id, { ...changes, portrait: after })
      await leavePortrait(deps, trx, { before, after })
    })
    // It may have become ready while it was being taken.
    if (wished !== null) await showRendition(deps, wished.mediaId)
    const changed = await getOwnUser(db, viewer.id)
    if (changed === null) throw notFound()
    return changed
  })

  jobs.work<{ mediaId: string }>(PORTRAIT_JOB, ({ mediaId }) => showRendition(deps, mediaId), {
    on: SETTLED,
  })
}
