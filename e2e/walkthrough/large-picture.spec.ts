import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'
import { call, plinthUrl, signInAs, signUp } from '../people.ts'
import { deliver, openPaidRoom } from '../projects.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const FILE = path.join(ROOT, '.plinth/test/large.jpg')
const SIZE = { width: 11_600, height: 8_700 } as const
const STEPS = 30
const MOST_MS = 100

/** Notes how long each step takes from the event to the frame that shows it, and until all of its tiles are there. */
const WATCH = `(() => {
  window.steps = []
  const isSharp = () => [...document.querySelectorAll('.zoom-pixels img')].every((one) => one.complete && one.naturalWidth > 0)
  const note = ({ type, timeStamp }) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      const drawn = performance.now() - timeStamp
      const wait = () => isSharp()
        ? window.steps.push({ type, drawn, sharp: performance.now() - timeStamp })
        : requestAnimationFrame(wait)
      wait()
    }
    port2.postMessage(0)
  })
  for (const type of ['keydown', 'wheel', 'pointermove']) addEventListener(type, note, { capture: true, passive: true })
})()`

interface Step {
  drawn: number
  sharp: number
}

/** Takes one step after the other, each when the one before is sharp. */
async function measure(
  page: Page,
  count: number,
  take: (at: number) => Promise<void>,
): Promise<Step[]> {
  await page.evaluate('window.steps.length = 0')
  for (let at = 0; at < count; at += 1) {
    await take(at)
    await expect.poll(() => page.evaluate('window.steps.length')).toBe(at + 1)
  }
  return (await page.evaluate('window.steps')) as Step[]
}

const middle = (all: readonly number[]): number =>
  all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0

test('a picture of 100 megapixels: each step of zooming and moving', async ({ page, browser }) => {
  test.setTimeout(15 * 60_000)
  await mkdir(path.dirname(FILE), { recursive: true })
  const works = path.join(ROOT, 'server/seeds/world/works')
  await sharp(path.join(works, 'current-no-8.jpg'))
    .resize(SIZE.width, SIZE.height, { fit: 'fill', kernel: 'cubic' })
    .jpeg({ quality: 85 })
    .toFile(FILE)
  const creator = await (await browser.newContext()).newPage()
  const { name } = await signUp(page, 'Sol')
  await signInAs(creator, 'Marit')
  const id = await openPaidRoom(page, creator, `A large one for ${name}`)
  await creator.goto(`${plinthUrl()}/projects/${id}`)
  await deliver(creator, [FILE], 'To the pixel.')
  await expect
    .poll(
      async () =>
        (await call<ProofRoom>(page, 'GET', `/api/proof-rooms/${id}`)).things[0]?.versions[0]?.proof
          ?.picture ?? null,
      { timeout: 10 * 60_000 },
    )
    .not.toBeNull()

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${plinthUrl()}/projects/${id}/proof`)
  const stage = page.locator('.zoom-stage')
  await expect(stage.locator('img').first()).toBeVisible()
  await page.evaluate(WATCH)
  await stage.focus()
  await page.keyboard.press('1')
  await expect(page.locator('.zoom-share')).toHaveText('100%')
  await expect.poll(() => page.evaluate('window.steps.length')).toBe(1)
  const box = await stage.boundingBox()
  if (box === null) throw new Error('there is no stage')
  const center = { x: box.x + box.width / 2, y: box.y + box.height / 2 }

  const arrows = ['ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft'] as const
  const moved = await measure(page, STEPS, (at) =>
    page.keyboard.press(arrows[at % arrows.length] ?? ''),
  )
  const zoomed = await measure(page, STEPS, (at) => page.keyboard.press(at % 6 < 3 ? '-' : '+'))
  await page.mouse.move(center.x, center.y)
  await expect.poll(() => page.evaluate('window.steps.length')).toBe(STEPS + 1)
  const wheeled = await measure(page, STEPS, (at) => page.mouse.wheel(0, at % 10 < 5 ? 120 : -120))
  // While Space is held, pressing moves the picture and draws nothing.
  await page.keyboard.down(' ')
  await expect.poll(() => page.evaluate('window.steps.length')).toBe(STEPS + 1)
  await page.mouse.down()
  const dragged = await measure(page, STEPS, (at) =>
    page.mouse.move(center.x + (at % 2 === 0 ? 260 : -260), center.y + (at % 3) * 90),
  )
  await page.mouse.up()
  await page.keyboard.up(' ')

  const all = { moved, zoomed, wheeled, dragged }
  const words = Object.entries(all).map(([what, steps]) => {
    const [drawn, sharpened] = [steps.map((one) => one.drawn), steps.map((one) => one.sharp)]
    const list = (times: readonly number[]) =>
      `${middle(times).toFixed(1)} ms in the middle and ${Math.max(...times).toFixed(1)} at most`
    return `${what} ${steps.length} times: seen after ${list(drawn)}, sharp after ${list(sharpened)}`
  })
  process.stdout.write(
    `a picture of ${SIZE.width} × ${SIZE.height} pixels at ${plinthUrl()}: ${words.join('; ')}\n`,
  )
  for (const [what, steps] of Object.entries(all))
    expect(Math.max(...steps.map(({ drawn }) => drawn)), what).toBeLessThan(MOST_MS)
})
