/** Slashes, backslashes and control characters that were URL-encoded, even several times. */
const DISGUISED = /%(25)*(2f|5c|[01][0-9a-f]|7f)/i

/**
 * Where to go after sign-in: a path on this site, normalised as browsers do, or `/` for anything else. Paths of the API
 * are refused too: returning to sign-out would undo the sign-in.
 */
export function safeReturnTo(value: string | undefined, publicUrl: string): string {
  if (value === undefined || !value.startsWith('/') || /[\\\p{Cc}]/u.test(value)) return '/'
  if (!URL.canParse(value, publicUrl)) return '/'
  const url = new URL(value, publicUrl)
  const isOurs = url.origin === new URL(publicUrl).origin && !url.pathname.startsWith('//')
  if (!isOurs || DISGUISED.test(url.pathname) || isApi(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}

function isApi(pathname: string): boolean {
  try {
    return /^\/api(\/|$)/i.test(decodeURIComponent(pathname))
  } catch {
    return true
  }
}
