import type { ViewSource } from '@plinth/contract/people/views.ts'

/** Sources by the start of a screen's path; the first match counts. */
const PLACES: readonly (readonly [start: string, source: ViewSource])[] = [
  ['/for-you', 'for_you'],
  ['/explore/tag/', 'tag'],
  ['/explore', 'wall'],
  ['/search', 'search'],
  ['/@', 'profile'],
  ['/creator/', 'profile'],
  ['/profile/', 'profile'],
]
const VIEWS: { readonly [view: string]: ViewSource } = {
  'for-you': 'for_you',
  profile: 'profile',
  notifications: 'other',
}

/** The source of views on this screen; null on the page of a single post or work, which people reach from another. */
export function sourceOf(
  path: string,
  { q, view }: { q?: unknown; view?: unknown },
): ViewSource | null {
  if (/^\/(post|portfolio)\//.test(path)) return null
  if (q !== undefined) return 'search'
  if (path === '/') return VIEWS[String(view)] ?? 'wall'
  return PLACES.find(([start]) => path.startsWith(start))?.[1] ?? 'other'
}

let last: ViewSource | null = null

/** Remembers the current screen as the source of the next view. */
export function rememberScreen(path: string, search: object): void {
  last = sourceOf(path, search) ?? last
}

/** The source of a view; `link` when the visit started on the page itself. */
export const viewSource = (): ViewSource => last ?? 'link'

/** Returns a function that reports each id once per visit. A failed report is ignored and may be repeated. */
export function makeReporter(send: (id: string) => Promise<unknown>): (id: string) => void {
  const reported = new Set<string>()
  return (id) => {
    if (reported.has(id)) return
    reported.add(id)
    send(id).catch(() => reported.delete(id))
  }
}
