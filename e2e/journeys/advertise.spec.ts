import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { call, plinthUrl, signInAs, signUp, test } from '../people.ts'
import { publish } from '../posts.ts'

const submit = (page: Page) => page.getByRole('button', { name: 'Submit inquiry' })
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function fill(page: Page): Promise<void> {
  for (const [label, value] of [
    ['Business name', 'Lindholm Honey'],
    ['Contact name', 'Rosa Lindholm'],
    ['Email', 'rosa@lindholm'],
    ['Description', 'Two new honeys in November.'],
  ] as const)
    await page.getByLabel(label).fill(value)
  await page.getByRole('radio', { name: 'month' }).check({ force: true })
}

test('an inquiry is checked, survives a failed send and a reload, and arrives once', async ({
  page,
}) => {
  await page.goto(plinthUrl())
  await page.getByRole('link', { name: 'Advertise with us' }).first().click()
  await expect(title(page, 'Advertise with us')).toBeVisible()
  await expect(page.getByText(/weeks are available|The next available week/)).toHaveCount(3)
  await expectAccessibleAtBothWidths(page, 'advertise')

  await submit(page).click()
  await expect(page.getByText('Enter a business name.')).toBeVisible()
  await expect(page.getByText('Choose an ad type.')).toBeVisible()
  await fill(page)
  await expect(
    page.getByText('Enter a whole email address, such as name@example.com.'),
  ).toBeVisible()
  await expectAccessible(page, 'advertise with problems')
  // A visitor’s way to a promotion.
  await page.getByRole('button', { name: '$35, promote one post' }).click()
  await expect(page.getByRole('radio', { name: 'post' })).toBeChecked()
  await page.getByLabel('Budget').fill('150')
  await page.getByLabel('Email').fill('rosa@lindholm.example')
  await submit(page).click()
  await expect(
    page.getByText('A month starts at $500. Enter at least that, or leave the budget empty.'),
  ).toBeVisible()
  await page.getByLabel('Budget').fill('650')

  await page.route('**/api/advertisement-inquiries', (route) => route.abort())
  await submit(page).click()
  await expect(
    page.getByText('Failed to submit your inquiry. Please try again.').first(),
  ).toBeVisible()
  await page.unroute('**/api/advertisement-inquiries')
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue('rosa@lindholm.example')
  await expect(page.getByRole('radio', { name: 'month' })).toBeChecked()

  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/advertisement-inquiries')) sent.push(request.postData() ?? '')
  })
  await submit(page).dblclick()
  await expect(page.getByText('Inquiry Submitted', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your inquiry is with us' })).toBeFocused()
  await expect(page.getByText(/24-48 hours/).first()).toBeVisible()
  expect(sent).toHaveLength(1)
  await expectAccessible(page, 'advertise, sent')
  await page.reload()
  await expect(page.getByLabel('Business name')).toHaveValue('')
})

test('a member picks one of their own public posts to promote', async ({ page }) => {
  await signUp(page, 'Rosa')
  await publish(page, 'Heather honey')
  await publish(page, 'Not for everyone', { fields: { isPublic: 'false' } })
  await page.goto(`${plinthUrl()}/advertise`)
  await page.getByRole('button', { name: '$35, promote one post' }).click()
  const pick = page.getByRole('dialog', { name: 'Which post?' })
  await expect(pick.getByRole('button', { name: /Heather honey/ })).toBeVisible()
  await expect(pick.getByText('Not for everyone')).toHaveCount(0)
  await expectAccessible(page, 'picking a post')
  await pick.getByRole('button', { name: /Heather honey/ }).click()
  const promote = page.getByRole('dialog', { name: 'Promote one post' })
  await expect(promote.getByText('“Heather honey”')).toBeVisible()
  await expect(promote.getByRole('button', { name: 'Pay $35' })).toBeVisible()
})

/** What shows that a screen has loaded. */
const SCREENS: Record<string, (page: Page) => Locator> = {
  landing: (page) => title(page, /Work worth/),
  home: (page) => page.getByRole('heading', { name: 'Discover' }),
  form: (page) => title(page, 'Advertise with us'),
  notfound: (page) => title(page, 'There is nothing at this address'),
  gone: (page) => title(page, 'We can’t find this post'),
  feed: (page) => title(page, /^(For You|#ceramics)/),
  profile: (page) => title(page, 'Marit Solheim'),
  private: (page) => page.getByText('Private Content'),
  liked: (page) => title(page, 'Liked Posts'),
  signin: (page) => title(page, /^(Sign in|Please log in) to/),
  saved: (page) => title(page, 'Saved Posts'),
  messages: (page) => title(page, 'Messages'),
  offer: (page) => title(page, 'Show your work and get hired'),
  dashboard: (page) => title(page, 'Creator Dashboard'),
  wall: (page) => title(page, 'Creator Account Required'),
  upload: (page) => page.getByRole('dialog', { name: 'Upload work' }),
  settings: (page) => title(page, 'Profile Settings'),
  denied: (page) => title(page, 'Admins Only'),
  admin: (page) => title(page, 'Admin'),
  upgrade: (page) => page.getByText('Analytics are only available for creator accounts'),
  figures: (page) => title(page, 'Creator Analytics'),
  debug: (page) => title(page, 'Debug'),
  post: (page) => title(page, /^For (everyone|me)$/),
}

const ACTORS = ['visitor', 'follower', 'creator', 'admin'] as const
const DEMO = { follower: 'Dana', creator: 'Lucía', admin: 'Leila' } as const

/** The path, and the screen for each of ACTORS. */
const PAGES = `
P01 / landing home home home
P02 /advertise form form form form
P03 /for-you signin feed feed feed
P04 /profile/:marit profile profile profile profile
P04 /creator/:marit profile profile profile profile
P05 /profile/:marit?tab=saved private private private private
P06 /liked-posts signin liked liked liked
P07 /saved-posts signin saved saved saved
P08 /subscribe signin offer dashboard offer
P09 /settings signin settings settings settings
P10 /admin signin denied denied admin
P11 /analytics signin upgrade figures upgrade
P12 /messages signin messages messages messages
P13 /debug signin debug debug debug
P14 /explore/tag/ceramics feed feed feed feed
P15 /post/:public post post post post
P16 /post/:private gone gone gone post
P08 /?dialog=upload signin wall upload wall
P17 /nowhere/at-all notfound notfound notfound notfound`
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

test('every page shows each role its own screen, without calls for another role', async ({
  openBrowser,
}) => {
  test.slow()
  const author = await signUp(await openBrowser(), 'Sigrun')
  const ids: Record<string, string> = {
    public: (await publish(author.page, 'For everyone')).id,
    private: (await publish(author.page, 'For me', { fields: { isPublic: 'false' } })).id,
  }
  const marit = await openBrowser()
  await signInAs(marit, 'Marit')
  ids.marit = (await call<{ id: string }>(marit, 'GET', '/api/auth/user')).id

  const wrong: string[] = []
  await Promise.all(
    ACTORS.map(async (actor, column) => {
      const page = await openBrowser()
      if (actor !== 'visitor') await signInAs(page, DEMO[actor])
      let at = ''
      page.on('response', (response) => {
        const { pathname } = new URL(response.url())
        if (!pathname.startsWith('/api/')) return
        const isAdmins = pathname.startsWith('/api/admin/') && actor !== 'admin'
        if (isAdmins || [401, 403].includes(response.status()))
          wrong.push(`${actor} on ${at}: ${response.status()} ${pathname}`)
      })
      for (const [name, path = '', ...screens] of PAGES) {
        at = `${name} ${path}`
        const screen = screens[column] ?? ''
        const answer = await page.goto(
          plinthUrl() + path.replace(/:(\w+)/, (_, id: string) => ids[id] ?? ''),
        )
        const seen = (SCREENS[screen] ?? SCREENS.notfound)?.(page).first()
        await expect(seen as Locator, `${actor} on ${at}`).toBeVisible()
        if (screen === 'signin') expect(answer?.status(), at).toBe(401)
        if (name === 'P17') expect(answer?.status(), at).toBe(404)
      }
    }),
  )
  expect(wrong).toEqual([])
})

test('the debug page makes a member’s own calls and shows what came back', async ({ page }) => {
  const { id } = await signUp(page, 'Rosa')
  await page.goto(`${plinthUrl()}/debug`)
  for (const url of ['/api/login', '/api/auth/user', '/api/become-creator', '/api/upload'])
    await expect(page.getByRole('cell', { name: url, exact: true })).toBeVisible()
  const answer = page.getByRole('status').last()
  await page.getByRole('button', { name: 'Test auth status' }).click()
  // HTTP/2 has no words for a status.
  await expect(answer).toContainText(/Status200( OK)?Response/)
  await expect(answer).toContainText(id)
  await page.getByLabel('Bio').fill('Tried from the debug page.')
  await page.getByRole('button', { name: 'Test profile update' }).click()
  await expect(answer).toContainText('"bio":"Tried from the debug page."')
  await page.getByRole('button', { name: 'Test creator subscription' }).click()
  await expect(answer).toContainText('subscriptionUrl')
  await page.route('**/api/auth/user', (route) => route.fulfill({ status: 503, body: 'busy' }))
  await page.getByRole('button', { name: 'Test auth status' }).click()
  await expect(answer).toContainText('503: busy')
})

test('the navigation bar has each role’s links at every width', async ({ openBrowser }) => {
  const ALL = [
    'Home',
    'Imprint',
    'Privacy',
    'Terms',
    'Explore',
    'Settings',
    'Messages',
    'Projects',
    'Statement',
    'Liked',
    'Saved',
    'Boards',
    'Subscribe',
    'Advertise',
    'Logout',
  ]
  for (const [name, more] of [
    ['Dana', []],
    ['Lucía', ['Analytics', 'Drafts and bin', 'Upload a work']],
    ['Leila', ['Admin']],
  ] as const) {
    const page = await openBrowser()
    await signInAs(page, name, { path: '/advertise' })
    for (const width of [390, 721, 900, 1101, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await expect(page.getByRole('menuitem').first()).toBeVisible()
      expect((await page.getByRole('menuitem').allTextContents()).sort()).toEqual(
        [...ALL, ...more].sort(),
      )
      await page.keyboard.press('Escape')
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0)
    }
    const bar = page.getByRole('banner')
    await expect(bar.getByRole('link', { name: 'Settings' })).toBeVisible()
    await expect(bar.getByRole('link', { name: 'Analytics' })).toHaveCount(name === 'Lucía' ? 1 : 0)
    await expect(bar.getByRole('link', { name: 'Admin' })).toHaveCount(name === 'Leila' ? 1 : 0)
    await expect(bar.getByRole('link', { name: 'Upload', exact: true })).toHaveCount(
      name === 'Lucía' ? 1 : 0,
    )
  }
})

test('a session that ends under an open page shows a message and leads to sign-in', async ({
  page,
}) => {
  await signUp(page, 'Tove')
  await page.goto(`${plinthUrl()}/advertise`)
  await expect(title(page, 'Advertise with us')).toBeVisible()
  await page.context().clearCookies()
  // The message is shown for half a second only, so the page records it for the journey.
  await page.evaluate(`new MutationObserver(() => {
    if (document.body.textContent.includes('You are logged out. Logging in again...'))
      sessionStorage.setItem('said', 'Unauthorized')
  }).observe(document.body, { childList: true, subtree: true })`)
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Messages/ })
    .click()
  await page.getByRole('button', { name: 'Sign in as Ben' }).click()
  await expect(page).toHaveURL(/\/messages/)
  expect(await page.evaluate(`sessionStorage.getItem('said')`)).toBe('Unauthorized')
})
