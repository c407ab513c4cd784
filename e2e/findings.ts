import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What stands on the page breaks no rule of access, and does not scroll sideways. */
export async function expectNoFindings(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const findings = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)
  expect(findings, where).toEqual([])
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  expect(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0)
}

/** Opens the page with pictures that take their time, and measures how far things move until all are there. */
export async function expectStill(
  page: Page,
  address: string,
  seeContent: () => Promise<void>,
): Promise<void> {
  await page.addInitScript(`
    window.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  `)
  await page.route('**/media/**', async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 300)
    })
    await route.continue()
  })
  await page.goto(address)
  await seeContent()
  await expect
    .poll(() =>
      page.evaluate(
        `[...document.images].every((image) => image.complete || image.loading === 'lazy')`,
      ),
    )
    .toBe(true)
  // What came last is drawn.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))')
  expect(await page.evaluate('window.shift')).toBeLessThan(0.02)
}
