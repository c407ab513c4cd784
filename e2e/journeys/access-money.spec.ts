import { expect } from '@playwright/test'
import { payByCard } from '../payments.ts'
import { expectAccessibleAtBothWidths } from '../accessibility.ts'
import { inquire, openThread, thread } from '../messages.ts'
import { call, dayAhead, plinthUrl, signInAs, signUp, test } from '../people.ts'

test('subscribing, payouts and the statement are accessible', async ({ page }) => {
  await signUp(page, 'Vigdis')
  await page.goto(`${plinthUrl()}/statement`)
  await expect(page.getByText('No payments yet')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'empty statement')
  await page.goto(`${plinthUrl()}/subscribe`)
  await expect(page.getByRole('button', { name: 'Become a Creator' })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'subscribe')
  await page.getByRole('button', { name: 'Become a Creator' }).click()
  await payByCard(page)
  await expect(page.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect a bank account' })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'dashboard')
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'cancelling')
  await page.goto(`${plinthUrl()}/statement`)
  await expect(page.getByText('Creator subscription', { exact: true })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'statement')
})

test('hiring and quoting are accessible', async ({ page, openBrowser }) => {
  const client = await signUp(await openBrowser(), 'Aud')
  await client.page.goto(`${plinthUrl()}/?q=windowsill`)
  await client.page
    .getByRole('link', { name: /^Hire Creator of Three/ })
    .first()
    .click()
  const form = client.page.getByRole('dialog', { name: 'Hire Marit Solheim' })
  await form.getByRole('button', { name: 'Send request, pay $140' }).click()
  await expect(form.getByText('Please provide project details')).toBeVisible()
  await expectAccessibleAtBothWidths(client.page, 'hire with an error')

  await signInAs(page, 'Lucía', { path: '/messages' })
  const lucia = await call<{ id: string }>(page, 'GET', '/api/auth/user')
  const { conversationId } = await inquire(client.page, lucia, 'Labels, looked at')
  await openThread(page, conversationId)
  await page.getByRole('button', { name: 'Send a quote' }).click()
  const quote = page.getByRole('dialog', { name: 'Send a quote' })
  await quote.getByRole('textbox', { name: /^Price/ }).fill('850')
  await quote.getByRole('button', { name: 'Add a milestone' }).click()
  await quote.getByLabel('Step 1', { exact: true }).fill('One drawing')
  await quote.getByRole('button', { name: 'Add a milestone' }).click()
  await quote.getByRole('button', { name: 'Send the quote, $850' }).click()
  await expect(quote.getByText('Please choose a final delivery date')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'quote with an error')
  await quote.getByLabel('Final delivery by').fill(dayAhead(30))
  await quote.getByRole('button', { name: 'Send the quote, $850' }).click()
  await expect(quote).toHaveCount(0)
  await openThread(client.page, conversationId)
  await expect(
    thread(client.page).getByRole('button', { name: 'Accept and pay $425' }),
  ).toBeVisible()
  await expectAccessibleAtBothWidths(client.page, 'thread with a quote')
})
