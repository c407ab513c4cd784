import { expect, type Page } from '@playwright/test'
import { call, plinthUrl, signUp, test, watchForComplaints } from '../people.ts'
import { publish, addComment } from '../posts.ts'

const list = (page: Page) => page.getByRole('main').getByRole('list')
const rows = (page: Page, words: string | RegExp) =>
  list(page).getByRole('listitem').filter({ hasText: words })
const filter = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Which notifications' }).getByRole('link', { name })
const unread = (page: Page) => call<{ count: number }>(page, 'GET', '/api/notifications/unread')

async function open(page: Page): Promise<void> {
  await page.goto(`${plinthUrl()}/?view=notifications`)
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
}

test('an empty list of notifications says so and links to the works', async ({ page }) => {
  await signUp(page, 'Runa')
  await open(page)
  await expect(page.getByText('No new notifications', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark all read' })).toBeDisabled()
  await page.getByRole('link', { name: 'Browse Portfolios' }).click()
  await expect(page.getByRole('heading', { name: 'Discover' })).toBeVisible()
})

test('likes are grouped, filters work, and a follower is followed back', async ({
  page,
  openBrowser,
}) => {
  const complaints = watchForComplaints(page)
  await signUp(page, 'Runa')
  const { id: runa } = await call<{ id: string }>(page, 'GET', '/api/auth/user')
  const post = await publish(page, 'Salt box')
  const guests = await Promise.all(
    ['Aud', 'Bo', 'Cai', 'Dag'].map(async (name) => signUp(await openBrowser(), name)),
  )
  for (const guest of guests)
    await call(guest.page, 'POST', `/api/posts/${post.id}/like`, { data: { liked: true } })
  const [aud, , cai, dag] = guests
  if (!aud || !cai || !dag) throw new Error('Four came.')
  await addComment(aud.page, post.id, 'May I have the lid?')
  await call(aud.page, 'POST', `/api/users/${runa}/follow`, { data: { following: true } })
  await expect.poll(async () => (await unread(page)).count).toBe(3)

  await open(page)
  const liked = rows(page, `${dag.name}, ${cai.name} and 2 others liked Salt box`)
  await expect(liked).toBeVisible()
  await expect(page.getByRole('heading', { name: 'New', exact: true })).toBeVisible()
  await filter(page, 'People').click()
  await expect(page).toHaveURL(/filter=people/)
  await expect(liked).toHaveCount(0)
  const followed = rows(page, `${aud.name} started following you`)
  await followed.getByRole('button', { name: `Follow back ${aud.name}` }).click()
  await expect(followed.getByRole('button', { name: `Following ${aud.name}` })).toBeVisible()
  await filter(page, 'Your work').click()
  await expect(liked).toBeVisible()
  await expect(followed).toHaveCount(0)
  // Opening one marks it as read; the others stay unread.
  await liked.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Salt box' })).toBeVisible()
  await expect(
    page.getByRole('link', { name: 'Notifications, 2 unread', exact: true }),
  ).toBeVisible()
  await open(page)
  await filter(page, 'Unread').click()
  await expect(rows(page, `${aud.name} commented on`)).toBeVisible()
  await expect(liked).toHaveCount(0)
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await expect(page.getByText('You’ve read everything.')).toBeVisible()
  await page.getByRole('link', { name: 'All notifications' }).click()
  await expect(liked).toBeVisible()
  await page.reload()
  await expect(followed.getByRole('button', { name: `Following ${aud.name}` })).toBeVisible()
  expect(await unread(page)).toEqual({ count: 0 })
  expect(complaints).toEqual([])
})

test('notification settings are chosen, saved and respected', async ({ page, openBrowser }) => {
  await signUp(page, 'Runa')
  const post = await publish(page, 'Salt box, again')
  const guest = await signUp(await openBrowser(), 'Aud')
  await open(page)
  await page.getByRole('link', { name: 'Choose what you hear about' }).click()
  const dialog = page.getByRole('dialog', { name: 'What you hear about' })
  const likes = dialog.getByRole('switch', { name: 'Likes, here' })
  await expect(likes).toBeChecked()
  const kept = page.waitForResponse(
    (answer) => answer.request().method() === 'PATCH' && answer.url().endsWith('/settings'),
  )
  await likes.click()
  expect((await kept).status()).toBe(200)
  await page.reload()
  await expect(likes).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await call(guest.page, 'POST', `/api/posts/${post.id}/like`, { data: { liked: true } })
  await addComment(guest.page, post.id, 'After the like.')
  await expect(rows(page, 'After the like.')).toBeVisible()
  await expect(rows(page, 'liked')).toHaveCount(0)

  await page.route('**/api/notifications/settings', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 503 }) : route.continue(),
  )
  await page.getByRole('link', { name: 'Choose what you hear about' }).click()
  await likes.click()
  await expect(page.getByText('We couldn’t save your choice', { exact: true })).toBeVisible()
  await expect(likes).not.toBeChecked()
})

test('a list that cannot be loaded shows an error and a retry', async ({ page }) => {
  await signUp(page, 'Runa')
  await page.route('**/api/notifications?*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.route('**/api/notifications', (route) => route.fulfill({ status: 500, body: '{}' }))
  await open(page)
  await expect(page.getByText('We couldn’t load your notifications', { exact: true })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No new notifications', { exact: true })).toBeVisible()
})
