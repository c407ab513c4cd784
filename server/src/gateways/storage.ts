import type { Readable } from 'node:stream'

export interface StoredObject {
  stream: Readable
  /** Bytes of the whole object. */
  size: number
}

/** Where files live. Keys are our own, never a person's words. */
export interface StorageGateway {
  /** Whole or not at all: a reader never sees half an object. */
  put: (key: string, source: Readable | Uint8Array) => Promise<void>
  /** `range` is inclusive, as in HTTP. Null when there is no such object. */
  open: (key: string, range?: { start: number; end: number }) => Promise<StoredObject | null>
  size: (key: string) => Promise<number | null>
  remove: (key: string) => Promise<void>
  /** Keys below a prefix, for checks. */
  list: (prefix: string) => AsyncIterable<string>
}
