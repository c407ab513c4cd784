import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS } from '@plinth/contract/limits.ts'
import { PASS_HEADER } from '@plinth/contract/proofing/links.ts'
import type { FastifyRequest } from 'fastify'
import { AppError, invalidField } from '../../../../http/errors.ts'
import { hashToken, type Viewer } from '../../../../http/viewer.ts'
import type { Pass } from './guest-sql.ts'

/** Who makes a call in a room: a member, or a guest with a pass, who has no id among the members. */
export interface Caller {
  id: string | null
  isAdmin: boolean
  pass?: Pass
}

const PASS = /^(?<id>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(?<token>[\w-]{43})$/i

/**
 * Who calls. A pass counts more than a session: it is sent on purpose, and whoever opened a link is a guest there. Throws
 * 401 for those who have neither.
 */
export function callerOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  viewer: Viewer | null,
  now: Date,
): Caller {
  const sent = headers[PASS_HEADER]
  if (sent === undefined) {
    if (viewer === null) throw unknownCaller()
    return viewer
  }
  const { id, token } = PASS.exec(String(sent))?.groups ?? {}
  if (id === undefined || token === undefined) throw unknownCaller()
  const pass = { guestId: id.toLowerCase(), tokenHash: hashToken(token), now }
  return { id: null, isAdmin: false, pass }
}

export const unknownCaller = () => new AppError('auth.required', 'Log in to do this.')

export const linkEnded = (makerName: string) =>
  new AppError('link.ended', `This link has ended. Ask ${makerName} for a new one.`)

/** Names are in emails, and mail programs make links of what looks like an address. */
const ADDRESS = /[/@]|[\p{L}\d]\.\p{L}{2,}/u

/** The name that a guest gives themselves. Throws if there is none, or if it could lead somewhere. */
export function guestName(typed: string | undefined): string {
  const name = typed?.trim()
  if (name === undefined) throw invalidField('name', 'Enter your name.')
  if (ADDRESS.test(name))
    throw invalidField('name', 'Enter your name without a web or email address.')
  return name
}

/** A secret for a link, or a pass for a guest. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The secret is behind a #, which no browser sends to a server or to another site. */
export const linkUrlOf = (publicUrl: string, linkId: string, secret: string): string =>
  `${publicUrl}/proof/${linkId}#${secret}`

export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')

/** A code of one link is worth nothing at another. */
export const hashCode = (linkId: string, code: string): Buffer => hashToken(`${linkId} ${code}`)

const SALT_BYTES = 16
const KEY_BYTES = 32
/** About 50 ms and 16 MiB for each password. */
const COST = { N: 16_384, r: 8, p: 1 }

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

/** The salt and what scrypt makes of it and the password. */
export async function hashPassword(password: string): Promise<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  return Buffer.concat([salt, await derive(password, salt)])
}

export async function isPassword(password: string, hash: Buffer): Promise<boolean> {
  const key = await derive(password, hash.subarray(0, SALT_BYTES))
  return timingSafeEqual(key, hash.subarray(SALT_BYTES))
}

export const isSameHash = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

/** An address of which only the ends are shown, to somebody who may not be its owner. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}
