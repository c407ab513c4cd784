import { ApiError } from '../api/errors.ts'

/** A random UUID. `crypto.randomUUID` is missing where a page did not come over HTTPS. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const versioned = bytes.with(6, ((bytes[6] ?? 0) & 0x0f) | 0x40)
  const marked = versioned.with(8, ((versioned[8] ?? 0) & 0x3f) | 0x80)
  const hex = Array.from(marked, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * The key under which one thing is sent, however often it has to be: after a lost answer the same content goes out
 * under the same key. Other content, and content that was refused, is another thing.
 */
export function makeIdempotencyKey() {
  let sent: string | undefined
  let key = ''
  return {
    keyFor: (body: unknown): string => {
      const content = JSON.stringify(body ?? null)
      if (content !== sent) {
        sent = content
        key = newIdempotencyKey()
      }
      return key
    },
    /** What became of it. Only an answer ends it. */
    ended: (error?: unknown): void => {
      const isUnknown = error instanceof ApiError && (error.status === 0 || error.status >= 500)
      if (!isUnknown) sent = undefined
    },
  }
}
