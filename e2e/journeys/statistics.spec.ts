import type { Statistics } from '@plinth/contract/analytics/statistics.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { choose, tabTo } from '../controls.ts'
import { call, plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'
import { addComment, publish } from '../posts.ts'

/** A large figure, by its name. */
const figure = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('dl')
    .first()
    .locator('div', { hasText: name })
    .getByRole('definition')

test('a creator opens the statistics of a work by keyboard and sees a view from search', async ({
  page,
  openBrowser,
}) => {
  const looker = await signUp(await openBrowser(), 'Ada')
  await signInAs(page, 'Marit')
  const [work] = await call<PortfolioItem[]>(page, 'GET', '/api/portfolios?search=moon jar')
  const { id = '', title = '' } = work ?? {}
  const read = () => call<Statistics>(page, 'GET', `/api/portfolios/${id}/statistics`)
  const searched = async () =>
    (await read()).sources.find(({ source }) => source === 'search')?.views ?? 0
  const before = await searched()
  await call(looker.page, 'POST', `/api/portfolios/${id}/view`, { data: { source: 'search' } })
  await expect.poll(searched).toBe(before + 1)

  const complaints = watchForComplaints(page)
  await page.goto(`${plinthUrl()}/portfolio/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await tabTo(page, /^Statistics$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${plinthUrl()}/portfolio/${id}/statistics`)
  await expect(page).toHaveTitle(new RegExp(`Statistics: ${title}`))
  const { totals } = await read()
  await expect(figure(page, 'Views')).toContainText(totals.views.toLocaleString('en'))
  await expect(figure(page, 'Likes')).toContainText(totals.likes.toLocaleString('en'))
  await expect(page.getByRole('figure', { name: 'Views by day' })).toBeVisible()
  await expect(
    page.getByRole('table', { name: 'The last seven days' }).getByRole('row'),
  ).toHaveCount(8)
  await expect(page.getByRole('row', { name: `Search ${before + 1}` })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'the statistics of a work')

  await choose(page.getByRole('combobox', { name: 'Period' }), 'Last year')
  await expect(page).toHaveURL(/period=365$/)
  await expect(page.getByRole('table', { name: 'The last seven weeks' })).toBeVisible()
  await expect(page.getByRole('figure', { name: 'Views by week' })).toBeVisible()
  expect(complaints).toEqual([])

  await page.route('**/api/**/statistics?*', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('We couldn’t load your figures')
  await expectAccessible(page, 'statistics that did not load')
  await page.unroute('**/api/**/statistics?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'The last seven weeks' })).toBeVisible()
  await page.getByRole('link', { name: 'Creator Analytics' }).click()
  await expect(page.getByRole('link', { name: /^Statistics of / })).not.toHaveCount(0)

  // Whoever is no creator reads how to become one, and nothing is asked for.
  const asked: string[] = []
  looker.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await looker.page.goto(`${plinthUrl()}/portfolio/${id}/statistics`)
  await expect(
    looker.page.getByRole('heading', {
      name: 'Analytics are only available for creator accounts',
    }),
  ).toBeVisible()
  expect(asked).not.toContain(`/api/portfolios/${id}/statistics`)
})

test('the statistics of a new post say what helps, and then what people did', async ({
  page,
  openBrowser,
}) => {
  const looker = await signUp(await openBrowser(), 'Ada')
  await signInAs(page, 'Marit')
  const { id, title } = await publish(page, 'Out of the kiln')
  try {
    const complaints = watchForComplaints(page)
    await page.goto(`${plinthUrl()}/post/${id}`)
    await page.getByRole('button', { name: `Edit or delete ${title}` }).focus()
    await page.keyboard.press('Enter')
    const item = page.getByRole('menuitem', { name: 'Statistics' })
    await expect(item).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(item).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${plinthUrl()}/post/${id}/statistics`)
    await expect(page.getByText('Nobody has seen this post yet')).toBeVisible()
    await expectAccessibleAtBothWidths(page, 'statistics of a post without views')

    await call(looker.page, 'POST', `/api/posts/${id}/view`, { data: { source: 'tag' } })
    await call(looker.page, 'POST', `/api/posts/${id}/like`)
    await addComment(looker.page, id, 'What a glaze.')
    const views = async () =>
      (await call<Statistics>(page, 'GET', `/api/posts/${id}/statistics`)).totals.views
    await expect.poll(views).toBe(1)
    await page.reload()
    await expect(figure(page, 'Views')).toHaveText('1None in the 30 days before')
    await expect(figure(page, 'Comments')).toHaveText('1None in the 30 days before')
    await expect(page.getByRole('row', { name: 'Tags 1' })).toBeVisible()
    await expectAccessibleAtBothWidths(page, 'the statistics of a post')
    await page.getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(`${plinthUrl()}/post/${id}`)
    expect(complaints).toEqual([])
  } finally {
    await call(page, 'DELETE', `/api/posts/${id}`)
  }
})
