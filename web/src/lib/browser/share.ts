interface Link {
  title: string
  url: string
}
/** The parts of the browser's `navigator` that sharing needs. */
export interface Sharer {
  share?: (link: Link) => Promise<void>
  clipboard?: { writeText: (text: string) => Promise<void> }
}
export type Shared = 'shared' | 'copied' | 'cancelled' | 'failed'

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Shares with the device's own dialog or, if it has none, copies to the clipboard. Never rejects. */
export async function shareLink(link: Link, browser: Sharer): Promise<Shared> {
  if (browser.share) {
    try {
      await browser.share(link)
      return 'shared'
    } catch (error) {
      if (isCancelled(error)) return 'cancelled'
      // The device refused: falls back to the clipboard.
    }
  }
  try {
    await browser.clipboard?.writeText(link.url)
    return browser.clipboard ? 'copied' : 'failed'
  } catch {
    return 'failed'
  }
}
