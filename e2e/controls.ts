import { expect, type Page, type Locator } from '@playwright/test'

/** Presses, and waits for the server's response: the screen shows the wanted state before the server confirms it. */
export async function pressAndWait(
  page: Page,
  ending: string,
  press: () => Promise<void>,
): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().endsWith(ending))
  await press()
  expect((await answer).status()).toBe(200)
}

/** Opens a select once our list has replaced the browser's own, which a test cannot open. */
export async function openChoice(choice: Locator): Promise<void> {
  await expect(choice).toHaveJSProperty('tagName', 'BUTTON')
  await choice.click()
}

/** Picks an option of a select. */
export async function choose(choice: Locator, option: string): Promise<void> {
  await openChoice(choice)
  await choice.page().getByRole('option', { name: option }).click()
}

/** Presses Tab until the wanted control has the focus. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const wanted = page
    .getByRole('link', { name })
    .or(page.getByRole('button', { name }))
    .or(page.getByRole('textbox', { name }))
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab')
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return
  }
  throw new Error(`Tab does not lead to ${String(name)}`)
}
