import type { Suggestions } from '@plinth/contract/search/search.ts'
import { MAX_TAG_COUNT } from '@plinth/contract/limits.ts'
import { count } from '../../../lib/format/format.ts'

/** Something to do at once, without a page of results. */
export interface PaletteAction {
  id: string
  label: string
  icon: 'post' | 'upload' | 'read' | 'settings' | 'messages' | 'saved' | 'boards' | 'message'
  /** Shown at its end: `3 new`. */
  note?: string
  perform: () => void
}

/** What the palette offers, group by group, in the order of the screen. Groups without anything are left out. */
export interface PaletteGroups {
  recent: readonly string[]
  people: Suggestions['people']
  works: Suggestions['works']
  tags: Suggestions['tags']
  actions: readonly PaletteAction[]
}

/** Before anything is typed, so many of each are shown. */
const FIRST = 3
const RECENT = 5

interface Offered {
  words: string
  searches: readonly string[]
  /** Undefined before the first answer. */
  suggestions: Suggestions | undefined
  actions: readonly PaletteAction[]
}

/** What to offer for these words. Without words: recent searches, three tags and three actions. */
export function groupsOf({ words, searches, suggestions, actions }: Offered): PaletteGroups {
  const typed = words.trim()
  const tags = suggestions?.tags ?? []
  if (typed === '')
    return {
      recent: searches.slice(0, RECENT),
      people: [],
      works: [],
      tags: tags.slice(0, FIRST),
      actions: actions.slice(0, FIRST),
    }
  return {
    recent: searches
      .filter((search) => search.toLowerCase() !== typed.toLowerCase() && fits(search, typed))
      .slice(0, FIRST),
    people: suggestions?.people ?? [],
    works: suggestions?.works ?? [],
    tags,
    actions: actions.filter(({ label }) => fits(label, typed)).slice(0, FIRST),
  }
}

/** Whether each typed word is the beginning of a word of the text. */
export function fits(text: string, typed: string): boolean {
  const parts = text.toLowerCase().split(/\s+/)
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => parts.some((part) => part.startsWith(word)))
}

/** An option's id in the document: `people-0`. */
export const optionId = (group: keyof PaletteGroups, index: number): string => `${group}-${index}`

/** The ids of all options from top to bottom. */
export const optionIds = (groups: PaletteGroups): string[] =>
  (['recent', 'people', 'works', 'tags', 'actions'] as const).flatMap((group) =>
    groups[group].map((_, index) => optionId(group, index)),
  )

/**
 * The option that an arrow key moves to. Up from the first one leads back to the field, where none is active, and from
 * there to the last.
 */
export function moved(
  ids: readonly string[],
  active: string | null,
  key: 'ArrowDown' | 'ArrowUp',
): string | null {
  const places: (string | null)[] = [null, ...ids]
  const step = key === 'ArrowDown' ? 1 : -1
  const at = Math.max(0, places.indexOf(active))
  return places[(at + step + places.length) % places.length] ?? null
}

/** `12 works`; `1,000+ works` where no more are counted. */
export const tagNote = (workCount: number): string =>
  `${count(workCount)}${workCount >= MAX_TAG_COUNT ? '+' : ''} ${workCount === 1 ? 'work' : 'works'}`

interface Described {
  handle: string | null
  craft: string | null
  location: string | null
}

/** `@marit, crafting in Bergen`. */
export function personLine({ handle, craft, location }: Described): string {
  const city = location?.split(',')[0]?.trim()
  const place = city === undefined || city === '' ? null : `in ${city}`
  const what = [craft?.toLowerCase(), place].filter((part) => (part ?? '') !== '').join(' ')
  return [handle === null ? '' : `@${handle}`, what].filter((part) => part !== '').join(', ')
}
