import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessibleAtBothWidths } from '../accessibility.ts'
import { inquire } from '../messages.ts'
import { call, plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'
import { openPaidRoom } from '../projects.ts'

const tab = () => `${plinthUrl()}/?view=profile`
const section = (page: Page, name: string) => page.getByRole('region', { name })

test('a new member’s home says what will be there', async ({ page }) => {
  const complaints = watchForComplaints(page)
  await signUp(page, 'Solveig')
  await page.goto(tab())
  await expect(
    page.getByText('Nothing under way. Hire from any work with a price.', { exact: true }),
  ).toBeVisible()
  await expect(section(page, 'Your money')).toContainText('Held by Plinth$0')
  await expect(section(page, 'Latest saves')).toContainText('Save a work to find it here.')
  const pages = page.getByRole('navigation', { name: 'Your pages' }).getByRole('link')
  await expect(pages).toHaveText(['Home', 'Projects', 'Saved', 'Liked', 'Posts'])
  await expect(pages.first()).toHaveAttribute('aria-current', 'page')
  await expectAccessibleAtBothWidths(page, 'an empty home')
  expect(complaints).toEqual([])
})

test('a home shows a hire, its money, saves and new works of people followed', async ({
  page,
  openBrowser,
}) => {
  test.slow()
  const creator = await openBrowser()
  await signUp(page, 'Torunn')
  await signInAs(creator, 'Marit')
  const { id: creatorId } = await call<{ id: string }>(creator, 'GET', '/api/auth/user')
  await openPaidRoom(page, creator, 'A jar for the landing')
  const works = await call<PortfolioItem[]>(page, 'GET', `/api/portfolios/user/${creatorId}`)
  const [work] = works
  await call(page, 'POST', `/api/portfolios/${work?.id}/save`)
  await call(page, 'POST', `/api/users/${creatorId}/follow`)
  await page.goto(tab())

  const underWay = section(page, 'Under way')
  await expect(underWay.getByRole('listitem')).toHaveCount(1)
  await expect(underWay).toContainText('Marit Solheim')
  await expect(underWay).toContainText('Step 3 of 6: In progress')
  await expect(underWay).toContainText(/Next: Three tiles chosen, due \w+ \d+ \w+\./)
  const money = section(page, 'Your money')
  await expect(money).toContainText('Held by Plinth$225')
  await expect(money).toContainText(/Due next, when you approve Marit’s delivery\$225/)
  await expect(section(page, 'Latest saves').getByRole('listitem')).toHaveCount(1)
  const fresh = section(page, 'New from people you follow')
  await expect(fresh.getByRole('listitem')).toHaveCount(Math.min(5, works.length))
  await expectAccessibleAtBothWidths(page, 'a filled home')

  // By keyboard: the project's title leads to its room.
  const title = underWay.getByRole('heading', { level: 3 }).getByRole('link')
  await title.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/projects\/[\da-f-]{36}$/)
  await page.goBack()
  await fresh.getByRole('link', { name: works[0]?.title ?? '' }).click()
  await expect(page.getByRole('dialog', { name: 'Work by Marit Solheim' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(fresh).toBeVisible()
})

test('a creator’s dashboard says what waits and follows what happens', async ({
  page,
  openBrowser,
}) => {
  test.slow()
  const client = await signUp(await openBrowser(), 'Ingunn')
  await signInAs(page, 'Lucía', { path: '/?view=profile' })
  const lucia = await call<{ id: string }>(page, 'GET', '/api/auth/user')
  await expect(page.getByRole('heading', { level: 2, name: /^Good \w+, Lucía$/ })).toBeVisible()
  const waiting = section(page, 'Waiting for you')
  await expect(waiting).toBeVisible()
  await inquire(client.page, lucia, 'Labels for a jam')
  const asked = waiting.getByRole('heading', { name: `${client.name} sent you an inquiry` })
  const whole = waiting.getByRole('button', { name: /^Show all/ })
  await expect(asked.or(whole).first()).toBeVisible()
  if (await whole.isVisible()) await whole.click()
  await expect(asked).toBeVisible()
  await expect(section(page, 'Your money')).toContainText(/Held for you\$[\d,.]+/)
  await expect(section(page, 'Seen this week').getByRole('row')).toHaveCount(8)
  await expectAccessibleAtBothWidths(page, 'a dashboard')
  await waiting
    .getByRole('link', { name: `Read the inquiry: ${client.name} sent you an inquiry` })
    .click()
  await expect(page).toHaveURL(/\/messages\/[\da-f-]{36}/)
})
