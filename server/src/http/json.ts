/** JSON as a statement wrote it or as it is sent. */
export type Json = string | Buffer

/** The value of some JSON that the server itself wrote. */
export const readJson = <T = unknown>(json: Json): T => JSON.parse(json.toString()) as T

/**
 * A JSON list of these. Adding strings makes no copy, so the text is written down once, when it becomes bytes; `join`
 * would write it before that, and the list around it a second time.
 */
export function jsonList(items: readonly string[]): Buffer {
  let text = '['
  for (const [at, item] of items.entries()) text += at === 0 ? item : `,${item}`
  return Buffer.from(`${text}]`)
}

/**
 * The same bytes in memory of their own, for what is kept. Node makes small buffers in slabs of 64 kB, and a slab stays
 * for as long as any of its buffers.
 */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}
