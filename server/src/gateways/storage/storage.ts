import type { Readable } from 'node:stream'

interface StoredObject {
  stream: Readable
  /** Bytes of the whole object. */
  size: number
}

/** What a listing tells of an object. */
export interface ListedObject {
  key: string
  bytes: number
  changedAt: Date
}

/** Where files live. Keys are our own, never a person's words. */
export interface StorageGateway {
  /** Whole or not at all: a reader never sees half an object. */
  put: (key: string, source: Readable | Uint8Array) => Promise<void>
  /**
   * The same with a finished file of this machine. It is taken over: afterwards nobody may write to it, and it may be
   * gone from where it was.
   */
  putFile: (key: string, file: string) => Promise<void>
  /** `range` is inclusive, as in HTTP. Null when there is no such object. */
  open: (key: string, range?: { start: number; end: number }) => Promise<StoredObject | null>
  /**
   * Lays the object at a path where nothing is yet. It is for reading: what is written to it may be written to the
   * object. Answers false when there is no such object.
   */
  fetch: (key: string, file: string) => Promise<boolean>
  size: (key: string) => Promise<number | null>
  remove: (key: string) => Promise<void>
  /** Keys below a prefix, in their order. */
  list: (prefix: string) => AsyncIterable<string>
  /** The same with what a check wants to know of each. */
  survey: (prefix: string) => AsyncIterable<ListedObject>
}

const KEY = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*\.[a-z0-9]+$/

/** Whether a name that a listing has is one of ours: others may keep things beside us. */
export const isKey = (name: string): boolean => KEY.test(name)

/** The key as it is, if it is one: nothing else gets near a path or an address. */
export function checkKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`not a storage key: ${key}`)
  return key
}
