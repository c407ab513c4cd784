import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { payByCard } from '../payments.ts'
import { call, plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'

const DESKTOP = { width: 1440, height: 900 }
const said = (page: Page, words: string | RegExp) =>
  expect(page.getByText(words, { exact: typeof words === 'string' })).toBeVisible()
const desk = (page: Page, query = '') => page.goto(`${plinthUrl()}/admin${query}`)
const take = (page: Page, id: string) =>
  call(page, 'PATCH', `/api/admin/users/${id}`, { data: { isAdmin: false } })

/** Opens the dialog for the role of the only person that the list shows. */
async function openRole(page: Page, name: string) {
  await page.getByRole('main').getByRole('searchbox').fill(name)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Change role' }).click()
  return page.getByRole('dialog', { name: `Change ${name}’s role` })
}
/** Chooses a role by keyboard: the list is open once, and a letter finds the role. */
async function choose(page: Page, role: string) {
  await page.getByLabel('Role', { exact: true }).press('Enter')
  await page.getByRole('option', { name: role }).press('Enter')
}

test('a supporter sees what the role may do and nothing else, and is told so at other addresses', async ({
  page,
  openBrowser,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const complaints = watchForComplaints(page)
  const { id, name, page: theirs } = await signUp(await openBrowser(), 'Sam')
  await theirs.emulateMedia({ reducedMotion: 'reduce' })
  await signInAs(page, 'Leila', { path: '/admin' })
  const dialog = await openRole(page, name)
  await choose(page, 'Support')
  await expectAccessible(page, 'the choice of a role')
  await dialog.getByRole('button', { name: 'Change role' }).press('Enter')
  await said(page, `${name} has the role Support`)
  try {
    const refused: string[] = []
    theirs.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url())
    })
    await desk(theirs)
    await expect(theirs.getByRole('heading', { name: 'Admin', level: 1 })).toBeVisible()
    const tabs = theirs.getByRole('navigation', { name: 'Sections' })
    await expect(tabs.getByRole('link')).toHaveCount(1)
    await expect(theirs.getByRole('term').filter({ hasText: 'Revenue' })).toHaveCount(0)
    await expect(theirs.getByRole('switch', { name: /^Creator right/ }).first()).toBeEnabled()
    await expect(theirs.getByRole('switch', { name: /^Admin right/ }).first()).toBeDisabled()
    await expect(theirs.getByRole('button', { name: /^Delete / })).toHaveCount(0)
    await expectAccessibleAtBothWidths(theirs, 'people, for support')
    await theirs.setViewportSize(DESKTOP)
    for (const query of [
      '?tab=content',
      '?tab=actions',
      '?tab=actions&list=audit',
      '?tab=actions&list=disputes',
    ]) {
      await desk(theirs, query)
      await said(theirs, 'Your role can’t open this')
      await said(theirs, /^Your role, Support, doesn’t let you /)
    }
    await expectAccessibleAtBothWidths(theirs, 'a part that the role lacks')
    expect(refused).toEqual([])
    expect(complaints).toEqual([])
  } finally {
    await take(page, id)
  }
})

test('an owner proposes another one, and a second owner confirms by keyboard', async ({
  page,
  openBrowser,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const complaints = watchForComplaints(page)
  const second = await signUp(await openBrowser(), 'Ola')
  const third = await signUp(await openBrowser(), 'Per')
  await second.page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAs(page, 'Leila', { path: '/admin' })
  // Leila is the only owner, so nobody could confirm.
  await call(page, 'PATCH', `/api/admin/users/${second.id}`, { data: { role: 'owner' } })
  try {
    const dialog = await openRole(page, third.name)
    await choose(page, 'Owner')
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await said(page, 'Give a reason. Another owner decides by it.')
    await dialog.getByLabel('Reason').fill('He runs the servers.')
    await expectAccessible(page, 'the proposal of an owner')
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await said(page, `Another owner has to confirm ${third.name}`)

    await desk(page, '?tab=actions&list=second')
    const own = page.getByRole('list', { name: 'Waiting for a second person' })
    await own.getByRole('link', { name: third.name }).click()
    await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Make them an owner' })).toHaveCount(0)
    await expectAccessibleAtBothWidths(page, 'a proposal of one’s own')

    const { page: other } = second
    await desk(other, '?tab=actions&list=second')
    const row = other
      .getByRole('list', { name: 'Waiting for a second person' })
      .getByRole('link', { name: third.name })
    await row.focus()
    await other.keyboard.press('Enter')
    await said(other, 'He runs the servers.')
    await expectAccessibleAtBothWidths(other, 'a proposal of somebody else')
    await other.setViewportSize(DESKTOP)
    await other.getByRole('button', { name: 'Make them an owner' }).focus()
    await other.keyboard.press('Enter')
    await said(other, 'Confirmed')
    await expect(row).toHaveCount(0)
    await expect
      .poll(async () => (await call<{ role: string }>(third.page, 'GET', '/api/auth/user')).role)
      .toBe('owner')

    await desk(page, '?tab=actions&list=second&state=closed')
    await expect(own.getByRole('link', { name: third.name })).toContainText('Confirmed')
    expect(complaints).toEqual([])
  } finally {
    await take(page, third.id)
    await take(page, second.id)
  }
})

test('a subscriber whose creator rights ended reads why and appeals', async ({
  page,
  openBrowser,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const complaints = watchForComplaints(page)
  const member = await signUp(await openBrowser(), 'Runa')
  const { subscriptionUrl } = await call<{ subscriptionUrl: string }>(
    member.page,
    'POST',
    '/api/become-creator',
  )
  await member.page.goto(subscriptionUrl)
  await payByCard(member.page)
  await said(member.page, 'Payment Successful')
  await signInAs(page, 'Leila', { path: '/admin' })
  await page.getByRole('main').getByRole('searchbox').fill(member.name)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('switch', { name: `Creator right of ${member.name}` }).press('Space')
  const dialog = page.getByRole('dialog', { name: `End ${member.name}’s creator rights?` })
  await dialog.getByRole('button', { name: 'End creator rights' }).click()
  await said(page, 'Give a reason. They will read it.')
  await dialog.getByLabel('Reason').fill('Sold prints of others.')
  await expectAccessible(page, 'the reason for ending creator rights')
  await dialog.getByRole('button', { name: 'End creator rights' }).click()
  await said(page, `${member.name} is no longer a creator`)

  const { page: theirs } = member
  await theirs.emulateMedia({ reducedMotion: 'reduce' })
  await theirs.goto(`${plinthUrl()}/subscribe`)
  await said(theirs, 'Sold prints of others.')
  await expectAccessibleAtBothWidths(theirs, 'creator rights that have ended')
  await theirs.setViewportSize(DESKTOP)
  await theirs.getByRole('button', { name: 'Appeal' }).press('Enter')
  await theirs.keyboard.type('They are my own.')
  await theirs.route('**/api/appeals', (route) => route.abort())
  await theirs.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  await expect(theirs.getByRole('alert')).toBeVisible()
  await expect(theirs.getByRole('textbox')).toHaveValue('They are my own.')
  await theirs.unroute('**/api/appeals')
  await theirs.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  await said(theirs, 'You’ve appealed. A person will read it and email you the decision.')

  await desk(page, '?tab=actions&list=appeals')
  await page.getByRole('link', { name: `Account of ${member.name}` }).click()
  await said(page, 'They are my own.')
  await page.getByRole('textbox', { name: /^Reason/ }).fill('They are.')
  await page.getByRole('button', { name: 'Give the rights back' }).click()
  await said(page, 'Restored')
  await theirs.reload()
  await expect(theirs.getByRole('button', { name: 'Become a Creator' })).toBeVisible()
  expect(complaints).toEqual([])
})
