import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import { expectAccessibleAtBothWidths } from '../accessibility.ts'
import { pressAndWait } from '../controls.ts'
import { plinthUrl } from '../people.ts'

const findWork = async (page: Page): Promise<string> => {
  const answer = await page.request.get(`${plinthUrl()}/api/portfolios?search=windowsill`)
  const works = (await answer.json()) as { id: string }[]
  return `${plinthUrl()}/portfolio/${works[0]?.id ?? ''}`
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor goes from the landing page to explore, a work, its creator, a post and search', async ({
    page,
  }) => {
    const heading = page.getByRole('heading', { level: 1 })
    await page.goto(plinthUrl())
    await page.getByRole('link', { name: 'Explore' }).first().click()
    await expect(heading).toHaveText('Explore')
    await expect(page.getByRole('article').first()).toBeVisible()

    await page.goto(await findWork(page))
    await expect(heading).toHaveText('Three for a Windowsill')
    await expect(page.getByRole('link', { name: /Like Three for a Windowsill/ })).toHaveAttribute(
      'href',
      /^\/api\/login\?returnTo=%2Fportfolio/,
    )

    await page
      .getByRole('link', { name: /Marit Solheim/ })
      .first()
      .click()
    await expect(page).toHaveURL(`${plinthUrl()}/@marit`)
    await expect(heading).toHaveText('Marit Solheim')

    await page.getByRole('link', { name: 'Posts', exact: true }).click()
    await page.getByRole('link', { name: /^October jar/ }).click()
    await expect(page).toHaveURL(/\/post\//)
    await expect(heading).toHaveText('October jar')

    await page.getByRole('searchbox', { name: 'Search works, people and tags' }).fill('ceramics')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${plinthUrl()}/search?q=ceramics`)
    await expect(heading).toContainText('ceramics')
  })
})

test('a visitor likes a work, joins, and is back with the work liked', async ({ page }) => {
  const work = await findWork(page)
  await page.goto(work)
  await page.getByRole('link', { name: /Like Three for a Windowsill/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Like Three for a Windowsill' })
  await expect(dialog).toContainText("you're back on this page with Three for a Windowsill liked")
  await dialog.getByRole('link', { name: 'Join free' }).click()
  await page.getByLabel('First name').fill('Ylva')
  await page.getByLabel('Last name').fill('Newcomer')
  await page.getByLabel('Email').fill(`${randomUUID()}@example.com`)
  await page.getByRole('textbox', { name: 'Password' }).fill('a long enough secret')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(work)
  await expect(page.getByText('You like Three for a Windowsill now').first()).toBeVisible()
  const like = page.getByRole('button', { name: /Like Three for a Windowsill/ })
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  // It happens once: a like that is taken back stays so.
  await pressAndWait(page, '/like', () => like.click())
  await page.reload()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
})

test('the dialog works by keyboard and returns the focus', async ({ page }) => {
  await page.goto(`${plinthUrl()}/@marit`)
  const follow = page.getByRole('link', { name: 'Follow Marit Solheim' }).first()
  await follow.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Join free' })).toBeFocused()
  await expectAccessibleAtBothWidths(page, 'sign-in dialog')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(follow).toBeFocused()
})

test.describe('before the scripts are there', () => {
  let letGo: () => void
  test.beforeEach(async ({ page }) => {
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${plinthUrl()}/@marit`)
  })

  test('a press waits for its dialog', async ({ page }) => {
    await page.getByRole('link', { name: 'Follow Marit Solheim' }).first().click()
    letGo()
    await expect(page.getByRole('dialog', { name: 'Follow Marit Solheim' })).toBeVisible()
    await expect(page).toHaveURL(`${plinthUrl()}/@marit`)
  })

  test('what is typed stays', async ({ page }) => {
    const field = page.getByRole('searchbox', { name: 'Search works, people and tags' })
    await field.pressSequentially('windows')
    letGo()
    const palette = page.getByRole('combobox', { name: 'Search works, people and tags' })
    await expect(palette).toHaveValue('windows')
    await expect(palette).toBeFocused()
    await page.keyboard.type('ill')
    await expect(page.getByRole('option', { name: /Three for a Windowsill/ })).toBeVisible()
  })
})
