import type { Browser, CDPSession, Page } from '@playwright/test'

/** A phone on a slow line: 1.6 Mbit/s, 150 ms for each round trip, a processor that is four times slower. */
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const SLOWER = 4
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}

/** A page has settled when nothing has arrived for this long. */
const STILL_MS = 1_500
const MOST_MS = 30_000

/** What one opening of a page with an empty cache showed. Times in milliseconds since it was asked for. */
export interface Visit {
  /** First contentful paint. */
  fcp: number
  /** Largest contentful paint. */
  lcp: number
  /** The element of the largest paint. */
  element: string
  /** Cumulative layout shift, without what follows an input. */
  cls: number
  /** How long the main thread was busy until the page had settled. */
  busy: number
  /** Bytes of all answers that had arrived before the first paint. */
  bytes: number
}

interface Painted {
  fcp: number
  lcp: number
  element: string
  cls: number
}

/** Runs in the page, before anything of it. */
const WATCH = `
  window.painted = { fcp: 0, lcp: 0, element: '', cls: 0 }
  const watch = (type, see) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true })
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') window.painted.fcp = entry.startTime
  })
  watch('largest-contentful-paint', ({ startTime, element, url }) => {
    const file = url.split('/').at(-1)
    const words = element?.textContent.trim().slice(0, 24)
    Object.assign(window.painted, {
      lcp: startTime,
      element: [element?.tagName.toLowerCase(), file || words].filter(Boolean).join(' '),
    })
  })
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) window.painted.cls += entry.value
  })`

/** Opens a page on the slow phone with an empty cache and waits until nothing more arrives. */
export async function visit(browser: Browser, url: string, cookie: string | null): Promise<Visit> {
  const context = await browser.newContext(PHONE)
  try {
    if (cookie !== null) await context.addCookies([sessionCookie(url, cookie)])
    await context.addInitScript(WATCH)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    const arrived = await watchBytes(devtools)
    await devtools.send('Performance.enable')
    await devtools.send('Network.emulateNetworkConditions', LINE)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const answer = await page.goto(url, { waitUntil: 'load', timeout: MOST_MS })
    if (answer?.ok() !== true) throw new Error(`${url} answered ${answer?.status()}.`)
    await untilPainted(page)
    await arrived.still()
    const painted = await page.evaluate<Painted>('window.painted')
    if (page.url() !== url) throw new Error(`${url} led to ${page.url()}.`)
    const { metrics } = await devtools.send('Performance.getMetrics')
    const busy = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
    return { ...painted, busy, bytes: arrived.before(painted.fcp) }
  } finally {
    await context.close()
  }
}

/** On a busy machine a page can be drawn long after its last byte. */
async function untilPainted(page: Page): Promise<void> {
  const end = performance.now() + MOST_MS
  while (performance.now() < end) {
    const { fcp, lcp } = await page.evaluate<Painted>('window.painted')
    if (fcp > 0 && lcp > 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${page.url()} painted nothing.`)
}

/** The cookie that a browser keeps for a secure site, and also sends to its own machine. */
function sessionCookie(url: string, header: string) {
  const value = /__Host-plinth=([^;]+)/.exec(header)?.[1] ?? ''
  return { name: '__Host-plinth', value, url: `https://${new URL(url).hostname}`, secure: true }
}

async function watchBytes(devtools: CDPSession) {
  const answers: { at: number; bytes: number }[] = []
  let begun: number | null = null
  let last = performance.now()
  devtools.on('Network.requestWillBeSent', ({ timestamp }) => {
    begun ??= timestamp
    last = performance.now()
  })
  devtools.on('Network.loadingFinished', ({ timestamp, encodedDataLength }) => {
    answers.push({ at: timestamp, bytes: encodedDataLength })
    last = performance.now()
  })
  devtools.on('Network.dataReceived', () => {
    last = performance.now()
  })
  await devtools.send('Network.enable')
  return {
    before: (ms: number): number =>
      answers
        .filter(({ at }) => (at - (begun ?? 0)) * 1_000 <= ms)
        .reduce((sum, { bytes }) => sum + bytes, 0),
    still: async () => {
      const end = performance.now() + MOST_MS
      while (performance.now() - last < STILL_MS && performance.now() < end)
        await new Promise((resolve) => setTimeout(resolve, 100))
    },
  }
}
