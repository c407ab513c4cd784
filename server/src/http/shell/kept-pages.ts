import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import { bodiesOf, packedBodiesOf, type Bodies } from '../kept/encodings.ts'

/** A page as a browser gets it. */
export interface DrawnPage {
  status: number
  headers: Readonly<Record<string, string>>
  /** Further headers for a caller who could be anybody; null if it is nobody else's. */
  shared: Readonly<Record<string, string>> | null
  html: string
}

/** A page that is the same for every visitor, as bytes. */
interface KeptPage extends Omit<DrawnPage, 'html'> {
  bodies: Bodies
  /** As it is kept. */
  bytes: number
}

/** A page that was read lately. */
interface FreshPage {
  page: KeptPage
  /** When it has to be read again, in milliseconds since 1970. */
  until: number
}

interface PageSource<Data> {
  load: () => Promise<Data>
  /** Draws a page from its data alone. */
  draw: (data: Data) => Promise<DrawnPage>
}

export interface KeptPages {
  /** The page of this address. Whatever is asked for within some seconds is read once. */
  find: <Data>(url: string, source: PageSource<Data>) => Promise<FreshPage>
  /** Reads every page again before it is sent again. */
  clear: () => void
}

/** How old the data of a page may be. */
const FRESH_MS = 5_000
/** Pages contain words such as "2 minutes ago", so they are drawn again after this time even from the same data. */
const DRAWN_MS = 30_000
/**
 * Pages that are read at the same time. Each reads over several connections, and a burst of them would leave none to
 * anybody else; drawing goes one by one anyway.
 */
const READ_AT_ONCE = 4
const MAX_PAGES = 1_000
const MAX_BYTES = 24 * 1024 * 1024

interface Drawn {
  page: KeptPage
  fingerprint: string
  until: number
}

interface Entry {
  freshUntil: number
  found: Promise<Drawn>
  /** What `found` has become. */
  drawn: Drawn | null
}

/**
 * Keeps visitors' pages. Drawing and compressing one costs far more than reading its data, so a page is drawn again
 * only when its data has changed. Nothing of a member may come in here.
 */
export function createKeptPages(): KeptPages {
  const entries = new Map<string, Entry>()
  const reading = pLimit(READ_AT_ONCE)
  let bytes = 0

  const forget = (url: string) => {
    bytes -= entries.get(url)?.drawn?.page.bytes ?? 0
    entries.delete(url)
  }

  /** A map keeps insertion order, so the entries that have not been read for the longest time come first. */
  const makeRoom = () => {
    for (const [url, { drawn }] of entries) {
      const isOld = drawn !== null && drawn.until < performance.now()
      if (!isOld && entries.size <= MAX_PAGES && bytes <= MAX_BYTES) return
      forget(url)
    }
  }

  const read = async <Data>(last: Drawn | null, source: PageSource<Data>): Promise<Drawn> => {
    const data = await source.load()
    const fingerprint = createHash('sha256').update(JSON.stringify(data)).digest('base64')
    if (last !== null && last.fingerprint === fingerprint && last.until > performance.now())
      return last
    const { html, ...page } = await source.draw(data)
    const body = Buffer.from(html)
    // One that is not there is sent once and not kept.
    const isKept = page.status === 200
    const packed = isKept ? await packedBodiesOf(body) : { bodies: bodiesOf(body), bytes: 0 }
    return {
      page: { ...page, ...packed },
      fingerprint,
      until: performance.now() + DRAWN_MS,
    }
  }

  return {
    find: async (url, source) => {
      const known = entries.get(url)
      if (known !== undefined && known.freshUntil > performance.now())
        return { page: (await known.found).page, until: known.freshUntil }
      const found = reading(() => read(known?.drawn ?? null, source))
      const until = performance.now() + FRESH_MS
      const entry: Entry = { freshUntil: until, found, drawn: null }
      forget(url)
      entries.set(url, entry)
      try {
        const drawn = await found
        const fresh = { page: drawn.page, until: entry.freshUntil }
        if (entries.get(url) !== entry) return fresh
        // Only pages that exist: any number of addresses lead nowhere.
        if (drawn.page.status !== 200) forget(url)
        else {
          entry.drawn = drawn
          bytes += drawn.page.bytes
          makeRoom()
        }
        return fresh
      } catch (error) {
        if (entries.get(url) === entry) forget(url)
        throw error
      }
    },
    clear: () => {
      for (const entry of entries.values()) entry.freshUntil = 0
    },
  }
}

/** Writes that change no more than a counter, or nothing that visitors see. They may show some seconds later. */
const COUNTING = /\/(like|save|view|share|follow|read|typing|watch|hide|less)$/

/** Forgets what is kept for visitors after everything that somebody has written through this process, such as a takedown. */
export function clearAfterWrites(app: FastifyInstance, clear: () => void): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead && reply.statusCode < 400 && !COUNTING.test(request.routeOptions.url ?? '')) clear()
    done(null, payload)
  })
}
