import { expect } from '@playwright/test'
import { tabTo } from '../controls.ts'
import { keepFeedQuiet, plinthUrl, seeWall, signInAs, signUp, test } from '../people.ts'

// With motion, as most people have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Returns the focused element if something covers its middle or it is outside the window. */
const FOCUS_IS_IN_SIGHT = `(() => {
  const focused = document.activeElement
  const { x, y, width, height } = focused.getBoundingClientRect()
  const there = document.elementFromPoint(x + width / 2, y + height / 2)
  const isSeen = there !== null && (there.contains(focused) || focused.contains(there))
  return isSeen ? '' : focused.outerHTML.slice(0, 160)
})()`
const FOCUS_IS_INSIDE = "document.querySelector('[role=dialog]').contains(document.activeElement)"

test('by keyboard alone: from the wall to a liked work and its neighbours', async ({ page }) => {
  await signInAs(page, 'Ben', { path: '/' })
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
  // The dialog traps the focus, however often Tab is pressed.
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
  // The previous work is known once its neighbours are loaded.
  await expect(dialog.getByRole('button', { name: 'Previous: Moon Jar' })).toBeAttached()
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByRole('heading', { name: 'Moon Jar' })).toBeVisible()
  // One press closes the dialog together with the tooltip of the focused button.
  await dialog.getByRole('button', { name: /^Next/ }).focus()
  await expect(page.getByRole('tooltip')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(card).toBeFocused()
})

test('by keyboard alone: from home to a post in For You, and a comment on it', async ({ page }) => {
  await signUp(page, 'Ylva')
  await keepFeedQuiet(page)
  await page.goto(plinthUrl())
  await seeWall(page)
  await tabTo(page, 'For You')
  await page.keyboard.press('Enter')
  const posts = page.getByRole('feed').getByRole('article')
  await expect(posts.first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(posts.nth(1)).toBeFocused()
  const title = await posts.nth(1).getByRole('heading', { level: 2 }).innerText()
  await tabTo(page, `Like ${title}`)
  await page.keyboard.press('Space')
  await expect(posts.nth(1).getByRole('button', { name: `Like ${title}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await tabTo(page, `Comments on ${title}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await tabTo(page, 'Your comment')
  const words = `Seen without a mouse, ${Date.now()}`
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  const said = page.getByRole('listitem').filter({ hasText: words })
  await expect(said).toBeVisible()
  await said.getByRole('button', { name: /^Actions on the comment/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  // The safe button has the focus.
  await expect(page.getByRole('button', { name: 'Keep comment' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(said).toHaveCount(0)
})

test('by keyboard alone: the dialog of a new post traps the focus and returns it', async ({
  page,
}) => {
  await signUp(page, 'Ylva')
  await page.goto(`${plinthUrl()}/explore`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await tabTo(page, 'Create Post')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create Post' })
  await expect(dialog.getByLabel('Title')).toBeVisible()
  await expect(page).toHaveURL(/\/explore\?dialog=post$/)
  // The window is too low for the whole form: its footer stays in place and never covers the focused field.
  await page.setViewportSize({ width: 1440, height: 620 })
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press(press < 20 ? 'Tab' : 'Shift+Tab')
    expect(await page.evaluate(FOCUS_IS_INSIDE)).toBe(true)
    expect(await page.evaluate(FOCUS_IS_IN_SIGHT)).toBe('')
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Create Post' })).toBeFocused()
})

test('a select keeps the focus while its list loads, and opens', async ({ page }) => {
  await signUp(page, 'Ylva')
  let arrive: () => void = () => undefined
  const lists = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\/assets\/(menu-list|list-select)-/, async (route) => {
    await lists
    await route.continue()
  })
  await page.goto(plinthUrl())
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' })
  const order = page.getByRole('combobox', { name: 'Order' })
  await menu.focus()
  arrive()
  // Only our own select's trigger has a state.
  await expect(menu).toHaveAttribute('data-state', 'closed')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Home' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await expect(order).toHaveAttribute('data-state', 'closed')
})

test('a select in use stays the browser’s own until somebody is done with it', async ({ page }) => {
  await signUp(page, 'Ylva')
  let arrive: () => void = () => undefined
  const list = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\/assets\/list-select-/, async (route) => {
    await list
    await route.continue()
  })
  await page.goto(plinthUrl())
  const order = page.getByRole('combobox', { name: 'Order' })
  await order.focus()
  const come = page.waitForResponse(/\/assets\/list-select-/)
  arrive()
  await (await come).finished()
  await expect(order).toBeFocused()
  await order.selectOption('Most liked')
  await expect(page).toHaveURL(/sort=popular/)
  await expect(order).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(order).toHaveAttribute('data-state', 'closed')
  await expect(order).toHaveText('Most liked')
})
