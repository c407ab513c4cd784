import { useState } from 'react'
import type { DraftFile } from '../uploads/restored-files.ts'
import { newIdempotencyKey } from './idempotency.ts'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What was written and not yet sent. */
export interface Kept<F> {
  /** Under which it is sent, so that sending it twice has one effect. */
  key: string
  fields: F
  /** Finished uploads in their order. */
  files: readonly DraftFile[]
}

export interface DraftOptions<F> {
  /** The form, and where that matters whom or what it is about. */
  name: string
  /** What the form holds before anybody has typed: nothing but this is not worth keeping. */
  empty: F
  /** Makes of what was kept what the form holds, or null. Left out, each field keeps what is of its type. */
  readFields?: (kept: Readonly<Record<string, unknown>>) => F | null
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export const isText = (value: unknown): value is string => typeof value === 'string'
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isFile = (value: unknown): value is DraftFile =>
  isRecord(value) && isText(value['id']) && isText(value['alt'])

/** A draft in a browser's store, for each person apart. */
export function makeDraft<F extends object>({ name, empty, readFields }: DraftOptions<F>) {
  const keyOf = (owner: string) => `plinth.${name}.${owner}`
  const understand = readFields ?? ((kept) => fieldsLike(empty, kept))
  const drop = (store: Store, owner: string) => {
    try {
      store.removeItem(keyOf(owner))
    } catch {
      // A forbidden store holds nothing either.
    }
  }
  return {
    drop,
    /** Null where nothing was kept, and for what an older version or somebody else left in another shape. */
    read: (store: Store, owner: string): Kept<F> | null => {
      try {
        const kept: unknown = JSON.parse(store.getItem(keyOf(owner)) ?? 'null')
        if (!isRecord(kept)) return null
        const { key, fields, files } = kept
        if (!isText(key) || !UUID.test(key)) return null
        if (!isRecord(fields) || !Array.isArray(files) || !files.every(isFile)) return null
        const read = understand(fields)
        return read && { key, fields: read, files }
      } catch {
        return null
      }
    },
    keep: (store: Store, owner: string, kept: Kept<F>): void => {
      if (kept.files.length === 0 && isSame(kept.fields, empty)) {
        drop(store, owner)
        return
      }
      try {
        store.setItem(keyOf(owner), JSON.stringify(kept))
      } catch {
        // A full or forbidden store costs the draft and nothing else.
      }
    },
  }
}

function fieldsLike<F extends object>(empty: F, kept: Readonly<Record<string, unknown>>): F {
  const isLike = (value: unknown, like: unknown) =>
    Array.isArray(like)
      ? Array.isArray(value) && value.every(isText)
      : typeof value === typeof like && !Array.isArray(value)
  return Object.fromEntries(
    Object.entries(empty).map(([field, like]) => [
      field,
      isLike(kept[field], like) ? kept[field] : (like as unknown),
    ]),
  ) as F
}

/** Blanks around a text count for nothing. */
const isSame = (one: object, other: object): boolean => trimmed(one) === trimmed(other)
const trimmed = (fields: object): string =>
  JSON.stringify(fields, (_, value: unknown) => (isText(value) ? value.trim() : value))

interface DraftUse<F extends object> extends DraftOptions<F> {
  /** Whose draft it is. */
  owner: string
  /** It goes with the tab. */
  isOfTab?: boolean
  /** The browser's own where left out. */
  store?: Store
}

const NO_STORE: Store = {
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
}

/** A browser may forbid its stores, and a server has none. */
function browserStore(isOfTab: boolean): Store {
  try {
    return (isOfTab ? sessionStorage : localStorage) ?? NO_STORE
  } catch {
    return NO_STORE
  }
}

/** A form's draft, read when the form is first drawn. */
export function useDraft<F extends object>(use: DraftUse<F>) {
  const { owner, isOfTab = false, store = browserStore(isOfTab), ...options } = use
  const [draft] = useState(() => makeDraft(options))
  const [kept, setKept] = useState(() => draft.read(store, owner))
  const [key, setKey] = useState(() => kept?.key ?? newIdempotencyKey())
  return {
    /** What came back of an unsent one; null where nothing did, and once it was discarded. */
    kept,
    key,
    /** From now on it is something else that is sent. */
    renewKey: () => setKey(newIdempotencyKey()),
    keep: (fields: F, files: readonly DraftFile[] = []) => {
      const names = Object.keys(options.empty) as (keyof F)[]
      const own = Object.fromEntries(names.map((field) => [field, fields[field]])) as F
      draft.keep(store, owner, { key, fields: own, files })
    },
    drop: () => draft.drop(store, owner),
    discard: () => {
      draft.drop(store, owner)
      setKey(newIdempotencyKey())
      setKept(null)
    },
  }
}
export type UsedDraft<F extends object> = ReturnType<typeof useDraft<F>>
