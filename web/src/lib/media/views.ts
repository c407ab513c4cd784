import type { ViewSource } from '@plinth/contract/people/view-source.ts'

/** Screens by how their path begins; the first that fits. */
const PLACES: readonly (readonly [start: string, source: ViewSource])[] = [
  ['/for-you', 'for_you'],
  ['/explore/tag/', 'tag'],
  ['/explore', 'wall'],
  ['/creator/', 'profile'],
  ['/profile/', 'profile'],
]
const VIEWS: { readonly [view: string]: ViewSource } = {
  'for-you': 'for_you',
  profile: 'profile',
  notifications: 'other',
}

/** The way by which one sees things here; null on a page of one thing, which one came to by another. */
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

/** Keeps where one is, for what is looked at next. */
export function rememberScreen(path: string, search: object): void {
  last = sourceOf(path, search) ?? last
}

/** Where a look comes from; a visit that begins with a thing came by a link. */
export const viewSource = (): ViewSource => last ?? 'link'

/** Tells the server once per visit. A view that goes uncounted is nobody's trouble. */
export function makeReporter(send: (id: string) => Promise<unknown>): (id: string) => void {
  const reported = new Set<string>()
  return (id) => {
    if (reported.has(id)) return
    reported.add(id)
    send(id).catch(() => reported.delete(id))
  }
}
