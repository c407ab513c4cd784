import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { expect, test } from '@playwright/test'
import { call, plinthUrl, seeWall, signInAs, watchForComplaints } from '../people.ts'

// With motion, as most people have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

// By a maker of whom no other journey hangs or deletes works: the works beside this one are read ahead.
test('a client finds a work by a misspelt word, opens it by its address, likes and saves it', async ({
  page,
}) => {
  const complaints = watchForComplaints(page)
  await signInAs(page, 'Dana', { path: '/' })
  await seeWall(page)
  await page.getByPlaceholder('Search creative work...').fill('suminagahsi')
  await expect(page).toHaveURL(/q=suminagahsi/)
  await expect(
    page.getByText('No results for “suminagahsi”. Showing “suminagashi” instead.', { exact: true }),
  ).toBeVisible()
  await page
    .getByRole('link', { name: /Suminagashi, Deep/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/portfolio\/[\da-f-]{36}$/)
  const address = page.url()

  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Suminagashi, Deep' })).toBeVisible()
  const like = page.getByRole('button', { name: /Like Suminagashi, Deep/ })
  const save = page.getByRole('button', { name: /Save Suminagashi, Deep/ })
  const before = {
    like: await like.getAttribute('aria-pressed'),
    save: await save.getAttribute('aria-pressed'),
  }
  const liked = before.like === 'true' ? 'false' : 'true'
  const saved = before.save === 'true' ? 'false' : 'true'
  const answered = ['like', 'save'].map((act) =>
    page.waitForResponse((answer) => answer.url().endsWith(`/${act}`)),
  )
  await like.click()
  await save.click()
  await expect(like).toHaveAttribute('aria-pressed', liked)
  await expect(save).toHaveAttribute('aria-pressed', saved)
  await Promise.all(answered)
  await page.reload()
  await expect(like).toHaveAttribute('aria-pressed', liked)
  await expect(save).toHaveAttribute('aria-pressed', saved)
  expect(complaints).toEqual([])
})

test('a save stays when an answer from before it arrives after it', async ({ page }) => {
  await signInAs(page, 'Dana', { path: '/?q=suminagashi' })
  const held = Promise.withResolvers<undefined>()
  const work = /\/api\/portfolios\/[\da-f-]{36}$/
  // Those of its neighbours, which come later, are not held.
  await page.route(
    work,
    async (route) => {
      const answer = await route.fetch()
      await held.promise
      await route.fulfill({ response: answer })
    },
    { times: 1 },
  )
  const read = page.waitForResponse(work)
  await page
    .getByRole('link', { name: /Suminagashi, Deep/ })
    .first()
    .click()
  const save = page.getByRole('dialog').getByRole('button', { name: /Save Suminagashi, Deep/ })
  const before = await save.getAttribute('aria-pressed')
  const saved = before === 'true' ? 'false' : 'true'
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/save'))
  await save.click()
  await answered
  held.resolve(undefined)
  await read
  // The neighbours are known once the answer is on screen.
  await expect(page.getByRole('dialog').getByText(/^\d+ of \d+ by Priya/)).toBeVisible()
  await expect(save).toHaveAttribute('aria-pressed', saved)
})

test('a like that the server refuses is undone with a message', async ({ page }) => {
  await signInAs(page, 'Ben', { path: '/' })
  await seeWall(page)
  await page.route('**/api/portfolios/*/like', (route) =>
    route.fulfill({ status: 503, body: 'busy' }),
  )
  const like = page.getByRole('button', { name: /Like / }).first()
  const before = await like.getAttribute('aria-pressed')
  await like.click()
  await expect(page.getByText('Failed to update like status', { exact: true })).toBeVisible()
  await expect(like).toHaveAttribute('aria-pressed', before ?? '')
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: /F8/ }).getByRole('list')).toBeFocused()
})

test('Escape closes a dialog also while a toast that came later is shown', async ({ page }) => {
  await signInAs(page, 'Ben', { path: '/' })
  await seeWall(page)
  await page.route('**/api/portfolios/*/like', (route) =>
    route.fulfill({ status: 503, body: 'busy' }),
  )
  await page.getByRole('article').first().getByRole('link').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Like / }).click()
  await expect(page.getByText('Failed to update like status', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('the wall filters by category, sorts, loads more, and says when there are no results', async ({
  page,
}) => {
  await signInAs(page, 'Dana', { path: '/' })
  await seeWall(page)
  const cards = page.getByRole('main').getByRole('article')
  const first = await cards.count()
  await page.mouse.wheel(0, 20_000)
  await expect.poll(() => cards.count()).toBeGreaterThan(first)

  await page.goto(`${plinthUrl()}/?category=editing`)
  await expect(cards.first()).toContainText('Editing')
  await page.goto(`${plinthUrl()}/?q=zzqxv`)
  await expect(page.getByText('No works found for “zzqxv”')).toBeVisible()
  await page
    .getByRole('button', { name: 'Show all works' })
    .or(page.getByRole('link', { name: 'Show all works' }))
    .click()
  await seeWall(page)
})

test('the wall shows an error when works cannot be loaded, and tries again', async ({ page }) => {
  await signInAs(page, 'Dana', { path: '/?category=artwork' })
  await seeWall(page)
  await page.route('**/api/portfolios?*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByPlaceholder('Search creative work...').fill('kiln')
  // Not the requests that the previous wall still had to make.
  await expect(page).toHaveURL(/q=kiln/)
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByText('Failed to fetch portfolios', { exact: true })).toBeVisible()
  await page.unroute('**/api/portfolios?*')
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByText('Failed to fetch portfolios', { exact: true })).toHaveCount(0)
})

test('going back closes the dialog and keeps the wall’s scroll position', async ({ page }) => {
  await signInAs(page, 'Dana', { path: '/' })
  await seeWall(page)
  const featured = page.getByRole('article').filter({ hasText: 'Featured' })
  await expect(featured.first()).toContainText(/From \$\d|On inquiry/)
  // One of those on the first page of the wall, whatever others publish meanwhile.
  const works = await call<PortfolioItem[]>(page, 'GET', '/api/portfolios?limit=12')
  const work = works.findLast(
    (one) => one.startingPrice !== null && !one.hasCaseStudy && !one.isFeatured,
  )
  if (work === undefined) throw new Error('no work has a price')
  const { title, id } = work
  // Another one may have its title within its own.
  const card = page.locator(`a[href^="/portfolio/${id}"]`).first()
  const placard = page.getByRole('article').filter({ has: card }).first()
  await expect(placard).toContainText(/From \$\d/)
  await expect(
    placard.getByRole('button', { name: new RegExp(`^Like ${title}|likes?, Like ${title}`) }),
  ).toBeVisible()
  await expect(placard.getByRole('link', { name: `Hire Creator of ${title}` })).toBeVisible()
  await card.scrollIntoViewIfNeeded()
  const before = await page.evaluate('scrollY')
  await card.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate('scrollY')).toBe(before)
})
