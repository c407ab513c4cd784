import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBothWidths, expectStill } from '../accessibility.ts'
import { call, keepFeedQuiet, plinthUrl, signUp, test } from '../people.ts'
import { smallPng } from '../files.ts'
import { publish, addComment } from '../posts.ts'

test.describe.configure({ timeout: 180_000 })

const feed = (page: Page) => page.getByRole('feed').getByRole('article')
const commentsAreThere = (page: Page) =>
  expect(page.getByRole('button', { name: /^Reply to / }).first()).toBeVisible()

test('For You and its dialogs are accessible', async ({ page }) => {
  await signUp(page, 'Vigdis')
  // Each post is checked in full, so three are as good as forty.
  await keepFeedQuiet(page, 3)
  await page.goto(`${plinthUrl()}/for-you`)
  const post = feed(page).first()
  await expect(post).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'For You')
  await post.getByRole('button', { name: 'Why here' }).click()
  await expect(page.getByRole('dialog', { name: 'Why this is here' })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'why here')
  await page.getByRole('button', { name: /^Not for me/ }).click()
  await expect(post.getByRole('heading', { name: 'Hidden for you' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'taken down')
  await page.unrouteAll()
  await page.route('**/api/posts?*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto(`${plinthUrl()}/?view=for-you`)
  await expect(page.getByText('Failed to fetch posts', { exact: true })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'For You that failed')
})

test('a post, its comments and their dialogs are accessible', async ({ page }) => {
  const maker = await signUp(page, 'Vigdis')
  const post = await publish(page, 'Lamp, unlit', {
    fields: { tags: '["tin","wire","light","shade","night","cord","switch"]' },
    files: [await smallPng('lamp-1.png', '#40434f'), await smallPng('lamp-2.png', '#7a5c2e')],
  })
  const id = await addComment(page, post.id, 'It hums.')
  await addComment(page, post.id, 'Only at night.', { parentId: id })
  await page.goto(`${plinthUrl()}/post/${post.id}#comment-${id}`)
  await commentsAreThere(page)
  await expectAccessibleAtBothWidths(page, 'post')
  await page
    .getByRole('button', { name: `Reply to ${maker.name}` })
    .first()
    .click()
  await page.getByRole('textbox', { name: /^Your reply to/ }).pressSequentially('@Marit')
  await expect(page.getByRole('option', { name: /Marit Solheim/ })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'reply with people to mention')
  await page.keyboard.press('Escape')
  const menu = page.getByRole('button', { name: /^Edit or delete/ })
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
  await expectAccessible(page, 'the menu of a post')
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'edit post')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'delete post')
  await page.goto(`${plinthUrl()}/profile/${maker.id}`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expectAccessibleAtBothWidths(page, 'posts of a profile')

  await page.context().clearCookies()
  await page.goto(`${plinthUrl()}/post/${post.id}`)
  await commentsAreThere(page)
  await expectAccessibleAtBothWidths(page, 'post for a visitor')
  // When the scripts take over they ask for the post again; until they are told, they show that it is loading.
  const told = page.waitForResponse((answer) => answer.url().includes(`/api/posts/${maker.id}`))
  await page.goto(`${plinthUrl()}/post/${maker.id}`)
  await told
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'post that is not there')
})

test('walls of posts are accessible', async ({ page }) => {
  await signUp(page, 'Vigdis')
  for (const path of ['/liked-posts', '/saved-posts']) {
    await page.goto(plinthUrl() + path)
    await expect(page.getByText(/^No (liked|saved) posts yet$/)).toBeVisible()
    await expectAccessibleAtBothWidths(page, `${path}, empty`)
  }
  const [first] = await call<{ id: string }[]>(page, 'GET', '/api/posts/tag/ceramics')
  await call(page, 'POST', `/api/posts/${first?.id}/save`)
  for (const path of ['/saved-posts', '/explore', '/explore/tag/poster']) {
    await page.goto(plinthUrl() + path)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expectAccessibleAtBothWidths(page, path)
  }
  await page.goto(`${plinthUrl()}/explore/tag/zzqxv`)
  await expect(page.getByText(/^Nothing is tagged #/)).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'tag that nobody uses')
  await page.goto(`${plinthUrl()}/?view=profile`)
  await expect(page.getByRole('link', { name: 'See your public page' })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'home’s profile tab')
})

test('the dialog of a new post is accessible', async ({ page }) => {
  await signUp(page, 'Vigdis')
  await page.goto(`${plinthUrl()}/?dialog=post`)
  const dialog = page.getByRole('dialog', { name: 'Create Post' })
  await expect(dialog.getByLabel('Title')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'create post')
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByText('Title required', { exact: true })).toBeVisible()
  await dialog
    .locator('input[type=file]')
    .last()
    .setInputFiles([
      { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Only words.') },
    ])
  await expect(dialog.getByRole('list', { name: 'Files' }).getByRole('alert')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'create post with errors')
  await dialog
    .locator('input[type=file]')
    .last()
    .setInputFiles([await smallPng('one.png', '#40434f'), await smallPng('two.png', '#7a5c2e')])
  await expect(dialog.getByText('Ready', { exact: true })).toHaveCount(2, { timeout: 60_000 })
  const tags = dialog.getByRole('textbox', { name: 'Tags' })
  await tags.fill('tin')
  await tags.press('Enter')
  await expectAccessibleAtBothWidths(page, 'create post with files')
})

test('notifications and their settings are accessible', async ({ page, openBrowser }) => {
  const maker = await signUp(page, 'Vigdis')
  await page.goto(`${plinthUrl()}/?view=notifications`)
  await expect(page.getByText('No new notifications', { exact: true })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'notifications, empty')
  const guest = await signUp(await openBrowser(), 'Aud')
  const post = await publish(page, 'Lamp, lit')
  await addComment(guest.page, post.id, 'There it is.')
  await call(guest.page, 'POST', `/api/posts/${post.id}/like`)
  await call(guest.page, 'POST', `/api/users/${maker.id}/follow`, { data: { following: true } })
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3)
  await expectAccessibleAtBothWidths(page, 'notifications')
  await page.getByRole('link', { name: 'Choose what you hear about' }).click()
  await expect(page.getByRole('switch', { name: 'Likes, here' })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'notification settings')
})

test('the layout of For You and of a post is stable while they load', async ({ page }) => {
  await signUp(page, 'Vigdis')
  await keepFeedQuiet(page)
  const [post] = await call<{ id: string }[]>(page, 'GET', '/api/posts/tag/ceramics')
  await expectStill(page, `${plinthUrl()}/for-you`, () => expect(feed(page).first()).toBeVisible())
  await expectStill(page, `${plinthUrl()}/post/${post?.id}`, () =>
    expect(page.getByRole('heading', { name: /^Comments/ })).toBeVisible(),
  )
})
