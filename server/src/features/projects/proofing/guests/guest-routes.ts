import {
  CODE_MINUTES,
  CODES_PER_DAY,
  MAX_LINK_GUESTS,
  PASSWORD_MINUTES,
} from '@plinth/contract/limits.ts'
import { enterProofRoom, openProofLink, sendProofCode } from '@plinth/contract/proofing/links.ts'
import { queueEmail } from '../../../../core/notifications/emails/plain.ts'
import { newId } from '../../../../db/id.ts'
import type { Database } from '../../../../db/pool.ts'
import type { Context } from '../../../../deps.ts'
import { AppError, invalidField, orNotFound, rateLimited } from '../../../../http/errors.ts'
import { hashToken } from '../../../../http/viewer.ts'
import { registerGuestCopies } from './guest-copy-routes.ts'
import { registerGuestJobs } from './guest-jobs.ts'
import { registerGuestUnsubscribe } from './unsubscribe-routes.ts'
import { countGuests, findOpenedLink, insertGuest, type OpenedLink } from './guest-queries.ts'
import {
  guestName,
  hashCode,
  isPassword,
  isSameHash,
  linkEnded,
  maskedEmail,
  newCode,
  newSecret,
} from './guest-rules.ts'
import { findInvite } from './link-queries.ts'
import { registerLinks } from './link-routes.ts'
import { forgetTries, replaceCode, takeCode, takeTry, useCode } from './try-queries.ts'

/** How people without an account come into a proof room. */
export function registerGuests(context: Context): void {
  const { mount, deps } = context
  const { db, mail, now } = deps
  registerLinks(context)
  registerGuestCopies(context)
  registerGuestJobs(context)
  registerGuestUnsubscribe(context)

  /** The link that somebody has the secret of. Throws if it has ended. */
  const openLink = async (id: string, secret: string): Promise<OpenedLink> => {
    const link = orNotFound(
      await findOpenedLink(db, { id, secretHash: hashToken(secret), now: now() }),
    )
    if (link.hasEnded) throw linkEnded(link.makerName)
    return link
  }

  mount(openProofLink, async ({ params: { id }, body: { secret }, viewer }) => {
    const invite = orNotFound(
      await findInvite(db, {
        id,
        secretHash: hashToken(secret),
        viewerId: viewer?.id ?? null,
        now: now(),
      }),
    )
    const { person } = invite
    return {
      ...invite,
      person: person === null ? null : { ...person, email: maskedEmail(person.email) },
    }
  })

  mount(sendProofCode, async ({ params: { id }, body: { secret, password } }) => {
    const link = await openLink(id, secret)
    await checkPassword(db, link, password, now())
    const { personEmail } = link
    if (personEmail === null) throw new AppError('conflict', 'This link needs no code.')
    if (!mail.isOn)
      throw new AppError('conflict', 'Plinth can’t send emails right now, so it can’t send a code.')
    const code = newCode()
    await db.transaction().execute(async (trx) => {
      const sent = { linkId: link.id, codeHash: hashCode(link.id, code), now: now() }
      if (!(await replaceCode(trx, sent)))
        throw new AppError(
          'conflict',
          `We’ve sent ${CODES_PER_DAY} codes for this link, which is as many as we send in a day. Try again tomorrow.`,
        )
      await queueEmail(trx, deps, {
        to: personEmail,
        subject: `${code} is your code for Plinth`,
        title: code,
        paragraphs: [
          `Enter this code to open what ${link.makerName} shares with you. It works once, for ${CODE_MINUTES} minutes.`,
          'Didn’t ask for it? You can ignore this email. Nobody gets in without the code.',
        ],
      })
    })
    return null
  })

  mount(enterProofRoom, async ({ params: { id }, body }) => {
    const link = await openLink(id, body.secret)
    await checkPassword(db, link, body.password, now())
    const codeHash = link.personName === null ? null : await checkCode(db, link, body.code, now())
    const name = link.personName ?? guestName(body.name)
    const token = newSecret()
    const guestId = newId()
    await db.transaction().execute(async (trx) => {
      // Held, so that two who come at once are counted one after the other, and none after it was turned off.
      const held = orNotFound(
        await findOpenedLink(trx, { id, secretHash: hashToken(body.secret), now: now() }, true),
      )
      if (held.hasEnded) throw linkEnded(held.makerName)
      if (codeHash !== null && !(await useCode(trx, link.id, codeHash))) throw wrongCode()
      if ((await countGuests(trx, link.id)) >= MAX_LINK_GUESTS)
        throw new AppError(
          'conflict',
          `${MAX_LINK_GUESTS} guests have used this link, which is as many as it takes. Ask ${link.makerName} for another one.`,
        )
      await insertGuest(trx, {
        id: guestId,
        linkId: link.id,
        name,
        email: link.personEmail ?? body.email ?? null,
        tokenHash: hashToken(token),
        now: now(),
      })
    })
    return { roomId: link.roomId, guestId, name, right: link.right, pass: `${guestId}.${token}` }
  })
}

/** Throws unless this is the link's password, or it has none. */
async function checkPassword(
  db: Database,
  { id, passwordHash }: OpenedLink,
  password: string | undefined,
  now: Date,
): Promise<void> {
  if (passwordHash === null) return
  if (password === undefined || password === '')
    throw invalidField('password', 'This link has a password. Enter it.')
  const taken = await takeTry(db, id, now)
  if ('waitSeconds' in taken)
    throw rateLimited(
      taken.waitSeconds,
      (time) => `Too many wrong passwords. Try again in ${time}.`,
    )
  if (await isPassword(password, passwordHash)) return forgetTries(db, id)
  throw wrong('password', `That’s not the password. ${triesLeft(taken.left)}`)
}

const triesLeft = (left: number) =>
  left === 0
    ? `Wait ${PASSWORD_MINUTES} minutes, then try again.`
    : `You have ${left} more ${left === 1 ? 'try' : 'tries'}.`

/** Returns the hash of the code that was emailed. Throws unless this is it. */
async function checkCode(
  db: Database,
  { id }: OpenedLink,
  code: string | undefined,
  now: Date,
): Promise<Buffer> {
  if (code === undefined) throw invalidField('code', 'Enter the code from the email.')
  const sent = await takeCode(db, id, now)
  if (sent === undefined || !isSameHash(sent, hashCode(id, code))) throw wrongCode()
  return sent
}

const wrong = (field: string, sentence: string) =>
  new AppError('auth.forbidden', sentence, { fields: { [field]: sentence } })
const wrongCode = () =>
  wrong('code', 'That code doesn’t work. Check the email, or ask for a new code.')
