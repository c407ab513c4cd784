/** Where the links in emails lead. */
export const UNSUBSCRIBE_PATH = '/api/notifications/unsubscribe'

interface Reader {
  publicUrl: string
  userId: string
  /** Known only to the person's emails. */
  mailKey: string
  /** Only these emails are turned off; without it all that can be. */
  only?: 'news'
}

/** The address that turns emails off without signing in, and the headers that mail programs find it by (RFC 8058). */
export function unsubscribeBy({ publicUrl, userId, mailKey, only }: Reader): {
  url: string
  headers: Record<string, string>
} {
  const those = only === undefined ? '' : `&only=${only}`
  const url = `${publicUrl}${UNSUBSCRIBE_PATH}?person=${userId}&key=${mailKey}${those}`
  return { url, headers: unsubscribeHeaders(url) }
}

/** By these headers mail programs find the address that stops emails. */
export const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
