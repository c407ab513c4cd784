import type { Analytics } from '@plinth/contract/analytics/analytics.ts'
import { expect } from '@playwright/test'
import { choose, openChoice } from '../controls.ts'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { call, plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'

test('a view from search counts for the creator, who downloads the days', async ({
  page,
  openBrowser,
}) => {
  const looker = await signUp(await openBrowser(), 'Ada')
  await signInAs(page, 'Marit')
  const looks = async () => {
    const { sources } = await call<Analytics>(page, 'GET', '/api/analytics/7')
    return sources.find(({ source }) => source === 'search')?.views ?? 0
  }
  const before = await looks()
  const told = looker.page.waitForResponse('**/view')
  await looker.page.goto(`${plinthUrl()}/?q=moon jar`)
  await looker.page
    .getByRole('link', { name: /^Moon Jar/ })
    .first()
    .click()
  expect((await told).status()).toBe(204)
  await expect.poll(looks).toBeGreaterThan(before)

  const complaints = watchForComplaints(page)
  await page.goto(`${plinthUrl()}/analytics`)
  await expect(page.getByRole('heading', { level: 1, name: 'Creator Analytics' })).toBeVisible()
  await expect(page.getByText('vs last week')).toBeVisible()
  const overview = page.getByRole('table', { name: 'Performance Overview' })
  await expect(overview.getByRole('row')).toHaveCount(8)
  await expect(page.getByText('#1', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Search \d/ })).toBeVisible()
  await expect(page.getByText('Plinth’s planning figure, not a measurement.')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'the analytics')

  // Where there is no room for all, the list moves on under a pointer that rests.
  await page.setViewportSize({ width: 1440, height: 300 })
  await openChoice(page.getByRole('combobox', { name: 'Period' }))
  await expect(page.getByRole('option', { name: 'Last year' })).not.toBeInViewport()
  const {
    x = 0,
    y = 0,
    width = 0,
    height = 0,
  } = (await page.getByRole('listbox').boundingBox()) ?? {}
  await page.mouse.move(x + width / 2, y + height - 14)
  await page.mouse.move(x + width / 2, y + height - 12)
  await expect(page.getByRole('option', { name: 'Last year' })).toBeInViewport()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })
  await choose(page.getByRole('combobox', { name: 'Period' }), 'Last 7 days')
  await expect(page).toHaveURL(/period=7$/)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download all days as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('plinth-analytics-7-days.csv')
  expect(complaints).toEqual([])

  await page.route('**/api/analytics?*', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('We couldn’t load your figures')
  await expectAccessible(page, 'analytics that did not load')
  await page.unroute('**/api/analytics?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(overview).toBeVisible()
})

test('somebody who is not a creator sees how to become one', async ({ page }) => {
  await signUp(page, 'Ada')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${plinthUrl()}/analytics`)
  await expect(
    page.getByRole('heading', { name: 'Analytics are only available for creator accounts' }),
  ).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'analytics of nobody')
  expect(asked).not.toContain('/api/analytics')
  await page.getByRole('link', { name: 'Upgrade to Creator' }).click()
  await expect(page).toHaveURL(`${plinthUrl()}/subscribe`)
})
