import { ApiError } from '../api/errors.ts'

/** A random UUID. `crypto.randomUUID` is missing where a page did not come over HTTPS. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const withVersion = bytes.with(6, ((bytes[6] ?? 0) & 0x0f) | 0x40)
  const withVariant = withVersion.with(8, ((withVersion[8] ?? 0) & 0x3f) | 0x80)
  const hex = Array.from(withVariant, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Makes idempotency keys: content that is sent again after a lost response keeps its key. Different content, and
 * content sent again after a refusal, gets a new key.
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
    /** Call with the outcome. Unless the server's answer is unknown, the next content gets a new key. */
    ended: (error?: unknown): void => {
      const isUnknown = error instanceof ApiError && (error.status === 0 || error.status >= 500)
      if (!isUnknown) sent = undefined
    },
  }
}
