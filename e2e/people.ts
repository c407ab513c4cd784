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

/** Posts a form of the page that asks who somebody is, as that page would. */
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
/** Demo people who have signed in before, by Plinth and name. */
const demoSessions = new Map<string, Cookies>()

/**
 * One of the sandbox's demo people, signed in to this page's browser, which then opens the path, where one is named.
 * The screens for it are walked by visitor.spec.ts.
 */
export async function signInAs(
  page: Page,
  firstName: DemoName,
  { path, url = plinthUrl() }: { path?: string; url?: string } = {},
): Promise<void> {
  const key = `${url} ${firstName}`
  const cookies = demoSessions.get(key)
  if (cookies) await page.context().addCookies(cookies)
  else {
    const { subject = '' } = DEMO_ACCOUNTS.find((one) => one.firstName === firstName) ?? {}
    await fillSignIn(page, url, 'demo', { subject })
    demoSessions.set(key, await page.context().cookies())
  }
  if (path !== undefined) await page.goto(url + path)
}

/** A day from now, as a date field takes it. */
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
/** Whoever has signed up in the journey that runs. */
const newcomers: Newcomer[] = []

/** The name by which journeys know one another's people. */
const NEWCOMER = 'Berg-'

/** Somebody new, signed in to this page's browser. The screens for it are walked by newcomer.spec.ts. */
export async function signUp(
  page: Page,
  firstName: string,
  { url = plinthUrl() }: { url?: string } = {},
): Promise<Member> {
  // Nobody else's, so that what is said of them is found by their name.
  const lastName = `${NEWCOMER}${randomUUID().slice(0, 8)}`
  await fillSignIn(page, url, 'create', {
    firstName,
    lastName,
    email: `${randomUUID()}@example.com`,
    password: 'a long enough secret',
  })
  const { id } = await call<{ id: string }>(page, 'GET', '/api/auth/user', { url })
  if (url === plinthUrl()) newcomers.push({ id, session: await page.context().storageState() })
  return { id, name: `${firstName} ${lastName}`, page }
}

/** A call that this page's browser could make, without the screen for it. */
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
    ...options,
  })
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
  return (answer.status() === 204 ? undefined : await answer.json()) as T
}

/** For You with the demo world's posts alone: those of other journeys come and go meanwhile. */
export async function keepFeedQuiet(page: Page, most = 100): Promise<void> {
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

/** Takes down what the journey's newcomers have posted, so that the next finds the demo world as it was. */
async function takeDownPosts(): Promise<void> {
  for (const { id, session } of newcomers.splice(0)) {
    const api = await request.newContext({ storageState: session, baseURL: plinthUrl() })
    const own = await api.get(`/api/posts/user/${id}`)
    // Whoever deleted their account in the journey has no session of then, and no posts.
    const posts = own.status() === 401 ? [] : ((await own.json()) as { id: string }[])
    for (const post of posts) {
      const gone = await api.delete(`/api/posts/${post.id}`, { headers: { origin: plinthUrl() } })
      expect(gone.status()).toBe(204)
    }
    await api.dispose()
  }
}

/** For journeys with newcomers, and of several people: each page that it opens is another person's browser. */
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

/** The works on the wall have come. */
export async function seeWall(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Discover' })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
}

/** Fails the test on anything the page complains about: errors, refused policies, failed requests. */
export function watchForComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return complaints
}
