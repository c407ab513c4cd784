import { randomUUID } from 'node:crypto'
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'

/** Where the Plinth under test answers. */
export const plinthUrl = (): string => {
  const url = process.env.PLINTH_URL
  if (!url) throw new Error('PLINTH_URL is not set: the journeys are started by npm test.')
  return url
}

/** Walks in by one click, as one of the sandbox's demo people, and comes to this path. */
export async function signInAs(
  page: Page,
  firstName: 'Marit' | 'Lucía' | 'Dana' | 'Ben' | 'Leila',
  { path = '/', url = plinthUrl() }: { path?: string; url?: string } = {},
): Promise<void> {
  await page.goto(`${url}/api/login?returnTo=${encodeURIComponent(path)}`)
  await page.getByRole('button', { name: `Sign in as ${firstName}` }).click()
  await expect(page).toHaveURL(url + path)
}

export interface Member {
  id: string
  name: string
  page: Page
}

/** Somebody new, signed in to this page's browser. The screens for it are walked by newcomer.spec.ts. */
export async function signUp(
  page: Page,
  firstName: string,
  { url = plinthUrl() }: { url?: string } = {},
): Promise<Member> {
  // Nobody else's, so that what is said of them is found by their name.
  const lastName = `Berg-${randomUUID().slice(0, 8)}`
  const screen = await page.request.get(`${url}/api/login`)
  const { origin, pathname } = new URL(screen.url())
  const [, , interaction] = pathname.split('/')
  const answer = await page.request.post(`${origin}/sign-in/${interaction}/create`, {
    headers: { origin },
    form: {
      firstName,
      lastName,
      email: `${randomUUID()}@example.com`,
      password: 'a long enough secret',
    },
  })
  expect(answer.url(), await answer.text()).toBe(`${url}/`)
  const { id } = await call<{ id: string }>(page, 'GET', '/api/auth/user', { url })
  return { id, name: `${firstName} ${lastName}`, page }
}

/** A call that this page's browser could make, without the screen for it. */
export async function call<T = unknown>(
  page: Page,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
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

/** For journeys of several people: each page is another person's browser. */
export const test = base.extend<{ openBrowser: () => Promise<Page> }>({
  openBrowser: async ({ browser }, use) => {
    const opened: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext()
      opened.push(context)
      return context.newPage()
    })
    await Promise.all(opened.map((context) => context.close()))
  },
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
