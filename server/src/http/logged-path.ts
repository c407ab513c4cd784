/** What stands in the link of an invitation makes whoever has it an admin. */
const SECRET_LINK = /^\/invitation\/[^/]+/

/**
 * The address of a request as the log has it. Without the query: the identity provider's code and people's searches are
 * not for the log.
 */
export const loggedPath = (url: string): string =>
  (url.split('?')[0] ?? '').replace(SECRET_LINK, '/invitation/…')
