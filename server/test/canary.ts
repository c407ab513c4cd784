import { expect } from 'vitest'

/** Somebody, or what stands for them: only the id is looked at. */
interface Somebody {
  id: string
}

let count = 0

/** What one person writes to another in a test: text that must come to nobody else, at the beginning of it. */
export const secretText = (from: Somebody, to: Somebody, text = ''): string =>
  `mail:${from.id}:${to.id}:${(count += 1)} ${text}`.trim()

/** As it stands in JSON and pages, and in an address. */
const SECRET = /mail(?::|%3A)([\da-f-]{36})(?::|%3A)([\da-f-]{36})(?:(?::|%3A)\d+)?/gi

/** The secrets in a text, each with whose it is. */
const secretsIn = (text: string): { secret: string; of: string[] }[] =>
  Array.from(text.matchAll(SECRET), ([secret, from = '', to = '']) => ({
    secret,
    of: [from.toLowerCase(), to.toLowerCase()],
  }))

/** What came to somebody whom it is not for, in this file's tests. */
const leaks: string[] = []

export const holdsSecret = (text: string): boolean => text.search(SECRET) !== -1

/** Who got something: a stranger to every message but their own, and to what one of these texts says. */
export interface Hearer {
  personId: string | null
  mayRead?: readonly string[]
}

/** Writes down the secrets in what a person got that are neither from them nor to them. */
export function hear(text: string, { personId, mayRead = [] }: Hearer, where: string): void {
  const open = new Set(mayRead.flatMap(secretsIn).map(({ secret }) => secret))
  for (const { secret, of } of secretsIn(text)) {
    if (!open.has(secret) && (personId === null || !of.includes(personId)))
      leaks.push(`${where} tells ${personId ?? 'a visitor'} ${secret}`)
  }
}

/** Fails, from then on each time, once something private has come to a stranger. */
export const expectNoLeak = (): void =>
  expect(leaks, 'private messages in the answers to strangers').toEqual([])

/** Fails where a private message stands at all. */
export const expectNoSecret = (text: string, where: string): void =>
  expect(
    secretsIn(text).map(({ secret }) => secret),
    `private messages in ${where}`,
  ).toEqual([])

/** What has come to strangers so far, which is forgotten: for a test that lets it. */
export const takeLeaks = (): string[] => leaks.splice(0)
