import { useState } from 'react'
import type { DraftFile } from '../uploads/use-restored-files.ts'
import { newIdempotencyKey } from './idempotency.ts'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A form's unsent content, as it is stored in the browser. */
export interface SavedDraft<F> {
  /** The idempotency key under which it is sent, so that sending it twice has one effect. */
  key: string
  fields: F
  /** Finished uploads in their order. */
  files: readonly DraftFile[]
}

export interface DraftOptions<F> {
  /** Names the form and, where that matters, the person or thing it is about. */
  name: string
  /** The form's initial values. A draft that equals them is not stored. */
  empty: F
  /**
   * Turns stored fields into form values, or null to drop the draft. When left out, each stored field is used if it has
   * the type of its initial value.
   */
  readFields?: (stored: Readonly<Record<string, unknown>>) => F | null
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export const isText = (value: unknown): value is string => typeof value === 'string'
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isFile = (value: unknown): value is DraftFile =>
  isRecord(value) && isText(value['id']) && isText(value['alt'])

/** Reads and writes one form's draft in a browser store, separately for each person. */
export function makeDraft<F extends object>({ name, empty, readFields }: DraftOptions<F>) {
  const keyOf = (owner: string) => `plinth.${name}.${owner}`
  const understand = readFields ?? ((stored) => fieldsLike(empty, stored))
  const drop = (store: Store, owner: string) => {
    try {
      store.removeItem(keyOf(owner))
    } catch {
      // Where storage is blocked there is nothing to remove.
    }
  }
  return {
    drop,
    /** Null when nothing is stored, or when what is stored has another shape, as from an older version. */
    read: (store: Store, owner: string): SavedDraft<F> | null => {
      try {
        const stored: unknown = JSON.parse(store.getItem(keyOf(owner)) ?? 'null')
        if (!isRecord(stored)) return null
        const { key, fields, files } = stored
        if (!isText(key) || !UUID.test(key)) return null
        if (!isRecord(fields) || !Array.isArray(files) || !files.every(isFile)) return null
        const read = understand(fields)
        return read && { key, fields: read, files }
      } catch {
        return null
      }
    },
    save: (store: Store, owner: string, content: SavedDraft<F>): void => {
      if (content.files.length === 0 && isSame(content.fields, empty)) {
        drop(store, owner)
        return
      }
      try {
        store.setItem(keyOf(owner), JSON.stringify(content))
      } catch {
        // When storage is full or blocked, only the draft is lost.
      }
    },
  }
}

function fieldsLike<F extends object>(empty: F, stored: Readonly<Record<string, unknown>>): F {
  const isLike = (value: unknown, like: unknown) =>
    Array.isArray(like)
      ? Array.isArray(value) && value.every(isText)
      : typeof value === typeof like && !Array.isArray(value)
  return Object.fromEntries(
    Object.entries(empty).map(([field, like]) => [
      field,
      isLike(stored[field], like) ? stored[field] : (like as unknown),
    ]),
  ) as F
}

/** Compares form values without the whitespace around each text. */
const isSame = (one: object, other: object): boolean => trimmed(one) === trimmed(other)
const trimmed = (fields: object): string =>
  JSON.stringify(fields, (_, value: unknown) => (isText(value) ? value.trim() : value))

interface DraftUse<F extends object> extends DraftOptions<F> {
  /** Whose draft it is. */
  owner: string
  /** Stored for this tab only, until the tab is closed. */
  isPerTab?: boolean
  /** The browser's storage when left out; tests pass their own. */
  store?: Store
}

const NO_STORE: Store = {
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
}

/** The tab's or the browser's storage; an empty one on the server and where the browser blocks storage. */
function browserStore(isPerTab: boolean): Store {
  try {
    return (isPerTab ? sessionStorage : localStorage) ?? NO_STORE
  } catch {
    return NO_STORE
  }
}

/** A form's draft, read when the form first renders. */
export function useDraft<F extends object>(use: DraftUse<F>) {
  const { owner, isPerTab = false, store = browserStore(isPerTab), ...options } = use
  const [draft] = useState(() => makeDraft(options))
  const [saved, setSaved] = useState(() => draft.read(store, owner))
  const [key, setKey] = useState(() => saved?.key ?? newIdempotencyKey())
  return {
    /** The draft found when the form first rendered; null when there was none or it was discarded. */
    saved,
    key,
    /** Takes a new idempotency key: what is sent from now on counts as something else. */
    renewKey: () => setKey(newIdempotencyKey()),
    save: (fields: F, files: readonly DraftFile[] = []) => {
      const names = Object.keys(options.empty) as (keyof F)[]
      const own = Object.fromEntries(names.map((field) => [field, fields[field]])) as F
      draft.save(store, owner, { key, fields: own, files })
    },
    drop: () => draft.drop(store, owner),
    discard: () => {
      draft.drop(store, owner)
      setKey(newIdempotencyKey())
      setSaved(null)
    },
  }
}
export type UsedDraft<F extends object> = ReturnType<typeof useDraft<F>>
