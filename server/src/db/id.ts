import { v7 } from 'uuid'

/** A UUIDv7: hard to guess, and sorted by time, so that new rows stay close together in an index. */
export const newId = (): string => v7()

/** The type `uuid` among those of PostgreSQL. */
const UUID_OID = 2950
const HEADER_BYTES = 20
const ITEM_BYTES = 4 + 16

/**
 * Different ids as PostgreSQL sends a `uuid[]` itself, which it reads ten times as fast as text: for arrays that are made
 * once and used often.
 */
export function uuidArray(ids: readonly string[]): Buffer {
  const different = [...new Set(ids)]
  const bytes = Buffer.alloc(HEADER_BYTES + different.length * ITEM_BYTES)
  // Dimensions, whether there are nulls, the type, the length, and the first index.
  for (const [at, part] of [1, 0, UUID_OID, different.length, 1].entries())
    bytes.writeInt32BE(part, at * 4)
  for (const [at, id] of different.entries()) {
    const start = HEADER_BYTES + at * ITEM_BYTES
    bytes.writeInt32BE(16, start)
    bytes.write(id.replaceAll('-', ''), start + 4, 'hex')
  }
  return bytes
}
