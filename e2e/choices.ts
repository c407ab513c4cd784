import { expect, type Locator } from '@playwright/test'

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
