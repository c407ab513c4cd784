import { useSyncExternalStore } from 'react'
import { MAX_SEARCH_LENGTH } from '@plinth/contract/limits.ts'

/** What somebody searched for last, kept on this device alone. */
const KEY = 'plinth.searches'
const MOST = 8
const NONE: readonly string[] = []

/** The newest first, each once whatever its case. */
export function withSearch(before: readonly string[], words: string): readonly string[] {
  const text = words.trim().slice(0, MAX_SEARCH_LENGTH)
  if (text === '') return before
  return [text, ...withoutSearch(before, text)].slice(0, MOST)
}

export const withoutSearch = (before: readonly string[], words: string): readonly string[] =>
  before.filter((one) => one.toLowerCase() !== words.toLowerCase())

/** Reads what is stored, which anybody with the device may have changed. */
export function readSearches(stored: string | null): readonly string[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    if (!Array.isArray(list)) return NONE
    return list.filter((one) => typeof one === 'string' && one !== '').slice(0, MOST) as string[]
  } catch {
    return NONE
  }
}

let searches: readonly string[] | undefined
const listeners = new Set<() => void>()

function load(): readonly string[] {
  try {
    searches ??= readSearches(localStorage.getItem(KEY))
  } catch {
    // Where storage is blocked, they are remembered until the page is closed.
    searches ??= NONE
  }
  return searches
}

function save(next: readonly string[]): void {
  searches = next
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // Where storage is blocked or full.
  }
  for (const listener of listeners) listener()
}

export function rememberSearch(words: string): void {
  if (words !== '') save(withSearch(load(), words))
}
export const forgetSearch = (words: string): void => save(withoutSearch(load(), words))
export const forgetSearches = (): void => save(NONE)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What somebody searched for on this device, the newest first. */
export const useSearches = (): readonly string[] =>
  useSyncExternalStore(subscribe, load, () => NONE)
