import type { Post } from '@plinth/contract/posts/posts.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { pressAndWait } from '../controls.ts'
import {
  call,
  keepFeedQuiet,
  leavePostsToBrowser,
  plinthUrl,
  signUp,
  test,
  watchForComplaints,
} from '../people.ts'
import { DEMO_FILM, publish } from '../posts.ts'

// With motion, as most people have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const feed = (page: Page) => page.getByRole('feed', { name: 'Posts for you' })
const posts = (page: Page) => feed(page).getByRole('article')
const titles = (page: Page) => posts(page).getByRole('heading', { level: 2 }).allInnerTexts()
const titleOf = (post: Locator) => post.getByRole('heading', { level: 2 }).innerText()

async function openFeed(page: Page, path = '/for-you'): Promise<void> {
  await keepFeedQuiet(page)
  await seeFeed(page, path)
}
async function seeFeed(page: Page, path = '/for-you'): Promise<void> {
  await page.goto(plinthUrl() + path)
  await expect(posts(page).first()).toBeVisible()
}

/**
 * Waits until the feed has scrolled to its post number `at`, from 0. A click during the scroll would miss, because the
 * target moves before the button is released.
 */
async function arriveAt(page: Page, at: number): Promise<void> {
  const post = posts(page).nth(at)
  await expect(post).toBeFocused()
  const offFeed = () =>
    post.evaluate((element) => {
      const { top } = element.parentElement?.getBoundingClientRect() ?? { top: Number.NaN }
      return Math.abs(element.getBoundingClientRect().top - top)
    })
  await expect.poll(offFeed).toBeLessThan(1)
}

for (const [name, path] of [
  ['on its own page', '/for-you'],
  ['in home’s tab', '/?view=for-you'],
] as const) {
  test(`For You ${name} is navigated by keyboard alone, one post at a time`, async ({ page }) => {
    const complaints = watchForComplaints(page)
    await signUp(page, 'Ravn')
    await openFeed(page, path)
    const steps = ['j', 'ArrowDown', 'k', 'ArrowUp', 'PageDown', 'PageUp', 'J'] as const
    let at = 0
    for (const key of steps) {
      at += ['k', 'ArrowUp', 'PageUp'].includes(key) ? -1 : 1
      await page.keyboard.press(key)
      await arriveAt(page, at)
    }
    // From the post, Tab reaches all its controls in their visual order.
    const post = posts(page).nth(at)
    const title = await titleOf(post)
    const reached: string[] = []
    for (let press = 0; press < 16; press += 1) {
      await page.keyboard.press('Tab')
      const focused = post.locator(':focus')
      if ((await focused.count()) === 0) break
      reached.push(
        await focused.evaluate((element) => element.ariaLabel ?? element.textContent ?? ''),
      )
    }
    const acts = [
      `Like ${title}`,
      `Comments on ${title}`,
      `Save ${title}`,
      `Share ${title}`,
      'Why here',
    ]
    const places = acts.map((act) => reached.findIndex((one) => one.startsWith(act)))
    expect(places, reached.join(' | ')).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))

    const save = post.getByRole('button', { name: `Save ${title}` })
    await save.focus()
    await page.keyboard.press('Enter')
    await expect(save).toHaveAttribute('aria-pressed', 'true')
    expect(complaints).toEqual([])
  })
}

test('typing in a field does not move the feed', async ({ page }) => {
  await signUp(page, 'Ravn')
  await openFeed(page)
  await page.keyboard.press('j')
  await arriveAt(page, 1)
  const why = posts(page).nth(1).getByRole('button', { name: 'Why here' })
  await why.click()
  await expect(page.getByRole('dialog', { name: 'Why this is here' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(posts(page).nth(1)).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('Escape')
  await expect(why).toBeFocused()
})

for (const [name, width, height] of [
  ['beside the button', 1440, 900],
  ['in a sheet on a phone', 390, 844],
] as const) {
  test(`why a post is here is said ${name}, and what is not wanted goes and comes back`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await signUp(page, 'Ravn')
    await openFeed(page)
    const post = posts(page).first()
    const title = await titleOf(post)
    await post.getByRole('button', { name: 'Why here' }).click()
    const why = page.getByRole('dialog', { name: 'Why this is here' })
    await expect(why.getByRole('listitem').first()).toHaveText(/\w/)
    await expect(why).toContainText('Nobody paid for this place.')
    const notForMe = why.getByRole('button', { name: /^Not for me/ })
    await pressAndWait(page, '/hide', () => notForMe.click())
    await expect(why).toHaveCount(0)
    const taken = post.getByRole('heading', { name: 'Hidden for you' })
    await expect(taken).toBeVisible()
    await expect(post).toContainText(`You’ll see less work like ${title}.`)
    await pressAndWait(page, '/hide', () => page.getByRole('button', { name: 'Undo' }).click())
    await expect(post.getByRole('heading', { name: title })).toBeVisible()

    await post.getByRole('button', { name: 'Why here' }).click()
    await pressAndWait(page, '/hide', () => notForMe.click())
    await expect(taken).toBeVisible()
    await page.reload()
    await expect(posts(page).first()).toBeVisible()
    expect(await titles(page)).not.toContain(title)
  })
}

test('a post that cannot be hidden comes back with a message', async ({ page }) => {
  await signUp(page, 'Ravn')
  await openFeed(page)
  const title = await titleOf(posts(page).first())
  await page.route('**/api/posts/*/hide', (route) => route.fulfill({ status: 503, body: 'busy' }))
  await posts(page).first().getByRole('button', { name: 'Why here' }).click()
  await page.getByRole('button', { name: /^Not for me/ }).click()
  await expect(
    page.getByText('We couldn’t hide this post. Try again.', { exact: true }),
  ).toBeVisible()
  await expect(posts(page).first().getByRole('heading', { name: title })).toBeVisible()
})

test('“show less from” a person hides their posts and can be undone', async ({ page }) => {
  await signUp(page, 'Ravn')
  await openFeed(page)
  const post = posts(page).first()
  await post.getByRole('button', { name: 'Why here' }).click()
  const less = page.getByRole('button', { name: /^Less from / })
  const word = await less.innerText()
  await less.click()
  const said = page
    .getByRole('listitem')
    .filter({ hasText: 'You’ll see fewer of their posts from your next visit on.' })
  await expect(said).toContainText(word)
  await said.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/posts as before$/).first()).toBeVisible()
})

test('a follow from the feed shows on all posts of that person after a reload', async ({
  page,
}) => {
  await signUp(page, 'Ravn')
  await openFeed(page)
  const follows = feed(page).getByRole('button', { name: /^Follow / })
  const names = await follows.evaluateAll((buttons) => buttons.map(({ ariaLabel }) => ariaLabel))
  const twice = names.find((name, index) => names.indexOf(name) !== index) ?? ''
  const person = twice.replace(/^Follow /, '')
  const of = (label: string) =>
    feed(page).getByRole('button', { name: `${label} ${person}`, exact: true })
  const count = await of('Follow').count()
  expect(count).toBeGreaterThan(1)
  // By keyboard, because a click would miss while the feed scrolls to the post.
  await of('Follow').first().press('Enter')
  await expect(of('Following')).toHaveCount(count)
  await expect(page.getByText(`You follow ${person} now.`, { exact: true })).toBeVisible()
  await page.reload()
  await expect(of('Following').first()).toBeVisible()
  await expect(of('Follow')).toHaveCount(0)
})

test('returning and reloading keep the order of the feed', async ({ page }) => {
  await signUp(page, 'Ravn')
  await openFeed(page)
  const before = await titles(page)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await arriveAt(page, 2)
  await posts(page)
    .nth(2)
    .getByRole('link', { name: before[2] ?? '', exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: before[2] ?? '' })).toBeVisible()
  await page.goBack()
  await expect(posts(page).first()).toBeAttached()
  expect(await titles(page)).toEqual(before)
  await page.reload()
  await expect(posts(page).first()).toBeVisible()
  expect(await titles(page)).toEqual(before)
})

test('the feed loads to its end and can start again', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signUp(page, 'Ravn')
  await seeFeed(page)
  const first = await posts(page).count()
  const end = page.getByText('That’s every post')
  await expect(async () => {
    for (let press = 0; press < 10; press += 1) await page.keyboard.press('j')
    await expect(end).toBeInViewport({ timeout: 200 })
  }).toPass({ timeout: 60_000, intervals: [0] })
  expect(await posts(page).count()).toBeGreaterThan(first)
  await expect(page.getByRole('button', { name: 'Next post' })).toBeDisabled()
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(posts(page).first()).toBeInViewport({ ratio: 0.9 })
})

test('a visit without anything new says so and goes on with older posts', async ({ page }) => {
  await signUp(page, 'Ravn')
  await leavePostsToBrowser(page)
  const older = { kind: 'older', text: 'You’ve seen everything new, so older posts follow.' }
  await page.route('**/api/posts?*', async (route) => {
    const response = await route.fetch()
    const all = (await response.json()) as (Post & { reasons: object[] })[]
    const json = all.map((post, at) => (at < 1 ? post : { ...post, reasons: [older] }))
    await route.fulfill({ response, json })
  })
  await seeFeed(page)
  const card = posts(page).filter({ hasText: 'You’ve seen everything new' })
  await expect(card).toHaveCount(1)
  await expect(posts(page).nth(1)).toHaveAccessibleName('You’ve seen everything new')
  await page.keyboard.press('j')
  await expect(card).toBeInViewport({ ratio: 0.9 })
  await card.getByRole('button', { name: 'Show older posts' }).click()
  await expect(posts(page).nth(2)).toBeFocused()
})

test('For You explains when there are no posts or no response, and offers a next step', async ({
  page,
}) => {
  await signUp(page, 'Ravn')
  await leavePostsToBrowser(page)
  await page.route('**/api/live', (route) => route.abort())
  const held = Promise.withResolvers<void>()
  await page.route('**/api/posts?*', async (route) => {
    await held.promise
    await route.fulfill({ status: 500, body: '{}' })
  })
  await page.goto(`${plinthUrl()}/for-you`)
  const loading = page.getByRole('status', { name: 'Loading posts for you' })
  await expect(loading.locator('.for-you-post')).toHaveCount(6)
  held.resolve()
  await expect(page.getByText('Failed to fetch posts', { exact: true })).toBeVisible()
  await page.unroute('**/api/posts?*')
  await page.route('**/api/posts?*', async (route) => {
    const response = await route.fetch()
    const [first, ...others] = (await response.json()) as Post[]
    const tags = ['raku', 'smoke', 'straw', 'copper', 'fire']
    // A post that exists nowhere else, because other people's actions would change the counts.
    const id = crypto.randomUUID()
    const counts = { viewCount: 1_234, likeCount: 56 }
    const shown = { ...first, id, tags, description: 'Fired twice.', ...counts }
    await route.fulfill({ response, json: [shown, ...others] })
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  for (const words of [/^Fired twice\.$/, /^1,234 views$/, /^56$/])
    await expect(posts(page).first().getByText(words).filter({ visible: true })).toBeVisible()
  const tags = posts(page).first().getByRole('list', { name: 'Tags' })
  await expect(tags.getByRole('link')).toHaveText(['#raku', '#smoke', '#straw'])
  await expect(tags.getByRole('button', { name: /^\+2 more/ })).toBeVisible()
  await page.unroute('**/api/posts?*')

  await page.route('**/api/posts?*', (route) => route.fulfill({ status: 200, json: [] }))
  await page.reload()
  await expect(page.getByText('No posts to show', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Browse portfolios' }).click()
  await expect(page.getByRole('heading', { name: 'Discover' })).toBeVisible()
})

test.describe('films', () => {
  /** Mocks For You with two films, for this page only. */
  async function openFilms(page: Page): Promise<Locator> {
    await signUp(page, 'Ravn')
    const film = await publish(page, 'Look up twice', { files: [DEMO_FILM] })
    await page.route('**/api/posts?*', async (route) => {
      const answer = await route.fetch()
      const [post] = (await answer.json()) as Record<string, unknown>[]
      const shown = await call<Record<string, unknown>>(page, 'GET', `/api/posts/${film.id}`)
      const {
        creatorFollowers: _followers,
        moreByCreator: _more,
        promotion: _promotion,
        ...fields
      } = shown
      await route.fulfill({ status: 200, json: [{ ...fields, reasons: [] }, post] })
    })
    await leavePostsToBrowser(page)
    await seeFeed(page)
    return posts(page)
      .first()
      .getByRole('group', { name: /^Film: / })
  }
  const isPlaying = (film: Locator) =>
    film
      .locator('video')
      .evaluate((video: { paused: boolean; muted: boolean }) => !video.paused && video.muted)

  test('play automatically, muted, and only while they are visible', async ({ page }) => {
    const film = await openFilms(page)
    await expect.poll(() => isPlaying(film)).toBe(true)
    await page.keyboard.press('j')
    await expect(posts(page).nth(1)).toBeFocused()
    await expect.poll(() => isPlaying(film)).toBe(false)
    await page.keyboard.press('k')
    await expect.poll(() => isPlaying(film)).toBe(true)
  })

  test('stay paused with reduced motion until somebody starts them', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const film = await openFilms(page)
    await expect(film.getByRole('button', { name: 'Play' })).toBeVisible()
    expect(await isPlaying(film)).toBe(false)
    await film.getByRole('button', { name: 'Play' }).click()
    await expect(film.getByRole('button', { name: 'Pause' })).toBeVisible()
  })
})
