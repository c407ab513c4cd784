import { expect, type Page } from '@playwright/test'

/** Presses, and waits for the server's answer to it: what is wished is on show before it is heard. */
export async function answered(
  page: Page,
  ending: string,
  press: () => Promise<void>,
): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().endsWith(ending))
  await press()
  expect((await answer).status()).toBe(200)
}
