import { expect, type Locator } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { signInAs, test } from '../people.ts'
import { openScreen } from '../screens.ts'

/** In the browser, where `evaluate` runs. */
declare const getComputedStyle: (element: unknown) => {
  outlineStyle: string
  outlineOffset: string
  borderTopWidth: string
  backgroundColor: string
  fillOpacity: string
}

test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } })

/** What a person can see of a control's state in forced colours. */
const look = (control: Locator): Promise<string> =>
  control.evaluate((element) => {
    const style = getComputedStyle(element)
    const icon = element.querySelector('svg')
    return [
      style.outlineStyle,
      style.outlineOffset,
      style.borderTopWidth,
      style.backgroundColor,
      icon === null ? 'no icon' : getComputedStyle(icon).fillOpacity,
    ].join(' ')
  })

const border = (one: Locator) => expect(one).toHaveCSS('border-top-style', 'solid')

/** Their contrast is the person's own choice. */
const SYSTEM_COLORS = ['color-contrast']

test('shows what is selected, pressed and focused in forced colours', async ({ page }) => {
  await openScreen(page, 'explore')
  const tabs = page.getByRole('navigation', { name: 'Category' }).getByRole('link')
  expect(await look(tabs.first())).not.toBe(await look(tabs.nth(1)))
  await border(page.getByRole('link', { name: 'Join' }).first())
  const handle = page.getByRole('slider').first()
  const behind = await page.locator('html').evaluate((one) => getComputedStyle(one).backgroundColor)
  await expect(handle).not.toHaveCSS('background-color', behind)
  const selected = await look(tabs.first())
  await page.keyboard.press('Tab')
  await tabs.first().focus()
  expect(await look(tabs.first())).not.toBe(selected)
  await expectAccessible(page, 'explore in forced colours', SYSTEM_COLORS)
})

test('shows buttons, choices and dialogs in forced colours', async ({ page }) => {
  await openScreen(page, 'hire')
  await border(page.getByRole('dialog'))
  await border(page.getByRole('button', { name: /^Send request/ }))
  const choice = page.getByRole('dialog').locator('label', { hasText: '1-2 weeks' })
  const open = await look(choice)
  await choice.click()
  expect(await look(choice)).not.toBe(open)
  await expectAccessible(page, 'hiring in forced colours', SYSTEM_COLORS)
})

test('shows a like in forced colours', async ({ page }) => {
  await openScreen(page, 'profile')
  const like = page.getByRole('button', { name: /Like Nine Cuts$/ })
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  const unpressed = await look(like)
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  expect(await look(like)).not.toBe(unpressed)
  await like.click()
})

test('shows which way a switch is in forced colours', async ({ page }) => {
  await signInAs(page, 'Marit', { path: '/settings#notifications' })
  const switches = page.getByRole('switch')
  const [on, off] = [
    switches.and(page.locator('[aria-checked=true]')),
    switches.and(page.locator('[aria-checked=false]')),
  ]
  expect(await look(on.first())).not.toBe(await look(off.first()))
  await expectAccessible(page, 'settings in forced colours', SYSTEM_COLORS)
})
