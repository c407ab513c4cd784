import type { BootData } from '@plinth/contract/http/query-key.ts'
import type { Viewer } from '../viewer.ts'

/** What a page sends before any script runs: its head for browsers and link previews, and its first data. */
export interface PageData {
  title: string
  description?: string
  /** The path that search engines should index, when it differs from the requested one. */
  canonical?: string
  /** Path of the preview image. */
  image?: { path: string; width: number; height: number; alt: string }
  /** Path of the video that a link preview may play. */
  video?: { path: string; contentType: string; width: number; height: number }
  /** Path of the sound that a link preview may play. */
  audio?: { path: string; contentType: string }
  /** The Open Graph type; `website` by default. */
  type?: 'article'
  /** The largest picture on the screen, which the browser starts to fetch at once. */
  preload?: { srcset: string; sizes: string; type: string }[]
  /** One description of the page for search engines, or several. */
  jsonLd?: object | readonly object[]
  /** Whether it is kept out of AI training; undefined sends neither. */
  isReserved?: boolean
  /** Search engines should leave it out. */
  isUnlisted?: boolean
  /** Whoever knows its address gets in, so no cache keeps it and no link on it tells the address. */
  isSecret?: boolean
  /** Whether other sites can embed it, by the address in `canonical`. */
  isEmbeddable?: boolean
  /** The address below which its feeds are: `/@marit` has `/@marit/feed.atom`. */
  feedsOf?: string
  /** Name of the web's screen, or of its parts, so that their styles and scripts load along with the page. */
  screen?: string | readonly string[]
  /** Query keys and their data, which the screen starts with instead of requesting them. */
  boot: BootData
  /**
   * More of them, with which a page for one member is rendered here. If reading takes too long or fails, the page is
   * sent without them and not rendered; the browser then asks for them.
   */
  bootSoon?: () => Promise<BootData>
  /** Render it on the server, so that it shows before any script has loaded. */
  prerender?: boolean
  status?: number
  /** Sends the browser to this path for good, instead of answering a page. */
  movedTo?: string
}

export interface PageDefinition {
  /** Fastify notation. */
  path: string
  /** Null answers the 404 page. */
  load: (call: PageCall) => Promise<PageData | null>
}

interface PageCall {
  viewer: Viewer | null
  params: Record<string, string>
  /** As sent: a parameter that is given twice is a list. */
  query: Record<string, unknown>
}

export const NOT_FOUND: PageData = {
  title: 'Page not found',
  screen: 'not-found',
  boot: [],
  status: 404,
}

/** The page for visitors of an address that only members can open. They come back to it after signing in. */
export const signInPage = (title: string): PageData => ({
  title,
  screen: 'not-found',
  boot: [],
  status: 401,
})

const MAX_DESCRIPTION = 200

/** Cuts a text at a word to at most 200 characters, for the description of a page. */
export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= MAX_DESCRIPTION) return line
  return `${line.slice(0, MAX_DESCRIPTION).replace(/\s+\S*$/, '')}…`
}
