import { expect, type Page } from '@playwright/test'
import { pressAndWait } from '../controls.ts'
import { expectAccessibleAtBothWidths } from '../accessibility.ts'
import { call, plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'

async function findCreator(page: Page, words: string): Promise<string> {
  const answer = await page.request.get(
    `${plinthUrl()}/api/portfolios?search=${encodeURIComponent(words)}`,
  )
  const [work] = (await answer.json()) as { creatorId: string }[]
  return work?.creatorId ?? ''
}

/** Demo people may follow one another already, so a journey starts by unfollowing. */
async function unfollow(page: Page, id: string): Promise<void> {
  const answer = await page.request.post(`${plinthUrl()}/api/users/${id}/follow`, {
    data: { following: false },
    headers: { origin: plinthUrl() },
  })
  expect(answer.status()).toBe(200)
}

const followers = (page: Page) => page.getByRole('main').getByRole('link', { name: /followers?$/ })
const countOf = async (page: Page) => Number.parseInt(await followers(page).innerText(), 10)

/** Opens one's own profile by the Profile tab of home. */
async function toOwnProfile(page: Page): Promise<void> {
  const tab = page.getByRole('link', { name: 'Profile', exact: true })
  await tab.click()
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: 'See your public page' }).click()
  await expect(page).toHaveURL(/\/@\w+$/)
}

test('a member goes from a work to its creator, follows, and unfollows', async ({ page }) => {
  const complaints = watchForComplaints(page)
  await signInAs(page, 'Dana')
  await unfollow(page, await findCreator(page, 'Three for a Windowsill'))
  await page.goto(`${plinthUrl()}/?q=moon+jar`)
  await page
    .getByRole('link', { name: /^Moon Jar/ })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Marit Solheim/ })
    .click()
  await expect(page).toHaveURL(/\/@marit$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Marit Solheim' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const before = await countOf(page)
  const follow = page.getByRole('button', { name: /Marit Solheim$/ })
  await expect(follow).toHaveAttribute('aria-pressed', 'false')
  await follow.click()
  await expect(follow).toHaveText('Following')
  await expect(followers(page)).toHaveText(new RegExp(`^${before + 1} `))
  await expect(page.getByText('You follow Marit Solheim now.', { exact: true })).toBeVisible()
  await page.reload()
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await expect(followers(page)).toHaveText(new RegExp(`^${before + 1} `))

  await follow.click()
  await expect(page.getByText('Unfollowed', { exact: true })).toBeVisible()
  await expect(followers(page)).toHaveText(new RegExp(`^${before} `))
  await page.reload()
  await expect(follow).toHaveAttribute('aria-pressed', 'false')
  expect(complaints).toEqual([])
})

test('a follow that the server refuses is undone with a message', async ({ page }) => {
  await signInAs(page, 'Ben')
  const id = await findCreator(page, 'Three for a Windowsill')
  await unfollow(page, id)
  await page.goto(`${plinthUrl()}/creator/${id}`)
  await page.route('**/api/users/*/follow', (route) => route.fulfill({ status: 503, body: 'busy' }))
  const before = await countOf(page)
  const follow = page.getByRole('button', { name: /Marit Solheim$/ })
  await follow.click()
  await expect(page.getByText('Failed to update follow status', { exact: true })).toBeVisible()
  await expect(follow).toHaveAttribute('aria-pressed', 'false')
  await expect(followers(page)).toHaveText(new RegExp(`^${before} `))
})

test('a session that ended on a profile says so and leads to sign-in', async ({ page }) => {
  await signInAs(page, 'Ben')
  const id = await findCreator(page, 'Three for a Windowsill')
  // Otherwise it would lead there before anything is pressed.
  await page.route('**/api/live', (route) => route.abort())
  // Fetched ahead for words that stand so shortly.
  const toaster = page.waitForResponse(/\/assets\/toaster-/)
  await page.goto(`${plinthUrl()}/creator/${id}`)
  await toaster
  const follow = page.getByRole('button', { name: /Marit Solheim$/ })
  await expect(follow).toBeVisible()
  await page.context().clearCookies()
  // The message is shown for half a second only, so the page records it for the journey.
  await page.evaluate(`new MutationObserver(() => {
    if (document.body.textContent.includes('Logging in again'))
      sessionStorage.setItem('said', 'Unauthorized')
  }).observe(document.body, { childList: true, subtree: true })`)
  await follow.click()
  await expect(page.getByRole('button', { name: 'Sign in as Ben' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in as Ben' }).click()
  await expect(page).toHaveURL(`${plinthUrl()}/creator/${id}`)
  expect(await page.evaluate(`sessionStorage.getItem('said')`)).toBe('Unauthorized')
})

test('the lists of people open, can be searched, and offer following and profiles', async ({
  page,
}) => {
  await signInAs(page, 'Dana')
  const id = await findCreator(page, 'Nachtmusik')
  await page.goto(`${plinthUrl()}/creator/${id}`)
  await followers(page).click()
  await expect(page).toHaveURL(/people=followers/)
  const dialog = page.getByRole('dialog')
  const rows = dialog.getByRole('listitem')
  await expect(rows.first()).toBeVisible()
  const answer = await page.request.get(`${plinthUrl()}/api/users/${id}/followers`)
  const [newest] = (await answer.json()) as { firstName: string; lastName: string }[]
  const name = `${newest?.firstName} ${newest?.lastName}`
  await expect(rows.first()).toContainText(name)

  await dialog.getByRole('tab', { name: /^Following/ }).click()
  await expect(page).toHaveURL(/people=following/)
  await dialog.getByRole('tab', { name: /^Followers/ }).click()
  await dialog.getByPlaceholder('Search by name').fill('zzqxv')
  await expect(dialog.getByText('No results for “zzqxv”')).toBeVisible()
  await dialog.getByPlaceholder('Search by name').fill(name)
  await expect(rows).toHaveCount(1)
  await rows.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.goBack()
  await expect(dialog).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(rows.first().getByRole('button')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`${plinthUrl()}/creator/${id}`)
})

test('a follow in the list updates its button and one’s own count', async ({ page }) => {
  await signInAs(page, 'Dana')
  const marit = await findCreator(page, 'Three for a Windowsill')
  await page.request.post(`${plinthUrl()}/api/users/${marit}/follow`, {
    data: { following: true },
    headers: { origin: plinthUrl() },
  })
  await page.goto(plinthUrl())
  await toOwnProfile(page)
  const following = page.getByRole('main').getByRole('link', { name: /following$/ })
  const before = Number.parseInt(await following.innerText(), 10)
  await following.click()
  const button = page.getByRole('dialog').getByRole('button', { name: /Marit Solheim$/ })
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  // The row stays, so that somebody can change their mind.
  await expect(page.getByRole('dialog').getByRole('tab', { name: /^Following/ })).toHaveText(
    new RegExp(` ${before - 1}$`),
  )
})

test('only the owner sees saved works and posts, and a reload keeps them', async ({ page }) => {
  await signInAs(page, 'Ben')
  const marit = await findCreator(page, 'Three for a Windowsill')
  await page.goto(`${plinthUrl()}/creator/${marit}`)
  await expect(page.getByRole('tab', { name: /^Portfolio/ })).toBeVisible()
  await expect(page.getByRole('tab', { name: /^Saved/ })).toHaveCount(0)
  await page.goto(`${plinthUrl()}/creator/${marit}?tab=saved`)
  await expect(page.getByText('Private Content', { exact: true })).toBeVisible()

  await page.goto(`${plinthUrl()}/?q=moon jar`)
  await page
    .getByRole('link', { name: /^Moon Jar/ })
    .first()
    .click()
  const save = page.getByRole('dialog').getByRole('button', { name: /Save Moon Jar/ })
  if ((await save.getAttribute('aria-pressed')) === 'false')
    await pressAndWait(page, '/save', () => save.click())
  // Escape would close the boards beside the button first.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await toOwnProfile(page)
  await page.getByRole('tab', { name: 'Portfolio' }).click()
  await expect(page.getByText('No Portfolio Items', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: /^Saved/ }).click()
  await expect(page.getByRole('link', { name: /^Moon Jar/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: /^Moon Jar/ })).toBeVisible()
})

test('a work opens in a dialog on the profile, and going back keeps the scroll position', async ({
  page,
}) => {
  await signInAs(page, 'Dana')
  const id = await findCreator(page, 'Three for a Windowsill')
  const portfolio = `${plinthUrl()}/creator/${id}`
  await page.goto(portfolio)
  const card = page.getByRole('main').getByRole('article').last().getByRole('link').first()
  await card.scrollIntoViewIfNeeded()
  await card.click()
  await expect(page).toHaveURL(/\/portfolio\/[\da-f-]{36}$/)
  await expect(page.getByRole('dialog')).toBeVisible()
  // The page does not scroll under its dialog.
  const before = await page.evaluate('scrollY')
  expect(before).toBeGreaterThan(0)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(portfolio)
  expect(await page.evaluate('scrollY')).toBe(before)
})

test('a profile that does not exist says so, and a visitor is asked to sign in', async ({
  page,
}) => {
  const nobody = '00000000-0000-7000-8000-000000000000'
  await page.goto(`${plinthUrl()}/profile/${nobody}`)
  await expect(page.getByRole('heading', { name: 'Profile Not Found' })).toBeVisible()
  await signInAs(page, 'Dana', { path: `/profile/${nobody}` })
  await expect(page.getByText('Profile Not Found', { exact: true }).last()).toBeVisible()
})

test('a blocked person’s profile says so and offers to unblock', async ({ page }) => {
  await signUp(page, 'Vigdis')
  const id = await findCreator(page, 'Ember & Rye Honey')
  await page.goto(`${plinthUrl()}/creator/${id}`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'More about Lucía' }).click()
  await page.getByRole('menuitem', { name: 'Block Lucía' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block Lucía' }).click()
  const unblock = main.getByRole('button', { name: 'Unblock Lucía' })
  await expect(unblock).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'somebody blocked')
  await page.reload()
  await expect(main.getByText('You blocked Lucía', { exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Business Inquiry' })).toHaveCount(0)
  await expect(main.getByRole('button', { name: /^Follow/ })).toHaveCount(0)
  await unblock.click()
  await expect(main.getByRole('button', { name: /^Follow/ })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Business Inquiry' })).toBeVisible()
})

test('the Profile tab shows a creator’s counts', async ({ page }) => {
  await signInAs(page, 'Marit', { path: '/?view=profile' })
  await expect(page.getByText('marit@example.com', { exact: true })).toBeVisible()
  const counts = page.getByRole('list', { name: 'In numbers' }).getByRole('listitem')
  await expect(counts).toHaveText([/^[1-9]\d* Posts?$/, /^\d+ Followers?$/, /^[1-9]\d* Likes?$/])
  const works = page.getByRole('region', { name: 'Portfolio' })
  await works
    .getByRole('link', { name: /^Moon Jar/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'Work by Marit Solheim' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${plinthUrl()}/?view=profile`)
  await expect(works).toBeVisible()
})

test('a profile opens with its works; its posts lead to their pages and back', async ({ page }) => {
  const complaints = watchForComplaints(page)
  await signInAs(page, 'Dana')
  const id = await findCreator(page, 'Three for a Windowsill')
  await page.goto(`${plinthUrl()}/creator/${id}`)
  await expect(page.getByRole('tab', { name: /^Portfolio/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(page.getByRole('link', { name: /^Moon Jar/ })).toBeVisible()
  await page.getByRole('tab', { name: /^Posts/ }).click()
  await expect(page).toHaveURL(/tab=posts/)
  await page.getByRole('link', { name: /^October jar/ }).click()
  await expect(page).toHaveURL(/\/post\/[\da-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'October jar' })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Marit Solheim/ })
    .click()
  await expect(page).toHaveURL(`${plinthUrl()}/@marit`)
  expect(complaints).toEqual([])
})

test('a creator puts one of their works across the top of their profile', async ({
  page,
  openBrowser,
}) => {
  await signInAs(page, 'Marit', { path: '/settings' })
  const banner = page.getByRole('group', { name: 'Banner' })
  await expectAccessibleAtBothWidths(page, 'settings of a creator')
  await banner.getByRole('button', { name: 'Choose a work' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Choose a banner' })
  await expect(dialog.getByRole('button', { name: /^Use “/ }).first()).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'works to choose a banner from')
  const first = dialog.getByRole('button', { name: /^Use “/ }).first()
  const title = /“(.*)”/.exec((await first.getAttribute('aria-label')) ?? '')?.[1] ?? ''

  // What the server refuses leaves the profile as it was, and the dialog open.
  await page.route('**/api/users/profile/banner', (route) => route.abort(), { times: 1 })
  await first.click()
  await expect(page.getByText('Banner not saved').first()).toBeVisible()
  await first.click()
  await expect(dialog).toBeHidden()
  await expect(banner.getByRole('img', { name: title })).toBeVisible()
  await expect(banner.getByRole('button', { name: 'Choose another work' })).toBeFocused()

  const visitor = await openBrowser()
  const { handle } = await call<{ handle: string }>(page, 'GET', '/api/auth/user')
  await visitor.goto(`${plinthUrl()}/@${handle}`)
  const strip = visitor.locator('.profile-banner')
  await expect(strip.getByRole('img')).toBeVisible()
  await expectAccessibleAtBothWidths(visitor, 'a profile with a banner')

  await banner.getByRole('button', { name: 'Remove' }).click()
  await expect(banner.getByRole('button', { name: 'Choose a work' })).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(strip).toHaveCount(0)
})
