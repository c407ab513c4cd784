import type { Credit } from '@plinth/contract/portfolios/credits.ts'
import type { Draft } from '@plinth/contract/portfolios/drafts.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import type { Block } from '@plinth/contract/portfolios/studies.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { call, plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'

const TITLE = 'Three for a Windowsill'

/** The address of a case study of the demo world. */
async function addressOf(page: Page, search: string): Promise<string> {
  const found = await call<PortfolioItem[]>(
    page,
    'GET',
    `/api/portfolios?search=${encodeURIComponent(search)}`,
  )
  const work = found.find(({ hasCaseStudy }) => hasCaseStudy)
  if (work === undefined) throw new Error(`${search} has no case study`)
  return `${plinthUrl()}/portfolio/${work.id}`
}

const slider = (page: Page) => page.getByRole('slider', { name: /^Before and after/ })
const bar = (page: Page) => page.getByRole('region', { name: 'Hire for this work' })

test('a visitor reads a case study, compares by keyboard, and finds the price again', async ({
  page,
}) => {
  const complaints = watchForComplaints(page)
  await page.goto(plinthUrl())
  await page.goto(await addressOf(page, 'windowsill'))
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  for (const name of ['A ledge, 26 centimetres deep', 'Slip first, tin after', 'What I changed'])
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await expect(page.getByText('Made for the boathouse window')).toBeVisible()
  const madeWith = page.getByRole('region', { name: 'Made with' })
  await expect(madeWith.getByRole('link', { name: 'Ibrahim Sesay' })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'a case study')

  // The price is beside the title, and at the lower edge once that is out of the window.
  await expect(bar(page)).toHaveCount(0)
  const handle = slider(page)
  await handle.scrollIntoViewIfNeeded()
  await expect(bar(page)).toBeVisible()
  await expect(bar(page)).toContainText('$280')
  await expectAccessible(page, 'a case study with its bar')

  await handle.focus()
  await expect(handle).toHaveAttribute('aria-valuetext', '50% before, 50% after')
  await page.keyboard.press('ArrowRight')
  await expect(handle).toHaveAttribute('aria-valuetext', '51% before, 49% after')
  await page.keyboard.press('Home')
  await expect(handle).toHaveAttribute('aria-valuetext', '0% before, 100% after')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show before' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(handle).toHaveAttribute('aria-valuetext', '100% before, 0% after')

  await page.keyboard.press('Control+Home')
  await expect(bar(page)).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a case study is in the page before any script runs', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(await addressOf(page, 'ember rye honey'))
  await expect(page.getByRole('heading', { level: 2, name: 'Taste first' })).toBeVisible()
  await expect(page.getByText('Customers turn the jar to read the back.')).toBeVisible()
  await context.close()
})

test('a card of a case study opens its page, and not a dialog', async ({ page }) => {
  await signInAs(page, 'Ben', { path: '/?q=windowsill' })
  await page
    .getByRole('link', { name: new RegExp(`^${TITLE}`) })
    .first()
    .click()
  await expect(page).toHaveURL(/\/portfolio\/[\da-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Slip first, tin after' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a person who is asked agrees to be named, and takes it back', async ({
  page,
  openBrowser,
}) => {
  const complaints = watchForComplaints(page)
  const creator = await openBrowser()
  await signUp(page, 'Oda')
  const { id: personId } = await call<{ id: string }>(page, 'GET', '/api/auth/user')
  await signInAs(creator, 'Marit')
  const found = await call<PortfolioItem[]>(creator, 'GET', '/api/portfolios?search=moon%20jar')
  const work = found.find(({ title }) => title === 'Moon Jar')
  const at = `/api/portfolios/${work?.id}/draft`
  const draft = await call<Draft>(creator, 'GET', at)
  const line = { id: crypto.randomUUID(), personId, role: 'Lettering' }
  const blocks: Block[] = [{ id: crypto.randomUUID(), type: 'credits', people: [line] }]
  const { title, description, coverId, revision: base } = draft
  const publish = async (content: Block[], on: number) => {
    const data = { title, description, coverId, blocks: content, base: on }
    const { revision } = await call<{ revision: number }>(creator, 'PUT', at, { data })
    await call(creator, 'POST', `${at}/publish`, { data: { revision } })
    return revision
  }
  const published = await publish(blocks, base)

  await page.goto(`${plinthUrl()}/?view=notifications`)
  const notification = page.getByRole('link', { name: /asks to name you beside/ })
  await expect(notification).toBeVisible({ timeout: 20_000 })
  await notification.click()
  await expect(page).toHaveURL(/\/settings#credits$/)
  const section = page.getByRole('region', { name: 'Where you are named' })
  await expect(section).toContainText('Marit Solheim asks to name you as Lettering')
  await expectAccessibleAtBothWidths(page, 'who asks to name you')
  await section.getByRole('button', { name: 'Yes: Moon Jar' }).click()
  await expect(section).toContainText('Marit Solheim names you as Lettering')
  await page.goto(`${plinthUrl()}/portfolio/${work?.id}`)
  await expect(
    page.getByRole('region', { name: 'Made with' }).getByRole('link', { name: /^Oda/ }),
  ).toBeVisible()

  await page.goto(`${plinthUrl()}/settings#credits`)
  await section.getByRole('button', { name: 'Take my name off: Moon Jar' }).click()
  await expect(section).toContainText('You said no to Marit Solheim: Lettering')
  const [credit] = await call<Credit[]>(page, 'GET', '/api/credits')
  expect(credit?.state).toBe('declined')
  // Other journeys find the work as it was.
  await publish([], published)
  expect(complaints).toEqual([])
})

test('a case study ends with works of others, and its dialog leads to it', async ({ page }) => {
  const complaints = watchForComplaints(page)
  await signInAs(page, 'Ben', { path: '/' })
  const address = await addressOf(page, 'windowsill')
  await page.goto(address)
  const similar = page.getByRole('region', { name: 'More in Crafting' })
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  // In one step, because the works replace this placeholder as soon as it is near.
  await page.evaluate(`document.querySelector('.study-similar').scrollIntoView()`)
  await expect(similar.getByRole('link')).not.toHaveCount(0)
  expect(await similar.getByText('Marit Solheim').count()).toBe(0)
  await expectAccessibleAtBothWidths(page, 'the end of a case study')
  await similar.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toHaveCount(0)
  await expect(page).toHaveURL(/\/portfolio\/[\da-f-]{36}$/)

  await page.goto(`${plinthUrl()}/?work=${address.split('/').at(-1)}`)
  const dialog = page.getByRole('dialog', { name: /^Work/ })
  const link = dialog.getByRole('link', { name: 'See the case study' })
  await expect(link).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'the dialog of a case study')
  await link.press('Enter')
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  expect(complaints).toEqual([])
})
