import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import type { ForYouPost } from '@plinth/contract/posts/posts.ts'
import type { WelcomeWork } from '@plinth/contract/people/welcome.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessibleAtBothWidths } from '../accessibility.ts'
import { tabTo } from '../controls.ts'
import { call, plinthUrl, signUp, test, watchForComplaints } from '../people.ts'

const works = (page: Page) =>
  page.getByRole('region', { name: 'What do you like?' }).getByRole('listitem')
const makers = (page: Page) =>
  page.getByRole('region', { name: 'Follow three makers' }).getByRole('listitem')
const pick = (page: Page, { title }: { title: string }) =>
  works(page).getByRole('button', { name: `${title} by ` })

async function join(page: Page, firstName: string): Promise<void> {
  await signUp(page, firstName, { seesWelcome: true })
  await page.goto(plinthUrl())
  await expect(page).toHaveURL(`${plinthUrl()}/welcome`)
  await expect(works(page).first()).toBeVisible()
}

/** Other works are there when the first one has gone; the button is free again before that. */
async function showOthers(page: Page): Promise<void> {
  const first = await works(page).first().getByRole('button').getAttribute('aria-label')
  await page.getByRole('button', { name: 'Show me others' }).click()
  await expect(page.getByRole('button', { name: first ?? '', exact: true })).toHaveCount(0)
}

/** The works on the page, with their categories. */
async function shownWorks(page: Page): Promise<PortfolioItem[]> {
  const names = await works(page)
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  const offered = await call<WelcomeWork[]>(page, 'GET', '/api/welcome?limit=100')
  const shown = offered.filter(({ title, creator: { firstName, lastName } }) =>
    names.includes(`${title} by ${firstName} ${lastName}`.trim()),
  )
  return Promise.all(
    shown.map(({ id }) => call<PortfolioItem>(page, 'GET', `/api/portfolios/${id}`)),
  )
}

test('somebody who joins picks works, follows a maker, and For You starts from that', async ({
  page,
}) => {
  const complaints = watchForComplaints(page)
  await join(page, 'Tuva')
  await expect(page.getByText('Pick a work and its maker shows up here.')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'welcome')
  const picks = (await shownWorks(page)).slice(0, 4)
  const [first] = picks as [PortfolioItem]
  for (const work of picks) await pick(page, work).click()
  await expect(pick(page, first)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('4 picked')).toBeVisible()
  // In the order of picking.
  await expect(makers(page).first()).toContainText(first.creator.firstName)
  await makers(page)
    .first()
    .getByRole('button', { name: /^Follow / })
    .click()
  await expect(page.getByText('4 works, 1 maker.')).toBeVisible()
  await expect(page.getByText('Two more to follow, or go on as it is.')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'welcome with picks')

  await page.reload()
  await expect(page.getByText('4 works, 1 maker.')).toBeVisible()
  await expect(pick(page, first)).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Show me others' }).click()
  await expect(pick(page, first)).toHaveCount(0)
  await expect(page.getByText('4 picked')).toBeVisible()

  await page.route('**/api/welcome', (route) => route.abort())
  await page.getByRole('button', { name: 'Show me Plinth' }).click()
  await expect(page.getByRole('alert')).toContainText('We couldn’t save your picks.')
  await page.unroute('**/api/welcome')
  complaints.length = 0
  const feed = page.waitForResponse((response) => response.url().includes('/api/posts?'))
  await page.getByRole('button', { name: 'Show me Plinth' }).click()
  await expect(page).toHaveURL(`${plinthUrl()}/?view=for-you`)
  const [top] = (await (await feed).json()) as ForYouPost[]
  expect(top?.reasons.map(({ kind }) => kind)).toContain('follow')
  expect(top?.creator.id).toBe(first.creator.id)
  expect(complaints).toEqual([])

  // It is not asked again.
  await page.goto(plinthUrl())
  await expect(page.getByRole('heading', { name: 'Discover' })).toBeVisible()
  await expect(page).toHaveURL(`${plinthUrl()}/`)
})

test('For You starts with the category that was picked', async ({ page }) => {
  await join(page, 'Siri')
  let picked = 0
  for (let turn = 0; picked < 4 && turn < 4; turn += 1) {
    for (const work of await shownWorks(page)) {
      if (work.category.name !== 'Photography' || picked === 4) continue
      await pick(page, work).click()
      picked += 1
    }
    await showOthers(page)
  }
  await expect(page.getByText('4 picked')).toBeVisible()
  const feed = page.waitForResponse((response) => response.url().includes('/api/posts?'))
  await page.getByRole('button', { name: 'Show me Plinth' }).click()
  const [top, ...next] = ((await (await feed).json()) as ForYouPost[]).slice(0, 3)
  // A tag of the picks may come even before their category.
  expect(top?.reasons.some(({ kind }) => kind === 'tag' || kind === 'category')).toBe(true)
  expect([top, ...next].map((post) => post?.category?.name)).toContain('Photography')
})

test('the welcome can be skipped and is not asked again', async ({ page }) => {
  await join(page, 'Liv')
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await expect(page).toHaveURL(`${plinthUrl()}/`)
  await expect(page.getByRole('heading', { name: 'Discover' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Discover' })).toBeVisible()
  await expect(page).toHaveURL(`${plinthUrl()}/`)
})

test('every other address is left alone until then', async ({ page }) => {
  await signUp(page, 'Ask', { seesWelcome: true })
  for (const path of ['/explore', '/?view=notifications', '/settings']) {
    await page.goto(plinthUrl() + path)
    await expect(page.getByRole('main')).toBeVisible()
    await expect(page).toHaveURL(plinthUrl() + path)
  }
  await page.getByRole('link', { name: 'Portfolios' }).first().click()
  await expect(page).toHaveURL(`${plinthUrl()}/welcome`)
})

test('by keyboard alone: skip, works, others, makers and the way on', async ({ page }) => {
  await join(page, 'Eir')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Skip for now' })).toBeFocused()
  await tabTo(page, 'Show me others')
  await page.keyboard.press('Tab')
  const first = works(page).first().getByRole('button')
  await expect(first).toBeFocused()
  await page.keyboard.press('Space')
  await expect(first).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Space')
  await expect(first).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Enter')
  await expect(makers(page)).toHaveCount(1)
  await tabTo(page, /^Follow /)
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 work, 1 maker.')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show me Plinth' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${plinthUrl()}/?view=for-you`)
})
