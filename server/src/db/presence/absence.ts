const CODES =
  /^(08|57P0|25006)|^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)$/
const WORDS =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|LISTEN\/NOTIFY/

/** Whether an error may say that the database is not there. Other services fail with the same codes. */
export function isNotThere(error: unknown): boolean {
  // pg-boss reports plain objects.
  if (typeof error !== 'object' || error === null) return false
  const { code, cause, message } = error as { code?: string; cause?: unknown; message?: string }
  return CODES.test(code ?? '') || WORDS.test(message ?? '') || isNotThere(cause)
}
