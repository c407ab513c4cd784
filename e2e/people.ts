import { randomUUID } from 'node:crypto'
import { expect, request, test as base, type BrowserContext, type Page } from '@playwright/test'
import DEMO_ACCOUNTS from '../sandbox/demo-accounts.json' with { type: 'json' }

/** Where the Plinth under test answers. */
export const plinthUrl = (): string => {
  const url = process.env.PLINTH_URL
  if (!url) throw new Error('PLINTH_URL is not set: the journeys are started by npm test.')
  return url
}

type DemoName = 'Marit' | 'Lucía' | 'Dana' | 'Ben' | 'Leila'

/** Submits a form of the sign-in page, as that page would. */
async function fillSignIn(page: Page, url: string, name: string, form: Record<string, string>) {
  const screen = await page.request.get(`${url}/api/login`)
  const { origin, pathname } = new URL(screen.url())
  const [, , interaction] = pathname.split('/')
  const answer = await page.request.post(`${origin}/sign-in/${interaction}/${name}`, {
    headers: { origin },
    form,
  })
  expect(answer.url(), await answer.text()).toBe(`${url}/`)
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
/** Sessions of demo people who have signed in before, by Plinth and name. */
const demoSessions = new Map<string, { cookies: Cookies; at: number }>()
/** Some acts of admins need a sign-in of the last ten minutes. */
const KEPT_MS = 8 * 60_000

/**
 * Signs one of the sandbox's demo people in to this page's browser and opens the path, if there is one. visitor.spec.ts
 * tests the screens for it.
 */
export async function signInAs(
  page: Page,
  firstName: DemoName,
  { path, url = plinthUrl() }: { path?: string; url?: string } = {},
): Promise<void> {
  const key = `${url} ${firstName}`
  const known = demoSessions.get(key)
  if (known && Date.now() - known.at < KEPT_MS) await page.context().addCookies(known.cookies)
  else {
    const { subject = '' } = DEMO_ACCOUNTS.find((one) => one.firstName === firstName) ?? {}
    await fillSignIn(page, url, 'demo', { subject })
    demoSessions.set(key, { cookies: await page.context().cookies(), at: Date.now() })
  }
  if (path !== undefined) await page.goto(url + path)
}

/** The date so many days from now, in the format of a date field. */
export const dayAhead = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

export interface Member {
  id: string
  name: string
  page: Page
}

interface Newcomer {
  id: string
  session: Awaited<ReturnType<BrowserContext['storageState']>>
}
/** The people who signed up in the current journey. */
const newcomers: Newcomer[] = []

/** Prefix of the last names of people that journeys sign up. */
const NEWCOMER = 'Berg-'

/**
 * Signs somebody up in this page's browser, past the welcome unless they are to see it. newcomer.spec.ts and
 * welcome.spec.ts test the screens for it.
 */
export async function signUp(
  page: Page,
  firstName: string,
  { url = plinthUrl(), seesWelcome = false }: { url?: string; seesWelcome?: boolean } = {},
): Promise<Member> {
  // A unique name, so that journeys can find what mentions it.
  const lastName = `${NEWCOMER}${randomUUID().slice(0, 8)}`
  await fillSignIn(page, url, 'create', {
    firstName,
    lastName,
    email: `${randomUUID()}@example.com`,
    password: 'a long enough secret',
  })
  const { id } = await call<{ id: string }>(page, 'GET', '/api/auth/user', { url })
  if (!seesWelcome) await call(page, 'POST', '/api/welcome', { url, data: { workIds: [] } })
  if (url === plinthUrl()) newcomers.push({ id, session: await page.context().storageState() })
  return { id, name: `${firstName} ${lastName}`, page }
}

/** Makes an API call with this page's session. */
export async function call<T = unknown>(
  page: Page,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  {
    url = plinthUrl(),
    ...options
  }: { url?: string } & Pick<
    Parameters<Page['request']['fetch']>[1] & {},
    'data' | 'multipart'
  > = {},
): Promise<T> {
  const answer = await page.request.fetch(url + path, {
    method,
    headers: { origin: url },
    // Calls prepare a journey; on a busy machine one that stores a film can take long.
    timeout: 60_000,
    ...options,
  })
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
  return (answer.status() === 204 ? undefined : await answer.json()) as T
}

/** Has For You ask for its posts, as it does when reading them takes the server too long. */
export async function leavePostsToBrowser(page: Page): Promise<void> {
  await page.route('**/for-you', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    await route.fulfill({
      response,
      body: html
        .replace(/(<div id="root">)[^]*?(<\/div>\s*<script id="starter")/, '$1$2')
        .replace(/(<script[^>]* id="boot">)([^]*?)(<\/script>)/, (_, begin, boot, end) => {
          const entries = JSON.parse(boot) as [unknown, unknown][]
          const kept = entries.filter(([key]) => !JSON.stringify(key).includes('/api/posts'))
          return `${begin}${JSON.stringify(kept).replaceAll('<', String.raw`\u003c`)}${end}`
        }),
    })
  })
}

/** Limits For You to the demo world's posts, because those of other journeys come and go meanwhile. */
export async function keepFeedQuiet(page: Page, most = 100): Promise<void> {
  await leavePostsToBrowser(page)
  await page.route('**/api/posts?*', async (route) => {
    const address = new URL(route.request().url())
    address.searchParams.set('limit', '100')
    const response = await route.fetch({ url: address.href })
    const posts = (await response.json()) as { creator: { lastName: string } }[]
    await route.fulfill({
      response,
      json: posts.filter(({ creator }) => !creator.lastName.startsWith(NEWCOMER)).slice(0, most),
    })
  })
}

/** Deletes the posts of the journey's newcomers, so that the next journey finds the demo world unchanged. */
async function takeDownPosts(): Promise<void> {
  for (const { id, session } of newcomers.splice(0)) {
    const api = await request.newContext({ storageState: session, baseURL: plinthUrl() })
    const own = await api.get(`/api/posts/user/${id}`)
    // Somebody who deleted their account in the journey has no session and no posts left.
    const posts = own.status() === 401 ? [] : ((await own.json()) as { id: string }[])
    for (const post of posts) {
      const response = await api.delete(`/api/posts/${post.id}`, {
        headers: { origin: plinthUrl() },
      })
      expect(response.status()).toBe(204)
    }
    await api.dispose()
  }
}

/** For journeys with newcomers or several people: each page that `openBrowser` opens is another person's browser. */
export const test = base.extend<{ openBrowser: () => Promise<Page>; tidy: undefined }>({
  openBrowser: async ({ browser }, use) => {
    const opened: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext()
      opened.push(context)
      return context.newPage()
    })
    await Promise.all(opened.map((context) => context.close()))
  },
  tidy: [
    async ({ openBrowser: _before }, use) => {
      await use(undefined)
      await takeDownPosts()
    },
    { auto: true },
  ],
})

/** Waits until the works on the wall have loaded. */
export async function seeWall(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Discover' })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
}

/** Collects everything the page complains about: errors, violated policies, failed requests. */
export function watchForComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') {
      complaints.push(`${message.text()} ${message.location().url}`.trim())
    }
  })
  return complaints
}
