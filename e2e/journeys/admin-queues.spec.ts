import type { Invitation, NewInvitation } from '@plinth/contract/moderation/invitations.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { call, plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'
import { smallPng } from '../files.ts'
import { publish } from '../posts.ts'
import { openDispute } from '../projects.ts'

const DESK = '/admin?tab=actions'

/** Opens the admin's queue with reduced motion: contrast must not be measured while something fades in. */
async function openDesk(page: Page, filter = ''): Promise<string[]> {
  const complaints = watchForComplaints(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAs(page, 'Leila', { path: `${DESK}${filter}` })
  await expect(page.getByRole('heading', { name: 'Admin', level: 1 })).toBeVisible()
  return complaints
}
const reason = (page: Page) => page.getByRole('textbox', { name: /^Reason/ })
const said = (page: Page, words: string) =>
  expect(page.getByText(words, { exact: true })).toBeVisible()

test('an admin closes two reports of a post by keyboard, and the audit log records it', async ({
  page,
  openBrowser,
}) => {
  const maker = await signUp(await openBrowser(), 'Runa')
  const title = `Slip of ${maker.name}`
  const post = await publish(maker.page, title, { files: [await smallPng('slip.png', '#3d4a4f')] })
  for (const name of ['Signe', 'Tora']) {
    const { page: reader } = await signUp(await openBrowser(), name)
    const data = { kind: 'post', id: post.id, reason: 'stolen_work', text: `${name} has seen it.` }
    await call(reader, 'POST', '/api/reports', { data })
  }
  const complaints = await openDesk(page)
  const row = page.getByRole('list', { name: 'Reports' }).getByRole('link', { name: title })
  await expect(row).toContainText('2 reports')
  await expectAccessibleAtBothWidths(page, 'the reports')

  await row.focus()
  await page.keyboard.press('Enter')
  const close = page.getByRole('button', { name: 'Keep the post, close 2 reports' })
  await expect(close).toBeVisible()
  await expect(page.getByText('Signe has seen it.')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'an open report')
  await close.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Give a reason.')).toBeVisible()
  await expect(reason(page)).toBeFocused()
  await page.keyboard.type('Runa has dated scans.')
  // The typed text is still there after a reload.
  await page.reload()
  await expect(reason(page)).toHaveValue('Runa has dated scans.')
  // Somebody who moves on while it is saved is not moved back.
  const held = Promise.withResolvers<void>()
  await page.route('**/api/admin/reports/*', async (route) => {
    await held.promise
    await route.continue()
  })
  await close.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Closing...' })).toBeVisible()
  const part = page.getByRole('navigation', { name: 'State' })
  await part.getByRole('link', { name: 'Closed' }).click()
  await expect(page).toHaveURL(/state=closed/)
  held.resolve()
  await said(page, '2 reports closed')
  await expect(page).toHaveURL(/state=closed/)
  await part.getByRole('link', { name: 'Open' }).click()
  await expect(page).not.toHaveURL(/state=closed/)
  await expect(row).toHaveCount(0)

  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('searchbox', { name: /^Search the log/ }).fill(title)
  const entry = page.getByRole('row').filter({ hasText: 'Closed a report' })
  await expect(entry).toContainText(title)
  await expect(entry).toContainText('outcome: no action')
  await expectAccessibleAtBothWidths(page, 'the audit log')

  // By keyboard: from today on, then today only.
  const today = new Date().toISOString().slice(0, 10)
  await page.getByRole('button', { name: 'Days: All days' }).focus()
  await page.keyboard.press('Enter')
  const days = page.getByRole('dialog', { name: 'Days' })
  await expect(days.getByLabel('From')).toBeFocused()
  await days.getByLabel('From').fill(today)
  await expect(days.getByLabel('From')).toBeFocused()
  await days.getByLabel('To').fill(today)
  await expectAccessible(page, 'the days of the log')
  await page.keyboard.press('Escape')
  const box = page.getByRole('button', { name: /^Days: \d/ })
  await expect(box).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`since=${today}.*until=${today}`))
  await expect(entry).toContainText(title)
  expect(complaints).toEqual([])
})

test('an admin decides a dispute, and both people read the ruling in their room', async ({
  page,
  openBrowser,
}) => {
  test.slow()
  const [client, creator] = [await openBrowser(), await openBrowser()]
  const { name } = await signUp(client, 'Ada')
  await signInAs(creator, 'Marit')
  const subject = `Forty bowls for ${name}`
  const id = await openDispute(client, creator, subject)

  const complaints = await openDesk(page, '&list=disputes')
  const row = page.getByRole('list', { name: 'Disputes' }).getByRole('link', { name: subject })
  await expect(row).toBeVisible()
  await page.goto(`${plinthUrl()}/projects/${id}`)
  await page.getByRole('link', { name: 'Rule on this dispute' }).click()
  await expect(page.getByText(/^Agreed on \$450 by /)).toBeVisible()
  await expect(page.getByText('It came late.').first()).toBeVisible()
  await expect(page.getByText('I said so.').first()).toBeVisible()
  const slider = page.getByRole('slider')
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(page.getByRole('button', { name: 'Rule: $0 to Ada, $225 to Marit' })).toBeVisible()
  await page.getByLabel('Back to Ada, in dollars').fill('80')
  const rule = page.getByRole('button', { name: 'Rule: $80 to Ada, $145 to Marit' })
  await rule.click()
  await expect(page.getByText('Give a reason. Both will read it.')).toBeVisible()
  await reason(page).fill('Nobody’s fault. Marit keeps the larger part.')
  await expectAccessibleAtBothWidths(page, 'a ruling')

  // With an old sign-in nothing is decided, and the typed text is there after signing in again.
  const ruling = `**/api/admin/disputes/${id}/ruling`
  await page.route(ruling, (route) =>
    route.fulfill({
      status: 403,
      json: { code: 'auth.stale', message: 'Sign in once more.', requestId: 'request' },
    }),
  )
  await rule.click()
  await expect(page.getByRole('link', { name: 'Log in again' })).toHaveAttribute(
    'href',
    /returnTo=%2Fadmin/,
  )
  await page.unroute(ruling)
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.reload()
  await expect(reason(page)).toHaveValue('Nobody’s fault. Marit keeps the larger part.')
  await rule.click()
  await said(page, 'Ruled. We told both of them.')
  await expect(page.getByRole('region', { name: 'Ruling' })).toContainText('$145')

  for (const one of [client, creator]) {
    await one.goto(`${plinthUrl()}/projects/${id}`)
    await expect(one.getByRole('region', { name: 'Ruling' })).toContainText('larger part')
  }
  // The browser logs the refusal that this journey caused.
  expect(complaints.filter((line) => !line.includes('403'))).toEqual([])
})

test('an admin books weeks of an advert, and releases them after confirming', async ({ page }) => {
  const complaints = await openDesk(page)
  // Without a queue in the address, the first one that is not empty opens.
  await expect(page).toHaveURL(/list=\w+/)
  const businessName = `Heather ${Date.now()}`
  await call(page, 'POST', '/api/advertisement-inquiries', {
    data: {
      businessName,
      contactName: 'Rosa Lindholm',
      email: 'rosa@lindholm.example',
      adType: 'banner',
      duration: 'week',
      description: 'Two new honeys.',
    },
  })
  await page.goto(`${plinthUrl()}${DESK}&list=ads`)
  const row = page.getByRole('link', { name: businessName })
  await row.click()
  await expect(page.getByText('Received', { exact: true })).toBeVisible()
  const week = page.getByLabel('First week')
  const book = page.getByRole('button', { name: 'Book these weeks' })
  await book.click()
  await said(page, 'Choose the first week.')
  await expect(week).toBeFocused()
  await expectAccessibleAtBothWidths(page, 'a booking without a week')
  const last = (await week.getByRole('option').all()).length - 1
  await week.selectOption({ index: last })
  await page.getByLabel('Weeks', { exact: true }).fill('2')
  await book.click()
  await said(page, '1 week is free from that day.')
  await expect(page.getByLabel('Weeks', { exact: true })).toBeFocused()
  await page.getByLabel('Weeks', { exact: true }).fill('1')
  await book.click()
  await expect(row).toHaveCount(0)

  await page.getByRole('link', { name: 'Booked', exact: true }).click()
  await row.click()
  const decline = page.getByRole('button', { name: 'Decline' })
  await decline.click()
  const ask = page.getByRole('alertdialog', { name: 'Release these weeks?' })
  await expectAccessible(page, 'giving weeks back')
  await ask.getByRole('button', { name: 'Keep them booked' }).click()
  await expect(decline).toBeFocused()
  await decline.click()
  await ask.getByRole('button', { name: 'Decline' }).click()
  await expect(row).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('an admin invites another one with a link that works once', async ({ page, openBrowser }) => {
  const complaints = await openDesk(page, '&list=invitations')
  const guest = await openBrowser()
  await guest.emulateMedia({ reducedMotion: 'reduce' })
  const note = `For the night shift ${Date.now()}`
  await page.getByLabel(/^Note/).fill(note)
  const answer = page.waitForResponse('**/api/admin/invitations')
  await page.getByRole('button', { name: 'Make the link' }).click()
  const { url } = (await (await answer).json()) as NewInvitation
  await expect(page.getByLabel('Copy this link now. We show it only once.')).toHaveValue(url)
  await expect(page.getByLabel('Copy this link now. We show it only once.')).toBeFocused()
  const row = page.getByRole('listitem').filter({ hasText: note })
  await expect(row).toContainText('Open until')
  await expectAccessibleAtBothWidths(page, 'the invitations')

  const address = plinthUrl() + new URL(url).pathname
  await guest.goto(address)
  await expect(guest.getByRole('heading', { name: 'You’re invited' })).toBeVisible()
  await expect(guest.getByRole('link', { name: 'Log in to accept' })).toHaveAttribute(
    'href',
    /returnTo=%2Finvitation/,
  )
  await expectAccessibleAtBothWidths(guest, 'an invitation')
  const { id, name } = await signUp(guest, 'Nora')
  try {
    await guest.goto(address)
    await guest.getByRole('button', { name: 'Become an admin' }).click()
    await expect(guest.getByRole('heading', { name: 'Admin', level: 1 })).toBeVisible()
    await expect(guest.getByRole('main')).toBeFocused()
    await guest.goto(address)
    await expect(guest.getByText('You’ve accepted this invitation.')).toBeVisible()

    const { page: late } = await signUp(await openBrowser(), 'Late')
    await late.goto(address)
    await expect(late.getByRole('heading', { name: 'This link was used' })).toBeVisible()
    await page.reload()
    await expect(row).toContainText(`Accepted by ${name}`)
    expect(complaints).toEqual([])
  } finally {
    await call(page, 'PATCH', `/api/admin/users/${id}`, { data: { isAdmin: false } })
  }
})

test('an admin sees how the email of an invitation is doing, and sends it again when it failed', async ({
  page,
}) => {
  const complaints = await openDesk(page, '&list=invitations')
  const email = `invited-${Date.now()}@example.com`
  // The list shows it as failed until it is sent again.
  let hasFailed = true
  await page.route('**/api/admin/invitations?*', async (route) => {
    const response = await route.fetch()
    const invitations = (await response.json()) as Invitation[]
    const shown = invitations.map((one) =>
      one.email === email && hasFailed ? { ...one, mail: 'failed' } : one,
    )
    await route.fulfill({ response, json: shown })
  })
  await page.getByLabel(/^Email/).fill(email)
  await page.getByRole('button', { name: 'Make the link' }).click()
  await expect(page.getByText(`We’re sending it to ${email}, too.`)).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: email })
  await expect(row).toContainText('We couldn’t send the email.')
  await expectAccessibleAtBothWidths(page, 'an invitation that was not sent')

  hasFailed = false
  await row.getByRole('button', { name: `Send again: ${email}` }).press('Enter')
  await expect(row).toContainText('Email sent')
  await expect(row.getByRole('button', { name: /^Send again/ })).toHaveCount(0)
  expect(complaints).toEqual([])
})
