import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { call, plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'
import { publish } from '../posts.ts'

const said = (page: Page, words: string | RegExp) =>
  expect(page.getByText(words, { exact: typeof words === 'string' })).toBeVisible()
const desk = (page: Page, query = '') => page.goto(`${plinthUrl()}/admin${query}`)

test('many posts are chosen by keyboard, taken down for one reason, and put back by undo', async ({
  page,
  openBrowser,
}) => {
  const complaints = watchForComplaints(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const maker = await signUp(await openBrowser(), 'Runa')
  const titles = ['Kiln one', 'Kiln two', 'Kiln three']
  for (const title of titles) await publish(maker.page, title)
  await signInAs(page, 'Leila')
  await desk(page, `?tab=content&q=${encodeURIComponent(maker.name)}`)
  await expect(page.getByRole('checkbox', { name: /^Choose Kiln/ })).toHaveCount(3)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await said(page, '3 chosen')
  await expectAccessibleAtBothWidths(page, 'posts of which some are chosen')
  await page.getByRole('button', { name: 'Take 3 down' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take 3 down?' })
  await dialog.getByRole('button', { name: 'Take 3 down' }).click()
  await said(page, 'Choose what is wrong.')
  await dialog.getByLabel('What is wrong with it?').press('Enter')
  await page.getByRole('option', { name: 'Spam' }).press('Enter')
  await dialog.getByLabel('Reason, in writing').fill('The same advert three times.')
  await expectAccessible(page, 'one reason for many')
  // One is decided by somebody else meanwhile.
  const [first] = await call<{ id: string }[]>(
    page,
    'GET',
    `/api/admin/posts?search=${encodeURIComponent(maker.name)}`,
  )
  await call(page, 'PUT', `/api/admin/taken-down/post/${first?.id}`, {
    data: { reason: 'spam', note: 'Seen.' },
  })
  await dialog.getByRole('button', { name: 'Take 3 down' }).click()
  await said(page, '2 taken down')
  await said(page, /: Already decided\. It’s already down\./)
  await expectAccessibleAtBothWidths(page, 'what nothing happened to')
  await page.getByRole('button', { name: 'Undo' }).click()
  await said(page, '2 put back')
  await expect(page.getByText('Taken down', { exact: true })).toHaveCount(2)
  expect(complaints).toEqual([])
})

test('several accounts are suspended together and restored', async ({ page, openBrowser }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const ada = await signUp(await openBrowser(), 'Adaugusta')
  const ben = await signUp(await openBrowser(), 'Adaugusta')
  await signInAs(page, 'Leila')
  await desk(page, '?q=Adaugusta')
  for (const { name } of [ada, ben])
    await page.getByRole('checkbox', { name: `Choose ${name}` }).check()
  await expectAccessibleAtBothWidths(page, 'accounts of which some are chosen')
  await page.getByRole('button', { name: 'Suspend 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Suspend 2 accounts?' })
  await dialog.getByLabel('Reason, in writing').fill('Two accounts of one spammer.')
  await page.route('**/api/admin/users/suspensions', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Suspend them' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByLabel('Reason, in writing')).toHaveValue('Two accounts of one spammer.')
  await dialog.getByRole('button', { name: 'Suspend them' }).click()
  await said(page, '2 accounts suspended')
  await page.getByRole('button', { name: 'Undo' }).click()
  await said(page, '2 accounts restored')
})

test('a canned answer is written, used with the person’s name, and removed', async ({
  page,
  openBrowser,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const ida = await signUp(await openBrowser(), 'Ida')
  await signInAs(page, 'Leila')
  await desk(page, '?tab=actions&list=answers')
  await page.getByRole('button', { name: 'Save answer' }).click()
  await said(page, 'Enter a name.')
  await page.getByLabel('Name', { exact: true }).fill('Two accounts')
  await page.getByLabel('Text', { exact: true }).fill('Hello {name}, please use one account.')
  await page.getByRole('button', { name: 'Save answer' }).click()
  await said(page, 'Answer saved')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  await expectAccessibleAtBothWidths(page, 'canned answers')
  await desk(page, `?q=${encodeURIComponent(ida.name)}`)
  await page.getByRole('button', { name: `More about ${ida.name}` }).click()
  await page.getByRole('menuitem', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog', { name: `Suspend ${ida.name}?` })
  await dialog.getByLabel('Use a canned answer').press('Enter')
  await page.getByRole('option', { name: 'Two accounts' }).press('Enter')
  await expect(dialog.getByLabel('Reason')).toHaveValue('Hello Ida, please use one account.')
  await expectAccessible(page, 'a reason from a canned answer')
  await desk(page, '?tab=actions&list=answers')
  await page.getByRole('button', { name: 'Remove Two accounts' }).click()
  await said(page, 'Two accounts is removed')
})

test('staff note something about a person and say who looks after them', async ({
  page,
  openBrowser,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const ida = await signUp(await openBrowser(), 'Ida')
  await signInAs(page, 'Leila')
  await desk(page, `?q=${encodeURIComponent(ida.name)}`)
  await page.getByRole('button', { name: `More about ${ida.name}` }).click()
  await page.getByRole('menuitem', { name: 'Notes and assignment' }).click()
  const dialog = page.getByRole('dialog', { name: `Notes about ${ida.name}` })
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await said(page, 'Write a note.')
  await dialog.getByLabel('New note').fill('Called twice about the same hire.')
  await page.route('**/notes', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await expect(dialog.getByRole('listitem')).toContainText('Called twice about the same hire.')
  await expectAccessibleAtBothWidths(page, 'notes about a person')
  await dialog.getByRole('button', { name: /^Remove your note/ }).click()
  await expect(dialog.getByText('No notes yet')).toBeVisible()
})

test('the page on health shows jobs, money, storage and versions, and checks the books', async ({
  page,
}) => {
  const complaints = watchForComplaints(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAs(page, 'Leila', { path: '/admin' })
  await page.getByRole('link', { name: 'Health' }).click()
  await expect(page).toHaveURL(/\/admin\/health$/)
  await expect(page).toHaveTitle(/Health/)
  for (const part of ['Background jobs', 'Failed jobs and emails', 'Money', 'Storage'])
    await expect(page.getByRole('region', { name: part })).toBeVisible()
  await expect(page.getByText('Not known to Plinth')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'the page on health')
  await page.getByRole('button', { name: 'Check the books now' }).press('Enter')
  await said(page, 'The check has started. Its result appears here.')
  expect(complaints).toEqual([])
})

test('growth is shown by day, week and month, and adds up', async ({ page }) => {
  const complaints = watchForComplaints(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAs(page, 'Leila', { path: '/admin' })
  await page.getByRole('link', { name: 'Growth' }).click()
  await expect(page).toHaveURL(/\/admin\/growth$/)
  await expect(page).toHaveTitle(/Growth/)
  const members = page.getByRole('region', { name: 'Members', exact: true })
  await expect(members.getByRole('row')).toHaveCount(31)
  await expect(page.getByRole('figure', { name: 'Revenue' })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'growth by day')
  await page.getByRole('combobox', { name: 'By' }).press('Enter')
  await page.getByRole('option', { name: 'By month' }).press('Enter')
  await expect(members.getByRole('columnheader', { name: 'Month' })).toBeVisible()
  await expect(members.getByRole('row').nth(1)).toContainText('so far')
  expect(complaints).toEqual([])
})

test('an owner emails members after trying it, and reads what was sent', async ({ page }) => {
  const complaints = watchForComplaints(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAs(page, 'Leila', { path: '/admin' })
  await page.getByRole('link', { name: 'Emails' }).click()
  await expect(page).toHaveURL(/\/admin\/emails$/)
  await expect(page.getByText(/would get it now\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await said(page, 'Enter a subject.')
  await said(page, 'Enter the text.')
  await page.getByLabel('Subject').fill('The kiln opens on Monday')
  await page.getByLabel('Text', { exact: true }).fill('Hello {name},\n\nbring your glazes.')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Hello there,')
  await expectAccessibleAtBothWidths(page, 'an email to members')
  await page.reload()
  await expect(page.getByLabel('Subject')).toHaveValue('The kiln opens on Monday')
  await page.getByRole('button', { name: 'Send it to me' }).click()
  await said(page, 'On its way to you')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Send “The kiln opens on Monday”?' })
  await expect(question.getByRole('button', { name: 'Keep writing' })).toBeFocused()
  await expectAccessible(page, 'the question before an email to members')
  await question.getByRole('button', { name: 'Send it' }).press('Enter')
  await said(page, 'Sending has begun')
  await expect(page.getByLabel('Subject')).toHaveValue('')
  const sent = page.getByRole('listitem').filter({ hasText: 'The kiln opens on Monday' })
  await expect(sent).toContainText(/Sent to \d+ people/)
  await sent.getByText('Read it').press('Enter')
  await expect(sent.getByText('bring your glazes.')).toBeVisible()
  expect(complaints).toEqual([])
})
