import type { Mention } from '@plinth/contract/posts/comments.ts'

/** Most places of a comment that can name somebody. */
const MAX_MENTIONS = 20
/** Longest name that is looked for, and most of its beginnings: `@Ann`, `@Ann Lee`, `@Ann Lee Smith` … */
const MAX_NAME_LENGTH = 120
const MAX_NAMES = 16

/** An @ that may name somebody, with the names it could mean, the longest first. */
export interface Call {
  start: number
  names: string[]
}

/** Somebody a name could mean, and how near they are: 0 is the nearest. */
export interface Bearer {
  userId: string
  nearness: number
}

/** Nearness of somebody whose id came with the comment. */
export const NAMED_BY_ID = 0

/** Every @ at the start of the text, after a blank or after an opening bracket. */
export function callsIn(content: string): Call[] {
  return [...content.matchAll(/(?<=^|[\s([{])@(?=\S)/g)]
    .slice(0, MAX_MENTIONS)
    .map(({ index }) => ({ start: index, names: namesAt(content, index + 1) }))
}

/** What a name could be that begins here: it ends where a word does, and stays on its line. */
function namesAt(content: string, start: number): string[] {
  const [line = ''] = content.slice(start, start + MAX_NAME_LENGTH).split(/[\r\n]/)
  const ends = [...line.matchAll(/(?<=\S)(?![\p{L}\p{M}\p{N}])/gu)].map(({ index }) => index)
  return ends
    .slice(0, MAX_NAMES)
    .map((end) => line.slice(0, end))
    .reverse()
}

/**
 * The people meant: at each @ the longest name that anybody bears, and of those who bear it the nearest, if that is
 * one person. Of several who were named by their ids, the first is meant first.
 */
export function mentionsOf(
  calls: readonly Call[],
  bearersOf: (name: string) => readonly Bearer[],
): Mention[] {
  const used = new Set<string>()
  const mentions: Mention[] = []
  let end = 0
  for (const { start, names } of calls) {
    const name = names.find((one) => bearersOf(one).length > 0)
    if (start < end || name === undefined) continue
    const bearer = meantBy(bearersOf(name), used)
    end = start + 1 + name.length
    if (bearer === undefined) continue
    used.add(bearer.userId)
    mentions.push({ userId: bearer.userId, start, length: end - start })
  }
  return mentions
}

function meantBy(bearers: readonly Bearer[], used: ReadonlySet<string>): Bearer | undefined {
  const nearness = Math.min(...bearers.map((bearer) => bearer.nearness))
  const nearest = bearers.filter((bearer) => bearer.nearness === nearness)
  if (nearness === NAMED_BY_ID) {
    return nearest.find((bearer) => !used.has(bearer.userId)) ?? nearest.at(-1)
  }
  return nearest.length === 1 ? nearest[0] : undefined
}
