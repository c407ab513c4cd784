import type { Post } from '@plinth/contract/posts/posts.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { call, plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'
import { smallPng } from '../files.ts'
import { publish } from '../posts.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

const admin = (page: Page, query: Record<string, string> = {}) =>
  page.goto(`${plinthUrl()}/admin?${new URLSearchParams(query).toString()}`)
const said = (page: Page, words: string | RegExp) =>
  expect(page.getByText(words, { exact: typeof words === 'string' })).toBeVisible()
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const turn = (page: Page, right: 'Creator' | 'Admin', name: string) =>
  page.getByRole('switch', { name: `${right} right of ${name}` })
const confirm = (page: Page, button: string): Locator =>
  page.getByRole('alertdialog').getByRole('button', { name: button })
const fromMenu = async (page: Page, name: string, words: string) => {
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page.getByRole('menuitem', { name: words }).click()
}

test('an admin grants, revokes and cannot change rights, and suspends, restores and deletes an account', async ({
  page,
  openBrowser,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const complaints = watchForComplaints(page)
  const { page: theirs, name } = await signUp(await openBrowser(), 'Runa')
  const asked: string[] = []
  theirs.on('request', (request) => {
    if (request.url().includes('/api/admin')) asked.push(request.url())
  })
  await admin(theirs)
  await expect(theirs.getByRole('heading', { name: 'Admins Only' })).toBeVisible()
  expect(asked).toEqual([])

  await signInAs(page, 'Leila', { path: '/admin' })
  await expect(page.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible()
  for (const figure of ['Users', 'Pending posts', 'Revenue', 'Uptime'])
    await expect(page.getByRole('term').filter({ hasText: figure })).toBeVisible()
  await page.getByRole('main').getByRole('searchbox').fill(name)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expectAccessibleAtBothWidths(page, 'people')
  await page.setViewportSize(DESKTOP)

  await turn(page, 'Creator', name).click()
  await said(page, `${name} is a creator`)
  await expect(row(page, name).getByText('Creator', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await said(page, `${name} is no longer a creator`)
  await expect(turn(page, 'Creator', name)).not.toBeChecked()

  // On a phone, and by keyboard.
  await page.setViewportSize(PHONE)
  await turn(page, 'Admin', name).focus()
  await page.keyboard.press('Space')
  await said(page, `${name} has the role Moderator`)
  await page.setViewportSize(DESKTOP)
  await admin(theirs)
  await expect(theirs.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible()
  await turn(page, 'Admin', name).click()
  await said(page, `${name} is no longer an admin`)

  // With an old sign-in nothing changes, and signing in again leads back here.
  const stale = { message: 'Sign in once more.', code: 'auth.stale', requestId: 'x' }
  await page.route('**/api/admin/users/*', (route) => route.fulfill({ status: 403, json: stale }))
  await turn(page, 'Admin', name).click()
  const dialog = page.getByRole('alertdialog', { name: 'Log in again to go on' })
  const again = dialog.getByRole('link', { name: 'Log in again' })
  const address = new URL((await again.getAttribute('href')) ?? '', plinthUrl())
  expect(address.searchParams.get('screen')).toBe('again')
  const here = new URL(page.url())
  expect(address.searchParams.get('returnTo')).toBe(here.pathname + here.search)
  await expectAccessible(page, 'the way to a fresh sign-in')
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(turn(page, 'Admin', name)).not.toBeChecked()
  await page.unroute('**/api/admin/users/*')
  await page.route('**/api/admin/users/*', (route) => route.abort())
  await turn(page, 'Creator', name).click()
  await said(page, 'Failed to update user')
  await expect(turn(page, 'Creator', name)).not.toBeChecked()
  await page.unroute('**/api/admin/users/*')

  const form = page.getByRole('dialog', { name: `Suspend ${name}?` })
  await fromMenu(page, name, 'Suspend')
  await form.getByRole('button', { name: 'Suspend account' }).click()
  await said(page, 'Give a reason. They will read it.')
  await form.getByLabel('Reason').fill('Sold prints of others.')
  await expectAccessible(page, 'the reason of a suspension')
  await form.getByRole('button', { name: 'Suspend account' }).click()
  await said(page, `${name} is suspended`)
  await expect(row(page, name).getByText('Suspended')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await said(page, `${name}’s account is restored`)

  // Restoring somebody needs a reason, too.
  await fromMenu(page, name, 'Suspend')
  await form.getByLabel('Reason').fill('Sold prints of others.')
  await form.getByRole('button', { name: 'Suspend account' }).click()
  await said(page, `${name} is suspended`)
  await fromMenu(page, name, 'Restore')
  const back = page.getByRole('dialog', { name: `Restore ${name}?` })
  await back.getByRole('button', { name: 'Restore account' }).click()
  await said(page, 'Give a reason for the audit log.')
  await expect(back.getByLabel('Reason')).toBeFocused()
  await back.getByLabel('Reason').fill('The prints are hers.')
  await expectAccessible(page, 'the reason of a restoration')
  await back.getByRole('button', { name: 'Restore account' }).click()
  await said(page, `${name}’s account is restored`)

  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(page.getByRole('alertdialog')).toContainText('This action cannot be undone.')
  await expect(confirm(page, 'Keep account')).toBeFocused()
  await confirm(page, 'Delete account').click()
  await said(page, `${name} is deleted`)
  await said(page, 'No account has this name, email or id.')
  expect(complaints.filter((line) => !/403|ERR_FAILED/.test(line))).toEqual([])
})

test('an admin corrects, approves, features and deletes posts, and makes one from an address', async ({
  page,
  openBrowser,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const maker = await signUp(await openBrowser(), 'Runa')
  const title = `Slip ${maker.name}`
  const { id } = await publish(maker.page, title, {
    files: [await smallPng('slip.png', '#3d4a4f')],
  })
  await signInAs(page, 'Leila')
  await call<Post>(page, 'PATCH', `/api/admin/posts/${id}`, { data: { isApproved: false } })
  await admin(page, { tab: 'content', list: 'pending', q: title })
  const item = page.getByRole('listitem').filter({ hasText: title })
  await expect(item.getByText('Pending', { exact: true })).toBeVisible()
  const review = page.getByRole('form', { name: 'Review' })
  await expect(review.getByLabel('Title')).toHaveValue(title)
  await expectAccessible(page, 'a pending post')

  await page.route(`**/api/admin/posts/${id}`, (route) => route.abort())
  await item.getByRole('button', { name: 'Approve' }).click()
  await said(page, 'Failed to update post')
  await expect(item.getByText('Pending', { exact: true })).toBeVisible()
  await page.unroute(`**/api/admin/posts/${id}`)
  await review.getByLabel('Title').fill(`${title}, fired`)
  await review.getByRole('button', { name: 'Approve' }).click()
  await said(page, 'Post approved')
  await said(page, 'Nothing is waiting for approval')

  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('main').getByRole('searchbox').fill(`${title}, fired`)
  await expect(
    page.getByRole('list', { name: 'Posts to review' }).getByRole('listitem'),
  ).toHaveCount(1)
  await item.getByRole('button', { name: 'Feature', exact: false }).first().click()
  await expect(item.getByText('Featured', { exact: true })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'posts')
  await page.setViewportSize(PHONE)
  await item.getByRole('button', { name: `Edit ${title}` }).click()
  const over = page.getByRole('dialog', { name: 'Review' })
  await expect(over.getByRole('switch', { name: 'Feature this post' })).toBeChecked()
  await expectAccessible(page, 'a post under review on a phone')
  await over.getByRole('button', { name: 'Take down' }).click()
  const why = page.getByRole('dialog', { name: `Take ${title}, fired down?` })
  await why.getByRole('button', { name: 'Take it down' }).click()
  await said(page, 'Choose what is wrong.')
  await why.getByLabel('What is wrong with it?').selectOption('stolen_work')
  await why.getByLabel('Reason, in writing').fill('Made by Dana Reed.')
  await expectAccessible(page, 'the reason of a takedown')
  await why.getByRole('button', { name: 'Take it down' }).click()
  await said(page, 'Taken down: Stolen work: Made by Dana Reed.')
  const featured = over.getByRole('switch', { name: 'Feature this post' })
  await expect(featured).toHaveCount(0)
  await expect(over.getByRole('button', { name: 'Put back' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(featured).not.toBeChecked()
  await over.getByRole('button', { name: 'Delete' }).click()
  await confirm(page, 'Delete post').click()
  await said(page, 'Post deleted')
  await said(page, 'No results for this title, name or id.')
  expect((await maker.page.request.get(`${plinthUrl()}/api/posts/${id}`)).status()).toBe(404)

  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('button', { name: 'Create post' }).click()
  const form = page.getByRole('dialog', { name: 'Create post' })
  await form.getByRole('button', { name: 'Create post' }).click()
  await said(page, 'Please add a media URL.')
  await expect(form.getByLabel('Title')).toBeFocused()
  await expectAccessible(page, 'the form for a post')
  await form.getByLabel('Title').fill('From the web')
  await form.getByLabel('Media URL').fill('https://nowhere.invalid/x.jpg')
  await form.getByRole('button', { name: 'Create post' }).click()
  await said(page, 'Failed to create post')
  await expect(form.getByLabel('Media URL')).toHaveValue('https://nowhere.invalid/x.jpg')
})
