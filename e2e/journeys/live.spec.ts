import { expect, type Page } from '@playwright/test'
import { call, keepFeedQuiet, plinthUrl, signInAs, signUp, test } from '../people.ts'
import { openLive, publish, addComment } from '../posts.ts'
import { expectRoomHeading, openPaidRoom } from '../projects.ts'

const unread = (page: Page, count: number) =>
  page.getByRole('link', { name: `Notifications, ${count} unread`, exact: true })
const like = (page: Page, title: string) => page.getByRole('button', { name: `Like ${title}` })
const comments = (page: Page) => page.getByRole('region', { name: /^Comments/ })

test('what one person does appears at once on every open screen of another', async ({
  page,
  openBrowser,
}) => {
  const maker = await signUp(page, 'Inga')
  const guest = await signUp(await openBrowser(), 'Tor')
  const post = await publish(page, 'Kiln door, open')
  const profile = await page.context().newPage()
  await profile.goto(`${plinthUrl()}/profile/${maker.id}`)
  await openLive(page, `${plinthUrl()}/post/${post.id}`)
  await expect(comments(page).getByText('No comments yet')).toBeVisible()

  await guest.page.goto(`${plinthUrl()}/post/${post.id}`)
  await like(guest.page, post.title).click()
  await expect(like(page, post.title)).toHaveAccessibleName(`1 like, Like ${post.title}`)
  await expect(like(page, post.title)).toHaveAttribute('aria-pressed', 'false')
  await expect(unread(page, 1)).toBeVisible()

  const box = guest.page.getByRole('textbox', { name: 'Your comment', exact: true })
  await box.fill('How hot was it when you opened it?')
  await box.press('Enter')
  const question = comments(page)
    .getByRole('listitem')
    .filter({ hasText: 'How hot was it when you opened it?' })
  await expect(question).toBeVisible()
  await expect(comments(page).getByRole('heading', { name: 'Comments 1' })).toBeVisible()
  await expect(unread(page, 2)).toBeVisible()
  // The other tab of the same browser updates too.
  await expect(unread(profile, 2)).toBeVisible()

  await question.getByRole('button', { name: `Reply to ${guest.name}` }).click()
  const answer = page.getByRole('textbox', { name: `Your reply to ${guest.name}` })
  await answer.fill('Ninety degrees.')
  await answer.press('Enter')
  await expect(comments(guest.page).getByText('Ninety degrees.')).toBeVisible()
  await expect(unread(guest.page, 1)).toBeVisible()

  const follow = guest.page.getByRole('button', { name: `Follow ${maker.name}` })
  await follow.click()
  await expect(profile.getByRole('link', { name: '1 Follower' })).toBeVisible()
  await expect(unread(page, 3)).toBeVisible()

  await comments(guest.page)
    .getByRole('button', { name: `Actions on the comment by ${guest.name}` })
    .click()
  await guest.page.getByRole('menuitem', { name: 'Delete' }).click()
  await guest.page.getByRole('button', { name: 'Delete comment' }).click()
  await expect(comments(page).getByText('How hot was it when you opened it?')).toHaveCount(0)
  await expect(comments(page).getByText('This comment was removed')).toBeVisible()
})

test('notifications arrive while the list is open, and reading one in a tab reads it in all', async ({
  page,
  openBrowser,
}) => {
  const maker = await signUp(page, 'Inga')
  const guest = await signUp(await openBrowser(), 'Tor')
  const post = await publish(page, 'Three glazes')
  await page.goto(`${plinthUrl()}/?view=notifications`)
  await expect(page.getByText('No new notifications')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(`${plinthUrl()}/post/${post.id}`)
  await expect(other.getByRole('heading', { level: 1, name: post.title })).toBeVisible()

  await addComment(guest.page, post.id, 'The middle one.')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: guest.name })
  await expect(row).toContainText(`${guest.name} commented on ${post.title}: “The middle one.”`)
  await call(guest.page, 'POST', `/api/users/${maker.id}/follow`, { data: { following: true } })
  await expect(row.filter({ hasText: 'started following you' })).toBeVisible()
  await expect(unread(page, 2)).toBeVisible()
  await expect(unread(other, 2)).toBeVisible()
  await expect(other).toHaveTitle(/^\(2\) /)

  await page.getByRole('button', { name: 'Mark all read' }).click()
  const none = { name: 'Notifications', exact: true }
  await expect(other.getByRole('banner').getByRole('link', none)).toBeVisible()
  await expect(other).toHaveTitle(/^[^(]/)
  await expect(page.getByRole('banner').getByRole('link', none)).toBeVisible()
})

/** Keeps this page from being told anything; returns a function that opens its connection. */
async function holdLive(page: Page): Promise<() => void> {
  const opened = Promise.withResolvers<void>()
  await page.route('**/api/live', async (route) => {
    await opened.promise
    await route.continue()
  })
  return () => opened.resolve()
}

test('a notification that comes before the connection is open is shown once it is', async ({
  page,
  openBrowser,
}) => {
  await signUp(page, 'Inga')
  const guest = await signUp(await openBrowser(), 'Tor')
  const post = await publish(page, 'Slip, poured')
  const openConnection = await holdLive(page)
  await page.goto(`${plinthUrl()}/?view=notifications`)
  await expect(page.getByText('No new notifications')).toBeVisible()
  await addComment(guest.page, post.id, 'How thick was it?')
  await expect.poll(() => call(page, 'GET', '/api/notifications/unread')).toEqual({ count: 1 })
  openConnection()
  await expect(unread(page, 1)).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toContainText('How thick was it?')
})

test('what changes in a project room before the connection is open is shown once it is', async ({
  page,
  openBrowser,
}) => {
  const creator = await openBrowser()
  const { name } = await signUp(page, 'Ada')
  await signInAs(creator, 'Marit')
  const room = await openPaidRoom(page, creator, `A tile for ${name}`)
  const openConnection = await holdLive(page)
  await page.goto(`${plinthUrl()}/projects/${room}`)
  await expectRoomHeading(page, 'Marit is at work')
  await call(creator, 'PUT', `/api/projects/${room}/milestones/0`, { data: { isDone: true } })
  openConnection()
  await expect(page.getByText(/^Done \d/)).toBeVisible()
})

test('a like in one tab shows in the other, and somebody else’s in For You', async ({
  page,
  openBrowser,
}) => {
  const maker = await signUp(await openBrowser(), 'Inga')
  await signUp(page, 'Tor')
  await keepFeedQuiet(page)
  await openLive(page, `${plinthUrl()}/for-you`)
  const first = page.getByRole('feed').getByRole('article').first()
  const title = await first.getByRole('heading', { level: 2 }).innerText()
  const rail = first.getByRole('button', { name: `Like ${title}` })
  await expect(rail).toHaveAttribute('aria-pressed', 'false')
  const address = await first.getByRole('link', { name: title, exact: true }).getAttribute('href')
  const other = await page.context().newPage()
  await other.goto(plinthUrl() + address)
  await like(other, title).click()
  await expect(rail).toHaveAttribute('aria-pressed', 'true')
  // Somebody else's like appears in For You as well.
  const { likeCount } = await call<{ likeCount: number }>(
    maker.page,
    'POST',
    `/api${address?.replace('/post/', '/posts/')}/like`,
    { data: { liked: true } },
  )
  const shown = new RegExp(`, ${likeCount} likes?$`)
  await expect(rail).toHaveAccessibleName(shown)
  await rail.click()
  await expect(like(other, title)).toHaveAttribute('aria-pressed', 'false')
})

test('a post that is deleted while people read it says that it is gone', async ({
  page,
  openBrowser,
}) => {
  const maker = await signUp(await openBrowser(), 'Inga')
  await signUp(page, 'Tor')
  const post = await publish(maker.page, 'Broken on the way')
  await openLive(page, `${plinthUrl()}/post/${post.id}`)
  await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible()
  await call(maker.page, 'DELETE', `/api/posts/${post.id}`)
  await expect(page.getByText('We can’t find this post').last()).toBeVisible()
})
