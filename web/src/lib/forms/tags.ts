import { MAX_TAGS, MAX_TAG_LENGTH } from '@plinth/contract/limits.ts'

/** Room to paste a few tags with commas at once. */
export const LONGEST_TYPED = MAX_TAG_LENGTH * 4

export const areFull = (tags: readonly string[]): boolean => tags.length >= MAX_TAGS

const sameTag = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Adds what was typed: split at commas, trimmed, without `#`; duplicates and blanks are ignored. */
export function addTags(tags: readonly string[], typed: string): string[] {
  const all = [...tags]
  for (const part of typed.split(',')) {
    const tag = part.trim().replace(/^#+/, '').trim().slice(0, MAX_TAG_LENGTH)
    if (tag === '' || areFull(all) || all.some((known) => sameTag(known, tag))) continue
    all.push(tag)
  }
  return all
}
