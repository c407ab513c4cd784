import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'
import { call, plinthUrl, signInAs } from '../people.ts'

const COUNT = 60
const READS = 20
const SLOWER = 4

/** A photograph like no other, so that none is a copy. */
async function upload(page: Page, at: number): Promise<string> {
  const raw = { width: 48, height: 32, channels: 3 } as const
  const picture = await sharp(randomBytes(48 * 32 * 3), { raw })
    .resize(1_800, at % 3 === 0 ? 2_400 : 1_200, { fit: 'fill', kernel: 'cubic' })
    .jpeg({ quality: 88 })
    .toBuffer()
  const answer = await page.request.post(`${plinthUrl()}/api/media?fileName=shot-${at}.jpg`, {
    headers: { origin: plinthUrl(), 'content-type': 'image/jpeg' },
    data: picture,
    timeout: 60_000,
  })
  const { id } = (await answer.json()) as { id: string }
  await expect
    .poll(async () => (await call<{ state: string }>(page, 'GET', `/api/media/${id}`)).state, {
      timeout: 60_000,
    })
    .toBe('ready')
  return id
}

const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

test(`a case study with ${COUNT} files: how fast its page is, and how it scrolls on a slow processor`, async ({
  page,
  browser,
}) => {
  await signInAs(page, 'Marit', { path: '/' })
  const cover = await sharp({
    create: { width: 1_600, height: 1_100, channels: 3, background: '#3b4a52' },
  })
    .jpeg()
    .toBuffer()
  const { id } = await call<{ id: string }>(page, 'POST', '/api/upload', {
    data: {
      title: `Sixty plates ${Date.now()}`,
      description: 'Every plate of the second dining room.',
      category: 'crafting',
      fileUrl: `data:image/jpeg;base64,${cover.toString('base64')}`,
      fileName: 'cover.jpg',
    },
  })
  const files: string[] = []
  for (let at = 0; at < COUNT; at += 1) files.push(await upload(page, at))
  const shots = files.map((mediaId) => ({ mediaId, caption: '' }))
  const grid = (from: number) => ({
    id: randomUUID(),
    type: 'grid',
    rowHeight: 'middle',
    hasCaptions: false,
    shots: shots.slice(from, from + 10),
  })
  const media = (at: number) => ({
    id: randomUUID(),
    type: 'media',
    width: at % 2 === 0 ? 'full' : 'measure',
    shot: shots[at],
  })
  const draft = await call<{
    revision: number
    title: string
    description: string
    coverId: string
  }>(page, 'GET', `/api/portfolios/${id}/draft`)
  const { title, description, coverId } = draft
  const blocks = [
    ...[0, 10, 20, 30].map(grid),
    ...Array.from({ length: COUNT - 40 }, (_, at) => media(40 + at)),
  ]
  const { revision } = await call<{ revision: number }>(
    page,
    'PUT',
    `/api/portfolios/${id}/draft`,
    {
      data: { base: draft.revision, title, description, coverId, blocks },
    },
  )
  await call(page, 'POST', `/api/portfolios/${id}/draft/publish`, { data: { revision } })

  // As members and as visitors get it; a different query each time, so that no kept answer counts.
  const address = `${plinthUrl()}/portfolio/${id}`
  const visitor = await (await browser.newContext()).newPage()
  const times = { member: [] as number[], visitor: [] as number[] }
  for (let at = 0; at < READS; at += 1)
    for (const [who, reader] of [
      ['member', page],
      ['visitor', visitor],
    ] as const) {
      const began = performance.now()
      const answer = await reader.request.get(`${address}?read=${who}${at}`)
      await answer.body()
      times[who].push(performance.now() - began)
      expect(answer.status()).toBe(200)
    }

  const scrolled: Record<string, { longest: number; count: number }> = {}
  for (const [name, width, height] of [
    ['desktop', 1_440, 900],
    ['phone', 390, 844],
  ] as const) {
    await visitor.setViewportSize({ width, height })
    const devtools = await visitor.context().newCDPSession(visitor)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await visitor.goto(address)
    await visitor.waitForLoadState('networkidle')
    await visitor.evaluate(`window.long = []
      new PerformanceObserver((list) => { for (const one of list.getEntries()) window.long.push(one.duration) })
        .observe({ type: 'longtask' })`)
    // One that is made on purpose is seen.
    await visitor.evaluate(
      'new Promise((done) => setTimeout(() => { const end = performance.now() + 80; while (performance.now() < end); done() }))',
    )
    await expect.poll(() => visitor.evaluate('window.long.length')).toBe(1)
    await visitor.evaluate('window.long.length = 0')
    const end = Number(await visitor.evaluate('document.documentElement.scrollHeight'))
    for (let y = 0; y < end; y += 240) {
      await visitor.mouse.wheel(0, 240)
      // As fast as a person scrolls.
      await visitor.waitForTimeout(60)
    }
    // What the last step brought into view is still being decoded.
    await visitor.waitForTimeout(1_000)
    const long = (await visitor.evaluate('window.long')) as number[]
    scrolled[name] = { longest: Math.round(Math.max(0, ...long)), count: long.length }
    await devtools.detach()
  }
  process.stdout.write(
    `a page with ${COUNT} files at ${plinthUrl()}: HTML after ${Math.round(median(times.member))} ms for a member and ` +
      `${Math.round(median(times.visitor))} ms for a visitor (medians of ${READS}), tasks over 50 ms while scrolling ` +
      `on a processor ${SLOWER} times slower: ${JSON.stringify(scrolled)}\n`,
  )
  expect(median(times.member)).toBeLessThan(200)
  expect(median(times.visitor)).toBeLessThan(200)
  expect(Object.values(scrolled).map(({ count }) => count)).toEqual([0, 0])
})
