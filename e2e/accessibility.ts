import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The desktop comes last, because journeys continue there. */
const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** Checks that the page breaks no accessibility rule and does not scroll sideways. */
export async function expectAccessible(
  page: Page,
  where: string,
  withoutRules: string[] = [],
): Promise<void> {
  // Content that waits for a response is dimmed, which would lower its contrast.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  // The builder would send axe's 1.5 MB twice for each check. A page keeps what it has until another is loaded.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const { violations } = await new AxeBuilder({ page, axeSource: ';' })
    .options({ runOnly: { type: 'tag', values: TAGS }, resultTypes: ['violations'] })
    .disableRules(withoutRules)
    // Without this, axe opens a second page to merge the results of frames; there are none here.
    .setLegacyMode()
    .analyze()
  const findings = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)
  expect(findings, where).toEqual([])
  await expectToFit(page, where)
}

async function expectToFit(page: Page, where: string): Promise<void> {
  const beyond = await page.evaluate(`(() => {
    // A dialog scrolls on its own, over a page that stays as it is.
    const over = [...document.querySelectorAll('[role$=dialog]')]
      .flatMap((one) => [one, one.parentElement])
      .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX))
    const isWide = (one) => one.scrollWidth > one.clientWidth
    if (document.documentElement.scrollWidth <= innerWidth && !over.some(isWide)) return []
    return [...document.body.querySelectorAll('*')]
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
      .map((one) => one.outerHTML.slice(0, 160))
  })()`)
  // A soft assertion, so that one run reports all widths.
  expect.soft(beyond, `${where} scrolls sideways`).toEqual([])
}

/** The narrowest phones, a window of 1280 at 200 %, tablets both ways, and wide desktops. */
const MORE_WIDTHS = [320, 640, 768, 1024, 1920]
const WIDTHS_WITH_LARGE_LETTERS = [320, 390, 1024, 1440]

/** Checks that nothing scrolls sideways at other widths, or with text of twice the size. */
async function expectToFitEverywhere(page: Page, where: string): Promise<void> {
  for (const width of MORE_WIDTHS) {
    await resize(page, { width, height: 900 })
    await expectToFit(page, `${where}, ${width} wide`)
  }
  // Uses the browser's own font setting, so that sizes in rem and em grow as well.
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  for (const width of WIDTHS_WITH_LARGE_LETTERS) {
    await resize(page, { width, height: 900 })
    await expectToFit(page, `${where}, ${width} wide with large letters`)
  }
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
  await browser.detach()
  await settle(page)
}

async function resize(page: Page, viewport: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(viewport)
  await settle(page)
}

/** Scripts lay out some parts after the window has changed: in the next frame, or on a busy machine a few later. */
const FRAMES_FOR_LAYOUT = 30

/** Waits until the layout by scripts is done. */
const settle = (page: Page) =>
  page.evaluate(`(async () => {
    const isWide = () => document.documentElement.scrollWidth > innerWidth
    for (let frame = 0; frame === 0 || (frame < ${FRAMES_FOR_LAYOUT} && isWide()); frame++)
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  })()`)

/** Checks accessibility on a phone and on a desktop, and that the page fits at all other widths. */
export async function expectAccessibleAtBothWidths(page: Page, where: string): Promise<void> {
  await expectToFitEverywhere(page, where)
  for (const viewport of WIDTHS) {
    await resize(page, viewport)
    await expectAccessible(page, `${where}, ${viewport.width} wide`)
  }
}

/**
 * Opens the page with slow pictures, on a phone and on a desktop, and checks that the layout hardly shifts while they
 * load.
 */
export async function expectStill(
  page: Page,
  address: string,
  seeContent: () => Promise<void>,
): Promise<void> {
  // Once for each page of the browser, or a second address would count each shift twice.
  await page.addInitScript(`
    if (window.shift === undefined) {
      window.shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    }
  `)
  await page.route('**/media/**', async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 300)
    })
    await route.continue()
  })
  for (const viewport of WIDTHS) {
    await page.setViewportSize(viewport)
    await page.goto(address)
    await seeContent()
    await expect
      .poll(() =>
        page.evaluate(
          `[...document.images].every((image) => image.complete || image.loading === 'lazy')`,
        ),
      )
      .toBe(true)
    // Waits until the last picture is painted.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))')
    expect(await page.evaluate('window.shift')).toBeLessThan(0.02)
  }
}
