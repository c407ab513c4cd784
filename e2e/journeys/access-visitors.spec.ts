import { expect, test, type Page } from '@playwright/test'
import { expectAccessibleAtBothWidths } from '../accessibility.ts'
import { call, plinthUrl, signInAs } from '../people.ts'

/** The addresses of everything public, with what each is called here. */
async function publicPages(page: Page): Promise<[name: string, path: string][]> {
  const [work] = await call<{ id: string }[]>(page, 'GET', '/api/portfolios?search=windowsill')
  const [post] = await call<{ id: string }[]>(page, 'GET', '/api/posts/explore?sort=popular')
  return [
    ['profile', '/@marit'],
    ['work', `/portfolio/${work?.id ?? ''}`],
    ['post', `/post/${post?.id ?? ''}`],
    ['explore', '/explore'],
    ['explore, posts', '/explore/posts'],
    ['tag', '/explore/tag/ceramics'],
    ['search', '/search?q=ceramics'],
    ['misspelt search', '/search?q=cermics'],
    ['AI and licences', '/ai'],
    ['terms', '/terms'],
    ['privacy', '/privacy'],
    ['imprint', '/imprint'],
    ['messages', '/messages'],
  ]
}

test('public pages and what needs signing in are accessible', async ({ page }) => {
  test.slow()
  for (const [name, path] of await publicPages(page)) {
    await page.goto(plinthUrl() + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessibleAtBothWidths(page, name)
  }
})

test('the rights of a work are accessible', async ({ page }) => {
  await signInAs(page, 'Marit')
  const [work] = await call<{ id: string }[]>(page, 'GET', '/api/portfolios?search=windowsill')
  await page.goto(`${plinthUrl()}/portfolio/${work?.id ?? ''}/rights`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'rights of a work')
})

/** Where headings, pictures and the main buttons are, to the pixel. */
const places = (page: Page): Promise<string[]> =>
  page.evaluate(`
    [...document.querySelectorAll('h1, h2, main img, main article, main .button')]
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.top < innerHeight)
      .map(({ one, box }) =>
        [one.tagName, ...[box.x, box.y, box.width, box.height].map(Math.round)].join(' '))`)

for (const size of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test.describe(`${size.width} wide`, () => {
    test.use({ viewport: size })

    test('nothing moves when the scripts take over a page', async ({ page }) => {
      const root = page.locator('#root')
      for (const [name, path] of await publicPages(page)) {
        let letGo: () => void = () => undefined
        const held = new Promise<void>((resolve) => {
          letGo = resolve
        })
        await page.route(/\/assets\/.*\.js$/, async (route) => {
          await held
          await route.continue()
        })
        await page.goto(plinthUrl() + path)
        await page.evaluate('document.fonts.ready')
        await root.evaluate((one) => one.firstElementChild?.setAttribute('data-server', ''))
        const before = await places(page)
        letGo()
        await expect(page.locator('[data-server]')).toHaveCount(0)
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        expect(await places(page), name).toEqual(before)
        await page.unrouteAll({ behavior: 'wait' })
      }
    })
  })
}
