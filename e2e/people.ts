import { expect, type Page } from '@playwright/test'

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
