import { expect } from '@playwright/test'
import { leaveCheckout, payByCard, seeCheckout } from '../payments.ts'
import { inquire, openThread, thread } from '../messages.ts'
import { call, dayAhead, plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'

const DETAILS = 'One jar for a dark room, 46 cm, for the pass.'

test('a work is hired with its deposit: refused, cancelled, and paid once', async ({ page }) => {
  const complaints = watchForComplaints(page)
  await signUp(page, 'Runa')
  await page.goto(`${plinthUrl()}/?q=windowsill`)
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /^Hire Creator of Three for a Windowsill/ })
    .click()
  const form = page.getByRole('dialog', { name: 'Hire Marit Solheim' })
  await expect(form.getByText('$280 in two halves')).toBeVisible()
  const send = form.getByRole('button', { name: 'Send request, pay $140' })
  await send.click()
  await expect(form.getByText('Please provide project details', { exact: true })).toBeVisible()
  await expect(form.getByLabel('Project details')).toBeFocused()
  await form.getByLabel('Project details').fill(DETAILS)
  await form.getByText('1-2 months', { exact: true }).click()

  await page.route('**/api/projects', (route) => route.abort(), { times: 1 })
  await send.click()
  // The toast is also announced to screen readers for a moment.
  await expect(
    page.getByText('Failed to send project request. Please try again.', { exact: true }).first(),
  ).toBeVisible()
  await expect(form.getByLabel('Project details')).toHaveValue(DETAILS)
  complaints.length = 0

  await send.dblclick()
  await seeCheckout(page)
  await expect(page.getByText('$140.00').first()).toBeVisible()
  await leaveCheckout(page)
  await expect(page.getByText(/Nothing was charged/)).toBeVisible()
  const room = new URL(page.url()).pathname

  await page.goto(`${plinthUrl()}/?q=windowsill`)
  await page.getByRole('link', { name: /^Three for a Windowsill/ }).click()
  await page.getByRole('link', { name: 'Hire for $280' }).first().click()
  await expect(form.getByText('Draft restored.')).toBeVisible()
  await expect(form.getByLabel('Project details')).toHaveValue(DETAILS)
  await send.click()
  await payByCard(page)
  await expect(page.getByText('Payment Successful', { exact: true })).toBeVisible()
  await expect(
    page.getByText('Your project request has been sent to the creator!', { exact: true }),
  ).toBeVisible()
  // The same request within minutes returns the same project.
  await expect(page).toHaveURL(plinthUrl() + room)
  expect(await call<unknown[]>(page, 'GET', '/api/projects')).toHaveLength(1)

  await page.goto(`${plinthUrl()}/?q=windowsill`)
  await page
    .getByRole('link', { name: /^Hire Creator of Three/ })
    .first()
    .click()
  await expect(form.getByLabel('Project details')).toHaveValue('')
  expect(complaints).toEqual([])
})

test('an inquiry becomes a quote with milestones, which is accepted and paid', async ({
  page,
  openBrowser,
}) => {
  await signUp(page, 'Runa')
  const maker = await openBrowser()
  await signInAs(maker, 'Lucía', { path: '/messages' })
  const lucia = await call<{ id: string }>(maker, 'GET', '/api/auth/user')
  const { conversationId } = await inquire(page, lucia, 'Labels for forty jars')
  await openThread(maker, conversationId)
  await maker.getByRole('button', { name: 'Send a quote' }).click()
  const quote = maker.getByRole('dialog', { name: 'Send a quote' })
  await quote.getByRole('button', { name: 'Send the quote' }).click()
  await expect(quote.getByText('Please choose a final delivery date')).toBeVisible()

  await quote.getByRole('textbox', { name: /^Price/ }).fill('3,200')
  await quote.getByLabel('Final delivery by').fill(dayAhead(90))
  await quote.getByLabel('Files in the price').fill('5')
  for (const [place, title] of ['One drawing', 'Proofs', 'Print-ready files'].entries()) {
    await quote.getByRole('button', { name: 'Add a milestone' }).click()
    const field = quote.getByLabel(`Step ${place + 1}`, { exact: true })
    await expect(field).toBeFocused()
    await field.fill(title)
  }
  await quote.getByLabel('Due date of step 3').fill(dayAhead(90))
  const firstStep = quote.getByLabel('Step 1', { exact: true })
  await quote.getByRole('button', { name: 'Move step 2 up' }).press('Enter')
  await expect(firstStep).toHaveValue('Proofs')
  await expect(quote.getByRole('button', { name: 'Move step 1 up' })).toBeFocused()
  const grips = quote.locator('.step-grip')
  const second = await grips.nth(1).boundingBox()
  await grips.first().hover()
  await maker.mouse.down()
  await maker.mouse.move((second?.x ?? 0) + 8, (second?.y ?? 0) + (second?.height ?? 0) - 4)
  await expect(firstStep).toHaveValue('One drawing')
  await maker.mouse.up()
  await quote.getByRole('button', { name: 'Remove step 2' }).click()
  await expect(quote.getByText('Two steps')).toBeVisible()

  await quote.getByRole('button', { name: 'Save draft' }).click()
  await maker.reload()
  await maker.getByRole('button', { name: 'Send a quote' }).click()
  await expect(quote.getByRole('textbox', { name: /^Price/ })).toHaveValue('3,200')
  await expect(quote.getByLabel('Files in the price')).toHaveValue('5')
  await quote.getByRole('button', { name: 'Send the quote, $3,200' }).click()
  await expect(maker.getByText('Quote Sent', { exact: true })).toBeVisible()

  await openThread(page, conversationId)
  const paper = thread(page).getByRole('article', { name: 'Quote' })
  await expect(paper.getByText('Print-ready files')).toBeVisible()
  await expect(paper.getByText('Files in the price')).toBeVisible()
  // The rules of the deposit are shown before it is paid.
  await paper.getByText('When the money comes back').click()
  await expect(paper.getByText(/Without a ruling in 30 days: half each$/)).toBeVisible()
  await paper.getByRole('button', { name: 'Accept and pay $1,600' }).dblclick()
  await payByCard(page)
  await expect(page.getByText('Payment Successful', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/projects\/[\da-f-]+$/)
  // The offer is withdrawn, and the other person is notified wherever they are.
  const sent = thread(maker).getByRole('article', { name: 'Quote' })
  await expect(sent.getByText('Accepted.', { exact: true })).toBeVisible()
  await expect(sent.getByRole('link', { name: 'Open the project room' })).toBeVisible()
})
