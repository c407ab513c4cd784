import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { call, plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'

const DESKTOP = { width: 1440, height: 900 }
const TEXT = 'Come and see our wonderful brushes and glazes at half the price, this week only'
const section = (page: Page) => page.getByRole('region', { name: 'Limits and strikes' })
const settings = (page: Page) => page.goto(`${plinthUrl()}/settings`)

test('a comment on many posts is held, refused with a reason, and appealed against', async ({
  page,
  openBrowser,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const complaints = watchForComplaints(page)
  const { name, page: theirs } = await signUp(await openBrowser(), 'Zoe')
  await theirs.emulateMedia({ reducedMotion: 'reduce' })
  const posts = await call<{ id: string }[]>(theirs, 'GET', '/api/posts/explore?limit=11')
  for (const { id } of posts.slice(0, 10))
    await call(theirs, 'POST', `/api/posts/${id}/comments`, { data: { content: TEXT } })
  await theirs.goto(`${plinthUrl()}/post/${posts[10]?.id ?? ''}`)
  const field = theirs.getByRole('textbox', { name: 'Your comment', exact: true })
  await field.fill(TEXT)
  await field.press('Enter')
  // The toast says it, and so does what screen readers are told.
  await expect(theirs.getByText(/We look at this before it is sent/).first()).toBeVisible()

  await settings(theirs)
  await expect(section(theirs).getByText('Waiting for a look')).toBeVisible()
  await expect(section(theirs).getByText('Your limits: first day.')).toBeVisible()
  await expect(section(theirs).getByText('10 of 20 today')).toBeVisible()
  await expectAccessibleAtBothWidths(theirs, 'limits in the settings')
  await theirs.setViewportSize(DESKTOP)

  await signInAs(page, 'Leila', { path: '/admin?tab=actions&list=held' })
  const row = page.getByRole('list', { name: 'Held messages and comments' }).getByRole('link')
  await row.filter({ hasText: name }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByText(TEXT)).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'a held comment')
  await page.setViewportSize(DESKTOP)
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByText('Give a reason.')).toBeVisible()
  await page.getByLabel(/^Reason, shown to/).fill('An advert under eleven posts')
  await page.getByRole('button', { name: 'Refuse' }).press('Enter')
  await expect(page.getByText('Refused. They’ll read your reason.', { exact: true })).toBeVisible()

  await settings(theirs)
  await expect(section(theirs).getByText('1 strike counts now.')).toBeVisible()
  await section(theirs)
    .getByRole('link', { name: /appeal/ })
    .click()
  await expect(theirs).toHaveURL(/\/taken-down$/)
  await expect(theirs.getByText('An advert under eleven posts').first()).toBeVisible()
  await theirs.getByRole('button', { name: 'Appeal' }).click()
  await theirs.getByLabel('Why should we take the strike back?').fill('It was an invitation.')
  await expectAccessibleAtBothWidths(theirs, 'an appeal against a strike')
  await theirs.setViewportSize(DESKTOP)
  await theirs.getByRole('button', { name: 'Send' }).click()
  await expect(theirs.getByText('We’re reviewing your appeal.')).toBeVisible()
  expect(complaints).toEqual([])
})

test('staff give one person a limit of their own, and the limits page shows everybody’s', async ({
  page,
  openBrowser,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const complaints = watchForComplaints(page)
  const { name, page: theirs } = await signUp(await openBrowser(), 'Yan')
  await theirs.emulateMedia({ reducedMotion: 'reduce' })
  await signInAs(page, 'Leila', { path: '/admin' })
  await page.getByRole('main').getByRole('searchbox').fill(name)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: `More about ${name}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Limits and strikes' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `${name}’s limits` })
  await expect(dialog.getByText('Level: First day. Live strikes: 0.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Set limit' }).click()
  await expect(dialog.getByText('Enter a whole number.')).toBeVisible()
  await dialog.getByLabel('A day').fill('40')
  await dialog.getByLabel('Reason').fill('Hosts a workshop')
  await expectAccessible(page, 'the limits of one person')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'the limits of one person, on a phone')
  await page.setViewportSize(DESKTOP)
  await dialog.getByRole('button', { name: 'Set limit' }).press('Enter')
  await expect(dialog.getByText('0 of 40')).toBeVisible()
  await expect(dialog.getByText(/Until .*: Hosts a workshop/)).toBeVisible()

  await settings(theirs)
  await expect(section(theirs).getByText('0 of 40 today')).toBeVisible()
  await expect(section(theirs).getByText(/Set by our staff until/)).toBeVisible()
  await section(theirs).getByRole('link', { name: 'See all limits' }).click()
  await expect(theirs.getByRole('heading', { name: 'What you can do in a day' })).toBeVisible()
  await expectAccessibleAtBothWidths(theirs, 'all limits')

  await dialog.getByRole('button', { name: /^End the limit/ }).click()
  await expect(dialog.getByText('0 of 20')).toBeVisible()
  expect(complaints).toEqual([])
})
