import { expect, type Page } from '@playwright/test'
import { expectAccessibleAtBothWidths } from '../accessibility.ts'
import { plinthUrl, signUp, test, watchForComplaints } from '../people.ts'

/** Opens a page whose scripts wait until the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(plinthUrl() + path, { waitUntil: 'domcontentloaded' })
  await page.locator('#root').evaluate((one) => {
    one.firstElementChild?.setAttribute('data-server', '')
  })
  return letGo
}

const isTakenOver = (page: Page) => expect(page.locator('[data-server]')).toHaveCount(0)

test.describe('home before its scripts are there', () => {
  test('opens the menu that was pressed', async ({ page }) => {
    await signUp(page, 'Ylva')
    const letGo = await openWithoutScripts(page, '/')
    await page.getByRole('button', { name: 'Menu' }).click()
    letGo()
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible()
  })

  test('opens the work that was pressed over the page', async ({ page }) => {
    await signUp(page, 'Ylva')
    const letGo = await openWithoutScripts(page, '/')
    const work = page.getByRole('article').first().locator('.work-link')
    const title = await work.innerText()
    await work.click()
    letGo()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(`${plinthUrl()}/`)
  })

  test('finishes a press that began before and ends after', async ({ page }) => {
    await signUp(page, 'Ylva')
    const letGo = await openWithoutScripts(page, '/')
    await page.getByRole('button', { name: 'Menu' }).hover()
    await page.mouse.down()
    letGo()
    await isTakenOver(page)
    await page.mouse.up()
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible()
  })

  test('searches for what was typed and sent', async ({ page }) => {
    await signUp(page, 'Ylva')
    const letGo = await openWithoutScripts(page, '/')
    const field = page.getByRole('main').getByRole('searchbox')
    await field.fill('windowsill')
    await field.press('Enter')
    letGo()
    await expect(page).toHaveURL(`${plinthUrl()}/?q=windowsill`)
    await expect(field).toHaveValue('windowsill')
    await expect(field).toBeFocused()
  })
})

test.describe('For You before its scripts are there', () => {
  test('keeps presses', async ({ page }) => {
    const complaints = watchForComplaints(page)
    await signUp(page, 'Ylva')
    const letGo = await openWithoutScripts(page, '/for-you')
    const posts = page.getByRole('feed', { name: 'Posts for you' }).getByRole('article')
    const save = posts.first().getByRole('button', { name: /^Save / })
    const like = posts.first().getByRole('button', { name: /^Like / })
    for (const button of [save, like]) await button.click()
    letGo()
    await isTakenOver(page)
    for (const button of [save, like]) await expect(button).toHaveAttribute('aria-pressed', 'true')
    expect(complaints).toEqual([])
  })

  test('asks for no posts again', async ({ page }) => {
    await signUp(page, 'Ylva')
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname === '/api/posts' && !search.includes('cursor')) asked.push(search)
    })
    const letGo = await openWithoutScripts(page, '/for-you')
    letGo()
    await isTakenOver(page)
    await expectAccessibleAtBothWidths(page, 'For You')
    expect(asked).toEqual([])
  })
})

for (const size of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test.describe(`${size.width} wide`, () => {
    test.use({ viewport: size })

    test('nothing moves when the scripts take over a member’s page', async ({ page }) => {
      await signUp(page, 'Ylva')
      for (const path of ['/', '/for-you']) {
        const letGo = await openWithoutScripts(page, path)
        await page.evaluate('document.fonts.ready')
        const places = () =>
          page.evaluate<
            unknown[]
          >(`[...document.querySelectorAll('h2, article, a, button')].flatMap((one) => {
            const { x, y, width, height } = one.getBoundingClientRect()
            const isSeen = width > 0 && y < innerHeight && x < innerWidth && x + width > 0
            return isSeen ? [[one.tagName, one.textContent.slice(0, 24), x, y, width, height]] : []
          })`)
        const before = await places()
        letGo()
        await isTakenOver(page)
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        // The ledge has two buttons more, in a place of their own.
        expect(await places(), path).toEqual(expect.arrayContaining(before))
        await page.unrouteAll({ behavior: 'wait' })
      }
    })
  })
}
