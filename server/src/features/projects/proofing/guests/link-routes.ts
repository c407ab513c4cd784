import { MAX_PROOF_LINKS } from '@plinth/contract/limits.ts'
import {
  endProofLink,
  listProofLinks,
  makeProofLink,
  type NewProofLink,
} from '@plinth/contract/proofing/links.ts'
import { newId } from '../../../../db/id.ts'
import type { Context } from '../../../../deps.ts'
import { AppError, invalidField, orNotFound } from '../../../../http/errors.ts'
import { hashToken } from '../../../../http/viewer.ts'
import { hashPassword, linkUrlOf, newSecret } from './guest-rules.ts'
import {
  countLinks,
  endLink,
  holdShared,
  insertLink,
  listLinks,
  type SharedRoom,
} from './link-queries.ts'

/** The two of a project, and whoever opened a room, make and end links for guests. Each of them sees and ends all, because both are shown by them. */
export function registerLinks({ mount, deps }: Pick<Context, 'mount' | 'deps'>): void {
  const { db, env, now } = deps

  mount(listProofLinks, async ({ params: { id }, viewer }) =>
    orNotFound(await listLinks(db, { roomId: id, viewerId: viewer.id, now: now() })),
  )

  mount(makeProofLink, async ({ params: { id: roomId }, body, viewer }) => {
    checkLink(body)
    const { password, person = null, allowsDownloads = false } = body
    const secret = newSecret()
    // Before the project is held, because it takes a while.
    const passwordHash = password === undefined ? null : await hashPassword(password)
    const made = await db.transaction().execute(async (trx) => {
      const room = orNotFound(await holdShared(trx, { roomId, viewerId: viewer.id }))
      checkMaker(room, body)
      if (body.days === null && !room.isAtWork)
        throw invalidField(
          'days',
          'This project has ended. Choose for how many days the link works.',
        )
      if ((await countLinks(trx, roomId)) >= MAX_PROOF_LINKS)
        throw new AppError(
          'conflict',
          `A proof room can have ${MAX_PROOF_LINKS} links. This one has had that many.`,
        )
      return insertLink(trx, {
        id: newId(),
        roomId,
        madeBy: viewer.id,
        name: body.name.trim(),
        right: body.right,
        secretHash: hashToken(secret),
        passwordHash,
        allowsDownloads,
        person: person === null ? null : { name: person.name.trim(), email: person.email },
        days: body.days,
        now: now(),
      })
    })
    const link = orNotFound(made)
    return { ...link, url: linkUrlOf(env.publicUrl, link.id, secret) }
  })

  mount(endProofLink, async ({ params: { id, linkId }, viewer }) =>
    orNotFound(await endLink(db, { roomId: id, linkId, viewerId: viewer.id, now: now() })),
  )
}

function checkLink({ right, days, person, allowsDownloads = false }: NewProofLink): void {
  if (right === 'decide' && person === undefined)
    throw invalidField('person', 'Say who decides, with their email address.')
  if (right !== 'decide' && person !== undefined)
    throw invalidField('person', 'Only a link that decides is for one person.')
  if (allowsDownloads && days === null)
    throw invalidField(
      'allowsDownloads',
      'Downloads open once everything is paid, and that ends the project. Choose for how many days the link works.',
    )
}

/** What is picked and decided is the client's to give away. In a room of somebody's own there is neither, and no price. */
function checkMaker({ role, isOwn }: SharedRoom, { right, allowsDownloads }: NewProofLink): void {
  if (isOwn && (right === 'pick' || right === 'decide'))
    throw invalidField('right', 'There is nothing to pick or decide in this room.')
  if (isOwn && allowsDownloads === true)
    throw invalidField('allowsDownloads', 'Guests look at the files of this room here.')
  if (role === 'creator' && (right === 'pick' || right === 'decide'))
    throw new AppError('auth.forbidden', 'Only the client can let others pick or decide.')
}
