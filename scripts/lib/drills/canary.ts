/** Private texts that name whom they are for, and whether an answer holds one that is for others. */

const CANARY = /canary-((?:[\da-f-]{36}\.)+)/gi

/** A text that only these people may read. */
export const canaryOf = (...ids: readonly string[]): string =>
  `canary-${ids.map((id) => `${id}.`).join('')}`

/** The private texts in an answer to somebody, a visitor if null: how many are theirs, and those that are not. */
export function findCanaries(text: string, personId: string | null) {
  const found = { own: 0, crossed: [] as string[] }
  for (const [canary, ids = ''] of text.matchAll(CANARY)) {
    if (personId !== null && ids.split('.').includes(personId)) found.own += 1
    else found.crossed.push(canary)
  }
  return found
}
