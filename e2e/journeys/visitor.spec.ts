import { expect, test } from '@playwright/test'
import { plinthUrl, watchForComplaints } from '../people.ts'

// With motion, as most people have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a visitor sees what Plinth is, with real works and no console errors', async ({ page }) => {
  const complaints = watchForComplaints(page)
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.goto(plinthUrl())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Work worth\s*looking up to/)
  for (const name of [
    'Browse Portfolios',
    'Join as Creator',
    'Join as Follower',
    'Become a Creator',
    'Get Started Today',
  ]) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute(
      'href',
      /^\/api\/login/,
    )
  }
  for (const category of [
    'Graphic Design',
    'Photography',
    'Videography',
    'Editing',
    'Artwork',
    'Crafting',
  ]) {
    await expect(page.getByRole('link', { name: new RegExp(`^${category}`) })).toHaveAttribute(
      'href',
      /category/,
    )
  }
  for (const feature of ['Showcase Your Work', 'Build Your Following', 'Get Discovered']) {
    await expect(page.getByRole('heading', { name: feature })).toBeVisible()
  }
  for (const plan of ['Follower', 'Creator', 'For Creators', 'Admin']) {
    await expect(page.getByRole('heading', { name: plan, exact: true })).toBeVisible()
  }
  await expect(page.getByText('Popular')).toBeVisible()
  await expect(page.getByText('Three for a Windowsill')).toBeVisible()
  // The page starts with the data that it contains.
  expect(calls.filter((path) => path.startsWith('/api/'))).toEqual([])
  expect(complaints).toEqual([])
})

test.describe('before any script has loaded', () => {
  test.use({ javaScriptEnabled: false })

  test('the landing page is painted and its buttons work', async ({ page }) => {
    await page.goto(plinthUrl())
    await expect(page.getByText('Three for a Windowsill')).toBeVisible()
    const painted = await page.evaluate(
      `[...document.querySelectorAll('main img')].slice(0, 3).map((image) => image.naturalWidth > 0)`,
    )
    expect(painted).toEqual([true, true, true])
    await page.getByRole('link', { name: 'Browse Portfolios' }).click()
    await expect(page.getByRole('button', { name: 'Sign in as Marit' })).toBeVisible()
  })
})

test('an unknown address answers 404 with a message and a way back', async ({ page }) => {
  const answer = await page.goto(`${plinthUrl()}/nowhere`)
  expect(answer?.status()).toBe(404)
  await expect(
    page.getByRole('heading', { name: 'There is nothing at this address' }),
  ).toBeVisible()
  await expect(page.getByText('404 Page Not Found')).toBeVisible()
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL(`${plinthUrl()}/`)
})

for (const [address, heading] of [
  ['/settings', 'Sign in to see your settings'],
  ['/?view=notifications', 'Sign in to see your notifications'],
  ['/?dialog=notification-settings', 'Sign in to choose your notifications'],
] as const) {
  test(`${address} says what to sign in for, and opens afterwards`, async ({ page }) => {
    const answer = await page.goto(plinthUrl() + address)
    expect(answer?.status()).toBe(401)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'Sign in as Dana' }).click()
    await expect(page).toHaveURL(plinthUrl() + address)
  })
}

test('a category on the landing page leads to that category', async ({ page }) => {
  await page.goto(plinthUrl())
  await page.getByRole('link', { name: /^Crafting/ }).click()
  await expect(page).toHaveURL(`${plinthUrl()}/explore?category=crafting`)
  await expect(page.getByRole('article').first()).toContainText('Crafting')
})

test('a shared link previews the work, and visitors see it', async ({ page, request }) => {
  const works = (await (
    await request.get(`${plinthUrl()}/api/portfolios?search=windowsill`)
  ).json()) as { id: string }[]
  const answer = await page.goto(`${plinthUrl()}/portfolio/${works[0]?.id ?? ''}`)
  expect(answer?.status()).toBe(200)
  // Link previews read the document itself.
  const head = (await answer?.text()) ?? ''
  expect(head).toContain('<title>Three for a Windowsill')
  const [, preview = ''] = /property="og:image" content="([^"]+)"/.exec(head) ?? []
  const image = await request.get(preview)
  expect(image.headers()['content-type']).toMatch(/^image\//)
  await expect(
    page.getByRole('heading', { level: 1, name: 'Three for a Windowsill' }),
  ).toBeVisible()
})
