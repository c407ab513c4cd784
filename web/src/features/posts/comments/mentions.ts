import type { Mention } from '@plinth/contract/posts/comments.ts'

/** The name or handle being typed between the last @ and the caret. */
export interface PartialMention {
  /** Index of the @. */
  start: number
  words: string
}

const MAX_NAME = 40
/** An @ at the start, after white space or an opening bracket, then a handle or up to four words of a name. */
const NAMING = /(?:^|[\s([{])@([\p{L}\p{M}\p{N}_'’.-]+(?: [\p{L}\p{M}\p{N}'’.-]*){0,3})$/u

/** The name being typed at the caret; null when there is none. */
export function mentionAt(text: string, caret: number): PartialMention | null {
  const before = text.slice(Math.max(0, caret - MAX_NAME), caret)
  const words = NAMING.exec(before)?.[1]
  return words === undefined ? null : { start: caret - words.length - 1, words }
}

/** The text with the handle, and the caret's position after it. */
export function withHandle(text: string, { start, words }: PartialMention, handle: string) {
  const end = start + 1 + words.length
  const written = `@${handle} `
  const rest = text.slice(end)
  return {
    text: text.slice(0, start) + written + (rest.startsWith(' ') ? rest.slice(1) : rest),
    caret: start + written.length,
  }
}

export type Part = { text: string; userId: string | null }

/** A comment's text in parts; those that mention somebody have a `userId`. */
export function partsOf(content: string, mentions: readonly Mention[]): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const { userId, start, length } of mentions.toSorted((a, b) => a.start - b.start)) {
    if (start < at || start + length > content.length) continue
    if (start > at) parts.push({ text: content.slice(at, start), userId: null })
    parts.push({ text: content.slice(start, start + length), userId })
    at = start + length
  }
  if (at < content.length) parts.push({ text: content.slice(at), userId: null })
  return parts
}
