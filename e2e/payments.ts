import { expect, type Page } from '@playwright/test'
import { plinthUrl } from './people.ts'

/** Waits for the sandbox's card page. */
export const seeCheckout = (page: Page) => expect(page).toHaveURL(/\/cards\/checkout\//)

/** Fills in the form with the test card whose number begins like this. */
async function chooseCard(page: Page, number: string): Promise<void> {
  const card = page.locator(`button[name="fill"][value^="${number}"]`).first()
  if (!(await card.isVisible())) await page.getByText('Test cards').click()
  await card.click()
}

/** Pays there with a test card and returns to Plinth. */
export async function payByCard(page: Page, number = '4242'): Promise<void> {
  await seeCheckout(page)
  await chooseCard(page, number)
  await page.getByRole('button', { name: /^(Pay|Subscribe and pay) / }).click()
  await expect(page).toHaveURL(new RegExp(`^${plinthUrl()}`))
}

export async function leaveCheckout(page: Page): Promise<void> {
  await seeCheckout(page)
  await page.getByRole('link', { name: /^Back to / }).click()
  await expect(page).toHaveURL(new RegExp(`^${plinthUrl()}`))
}

/** Enters a bank account on the sandbox's page. */
export async function connectBank(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/cards\/onboarding\//)
  await page.getByRole('button', { name: 'Fill in test details' }).click()
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page).toHaveURL(new RegExp(`^${plinthUrl()}`))
}

/** Plinth's secret key at the sandbox, which selects its world there. */
const KEY = 'sk_test_plinth'

/** Calls the card provider, to do what a bank would do or to read its books. */
async function atProvider<T = unknown>(
  page: Page,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  data?: object,
): Promise<T> {
  const screen = await page.request.get(`${plinthUrl()}/api/login`, { maxRedirects: 0 })
  const { origin } = new URL(screen.headers()['location'] ?? '')
  const answer = await page.request.fetch(origin + path, {
    method,
    headers: { authorization: `Bearer ${KEY}` },
    ...(data === undefined ? {} : { data }),
  })
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
  return (await answer.json()) as T
}

/** Pays with a declined card; the page stays and says so. */
export async function payWithDeclinedCard(page: Page): Promise<void> {
  await seeCheckout(page)
  await chooseCard(page, '4000000000000002')
  await page.getByRole('button', { name: /^(Pay|Subscribe and pay) / }).click()
  await expect(page.getByText(/declined/i).first()).toBeVisible()
}

interface Listed {
  data: { id: string; metadata?: { user?: string } }[]
}

/** Lets the bank return the refund of a project's deposit, once it was sent. */
export async function returnRefund(page: Page, projectId: string): Promise<void> {
  const charges = await atProvider<Listed>(page, 'GET', `/v1/charges?transfer_group=${projectId}`)
  const where = `/v1/refunds?charge=${charges.data[0]?.id}`
  const refunds = async () => (await atProvider<Listed>(page, 'GET', where)).data
  await expect.poll(async () => (await refunds()).length).toBe(1)
  await atProvider(page, 'POST', `/cards/control/refunds/${(await refunds())[0]?.id}/fail`, {})
}

/** Ends somebody's subscription, as the provider does when it gives up on their card. */
export async function endSubscription(page: Page, userId: string): Promise<void> {
  const { data } = await atProvider<Listed>(page, 'GET', '/v1/customers?limit=100')
  const customer = data.find(({ metadata }) => metadata?.user === userId)
  const subscriptions = await atProvider<Listed>(
    page,
    'GET',
    `/v1/subscriptions?customer=${customer?.id}`,
  )
  await atProvider(page, 'DELETE', `/v1/subscriptions/${subscriptions.data[0]?.id}`)
}

const GOOD_CARD = '4242424242424242'

/** Pays on the card provider's page with a valid card and returns to the project room. */
export async function payWithCard(page: Page, name: string | RegExp): Promise<void> {
  const pay = page.getByRole('button', { name })
  await expect(pay).toBeVisible()
  await chooseCard(page, GOOD_CARD)
  const holder = page.getByLabel('Name on card')
  if ((await holder.inputValue()) === '') await holder.fill('Test Card')
  const email = page.getByLabel('Email')
  if ((await email.inputValue()) === '') await email.fill('card@example.com')
  await pay.click()
  await expect(page).toHaveURL(/\/projects\/[\da-f-]{36}/)
}
