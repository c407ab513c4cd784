import { expect } from '@playwright/test'
import { leaveCheckout, connectBank, payByCard, payWithDeclinedCard } from '../payments.ts'
import { plinthUrl, signUp, test, watchForComplaints } from '../people.ts'

test('somebody becomes a creator, connects a bank, cancels and resumes', async ({ page }) => {
  const complaints = watchForComplaints(page)
  await signUp(page, 'Runa')
  await page.goto(plinthUrl())
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL(`${plinthUrl()}/subscribe`)
  await expect(page.getByText('$5.99', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Become a Creator' }).dblclick()
  await leaveCheckout(page)
  await expect(page.getByText(/Nothing was charged/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Creator Dashboard' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await payByCard(page)
  await expect(page.getByText('Payment Successful', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
  await expect(page).toHaveURL(`${plinthUrl()}/subscribe`)
  await expect(page.getByText('Visa ending 4242')).toBeVisible()

  await page.getByRole('button', { name: 'Connect a bank account' }).click()
  await connectBank(page)
  await expect(page.getByText('Bank account connected', { exact: true })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Creator subscription' })
  await expect(row).toContainText('$5.99')
  await page.getByRole('button', { name: 'Last month' }).click()
  await expect(page.getByText('No payments in this period')).toBeVisible()
  await expect(page).toHaveURL(/\?from=\d{4}-\d\d-01&to=/)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(row).toHaveCount(1)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)

  await page.goto(`${plinthUrl()}/subscribe`)
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  const ask = page.getByRole('alertdialog', { name: 'Cancel the subscription?' })
  await expect(ask.getByRole('button', { name: 'Keep subscription' })).toBeFocused()
  await ask.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByText('Subscription cancelled', { exact: true })).toBeVisible()
  await expect(page.getByText(/^You’re a creator until /)).toBeVisible()
  await page.getByRole('button', { name: 'Keep subscription' }).click()
  await expect(page.getByText('Subscription kept', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel subscription' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('a declined card makes nobody a creator, and the page says what went wrong', async ({
  page,
}) => {
  await signUp(page, 'Runa')
  await page.goto(`${plinthUrl()}/subscribe`)
  await page.route('**/api/become-creator', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Become a Creator' }).click()
  await expect(
    page.getByText('Failed to start subscription. Please try again.', { exact: true }),
  ).toBeVisible()
  for (const [answer, ...words] of [
    [
      { status: 503, body: 'busy' },
      'Failed to start subscription process',
      'Please try again later.',
    ],
    [{ json: { subscriptionUrl: 'about:blank' } }, 'Failed to start creator subscription process.'],
  ] as const) {
    await page.route('**/api/become-creator', (route) => route.fulfill(answer), { times: 1 })
    await page.getByRole('button', { name: 'Become a Creator' }).click()
    for (const line of words)
      await expect(page.getByText(line, { exact: true }).first()).toBeVisible()
  }
  await page.getByRole('button', { name: 'Become a Creator' }).click()
  await payWithDeclinedCard(page)
  await leaveCheckout(page)
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeVisible()
})
