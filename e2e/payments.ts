import { expect, type Page } from '@playwright/test'

const GOOD_CARD = '4242424242424242'

/** Pays on the card provider's page with a card that is good, and comes back to the room. */
export async function payByCard(page: Page, name: string | RegExp): Promise<void> {
  const pay = page.getByRole('button', { name })
  await expect(pay).toBeVisible()
  await page.locator(`button[name="fill"][value="${GOOD_CARD}"]`).click()
  const holder = page.getByLabel('Name on card')
  if ((await holder.inputValue()) === '') await holder.fill('Test Card')
  const email = page.getByLabel('Email')
  if ((await email.inputValue()) === '') await email.fill('card@example.com')
  await pay.click()
  await expect(page).toHaveURL(/\/projects\/[\da-f-]{36}/)
}
