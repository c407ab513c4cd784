import { expect, type Page, type Locator } from '@playwright/test'

/** Presses, and waits for the server's answer to it: what is wished is on show before it is heard. */
export async function pressAndWait(
  page: Page,
  ending: string,
  press: () => Promise<void>,
): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().endsWith(ending))
  await press()
  expect((await answer).status()).toBe(200)
}

/** Opens a choice once our list has taken the place of the browser's, which nobody can press open here. */
export async function openChoice(choice: Locator): Promise<void> {
  await expect(choice).toHaveJSProperty('tagName', 'BUTTON')
  await choice.click()
}

/** Picks one of a few. */
export async function choose(choice: Locator, option: string): Promise<void> {
  await openChoice(choice)
  await choice.page().getByRole('option', { name: option }).click()
}

/** Presses Tab until what is meant has the focus, as somebody without a mouse does. */
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
