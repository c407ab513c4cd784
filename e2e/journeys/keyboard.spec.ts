import { expect, test } from '@playwright/test'
import { seeWall, signInAs } from '../people.ts'

const FOCUS_IS_INSIDE = "document.querySelector('[role=dialog]').contains(document.activeElement)"

test('by keyboard alone: from the wall to a liked work and its neighbours', async ({ page }) => {
  await signInAs(page, 'Ben')
  await seeWall(page)
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveText(/Skip/)
  await page.getByPlaceholder('Search creative work...').focus()
  await page.keyboard.type('moon jar')
  const card = page.getByRole('link', { name: /^Moon Jar/ }).first()
  await expect(card).toBeVisible()
  await card.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Moon Jar' })).toBeVisible()
  // The focus stays inside the dialog however often Tab is pressed.
  for (let press = 0; press < 25; press += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(FOCUS_IS_INSIDE)).toBe(true)
  }
  const like = dialog.getByRole('button', { name: /Like Moon Jar/ })
  const before = await like.getAttribute('aria-pressed')
  await like.focus()
  await page.keyboard.press('Space')
  await expect(like).not.toHaveAttribute('aria-pressed', before ?? '')
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('heading', { name: 'Moon Jar' })).toHaveCount(0)
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByRole('heading', { name: 'Moon Jar' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(card).toBeFocused()
})
