import { expect, type Page } from '@playwright/test'
import { pressAndWait } from '../controls.ts'
import { plinthUrl, seeWall, signInAs, test } from '../people.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Records which parts each view transition of the page moves. */
const record = (page: Page) =>
  page.addInitScript(`
    globalThis.moved = []
    globalThis.running = 0
    const start = document.startViewTransition
    document.startViewTransition = (options) => {
      const transition = start.call(document, options)
      running += 1
      transition.finished.finally(() => (running -= 1))
      transition.ready.then(() => {
        moved.push(document.getAnimations().map(({ effect }) => effect.pseudoElement))
      })
      return transition
    }
  `)

/** What has moved on the page since its first `seen` transitions. */
const movedSince = (page: Page, seen: number) =>
  page.evaluate<string[]>(`globalThis.moved.slice(${seen}).flat()`)
const countMoved = (page: Page) => page.evaluate<number>('moved.length')

const GROWING = [
  '::view-transition-group(work)',
  '::view-transition-old(work)',
  '::view-transition-new(work)',
]

const firstWork = (page: Page) => page.locator('.ledge-row .work-link').first()

test('a work grows from the wall into its dialog, and goes back to its place', async ({ page }) => {
  await record(page)
  await signInAs(page, 'Dana', { path: '/' })
  await seeWall(page)
  const dialog = page.getByRole('dialog')
  // Nothing can be pressed while the pictures of a transition cover the page.
  const ended = () => expect.poll(() => page.evaluate('running')).toBe(0)
  const open = async () => {
    await firstWork(page).click()
    await expect(dialog).toBeVisible()
    await ended()
  }
  const close = async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await ended()
  }
  const expectGrowing = async (act: () => Promise<void>) => {
    const seen = await countMoved(page)
    await act()
    await expect.poll(() => movedSince(page, seen)).toEqual(expect.arrayContaining(GROWING))
  }
  // The first time the page may still be starting, or the dialog's code may come too late for the move.
  await open()
  await close()
  await expectGrowing(open)
  await expectGrowing(close)
  await expect(firstWork(page)).toBeFocused()
  // Nothing keeps the name, or the next work could not move.
  await expect(page.locator('[style*="view-transition-name"]')).toHaveCount(0)
})

test('nothing moves for people who want less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await record(page)
  await signInAs(page, 'Dana', { path: '/' })
  await seeWall(page)
  await firstWork(page).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await countMoved(page)).toBe(0)
  const durations = await page.evaluate<number[]>(
    'document.getAnimations().map(({ effect }) => effect.getTiming().duration)',
  )
  expect(durations.filter((duration) => duration !== 0)).toEqual([])
})

/** Collects the names of the CSS animations that begin on the page, and the properties of its transitions. */
const listen = (page: Page) =>
  page.addInitScript(`
    globalThis.begun = []
    addEventListener('animationstart', ({ animationName }) => begun.push(animationName))
    addEventListener('transitionrun', ({ propertyName }) => begun.push(propertyName))
  `)
const begun = (page: Page) => page.evaluate<string[]>('begun')

test('the ledge draws, the tab bar slides, and a liked heart fills while its count ticks up', async ({
  page,
}) => {
  await listen(page)
  await signInAs(page, 'Ben')
  await page.goto(plinthUrl())
  await seeWall(page)
  await expect.poll(() => begun(page)).toContain('ledge-draw')

  const unliked = page.getByRole('button', { name: /Like /, pressed: false }).first()
  const name = (await unliked.getAttribute('aria-label'))?.split('Like ').at(-1) ?? ''
  const like = page.getByRole('button', { name: `Like ${name}` }).first()
  await pressAndWait(page, '/like', () => like.click())
  await expect.poll(() => begun(page)).toEqual(expect.arrayContaining(['fill-opacity', 'tick-up']))
  await pressAndWait(page, '/like', () => like.click())

  const seen = (await begun(page)).filter((one) => one === 'transform').length
  await page.getByRole('link', { name: 'For You', exact: true }).first().click()
  await expect
    .poll(async () => (await begun(page)).filter((one) => one === 'transform').length)
    .toBeGreaterThan(seen)
})
