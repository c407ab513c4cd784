import { createHash, randomBytes } from 'node:crypto'

/**
 * Names a stream so that every process can tell whose it is: its second half needs the session's hash, which the
 * caller's cookie brings along and nobody else can.
 */
export function newConnectionId(tokenHash: Buffer): string {
  const random = randomBytes(16).toString('base64url')
  return `${random}.${proof(random, tokenHash)}`
}

export function isOwnConnection(id: string, tokenHash: Buffer): boolean {
  const [random = '', ...rest] = id.split('.')
  return rest.join('.') === proof(random, tokenHash)
}

const proof = (random: string, tokenHash: Buffer) =>
  createHash('sha256').update(random).update(tokenHash).digest('base64url')
