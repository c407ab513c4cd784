/** JSON as a statement wrote it or as it is sent. */
export type Json = string | Buffer

/** The value of some JSON that the server itself wrote. */
export const readJson = <T = unknown>(json: Json): T => JSON.parse(json.toString()) as T

/**
 * The UTF-8 bytes of a text, as a string of one character for each byte. An answer is put together from many of these,
 * and made a buffer once, in half the time that it takes to copy as many buffers into one.
 */
export const byteText = (text: string): string =>
  Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1')

/** The bytes of what `byteText` gave. */
export const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1')

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
