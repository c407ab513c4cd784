import { expect, type Page } from '@playwright/test'
import { expectAccessibleAtBothWidths } from '../accessibility.ts'
import { openChoice } from '../controls.ts'
import { plinthUrl, signUp, test, watchForComplaints } from '../people.ts'

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const cards = (page: Page) => main(page).getByRole('article')
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })

/** Opens the palette by a key, which works once the code that listens has loaded, and types into its field. */
async function typeIntoPalette(page: Page, key: string, words: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(palette(page)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await palette(page).getByRole('combobox').fill(words)
}
const option = (page: Page, name: RegExp) => palette(page).getByRole('option', { name })

test('explore is filtered by category, price and place, and the address holds it all', async ({
  page,
}) => {
  const complaints = watchForComplaints(page)
  await signUp(page, 'Embla')
  await page.goto(`${plinthUrl()}/explore`)
  await expect(cards(page).first()).toBeVisible()
  await expect(page.getByText(/^\d+ works by \d+ makers$/)).toBeVisible()

  await page.getByRole('link', { name: /^Crafting/ }).click()
  await expect(page).toHaveURL(/category=crafting/)
  await expect(cards(page).first()).toContainText('Crafting')

  const highest = page.getByRole('slider', { name: 'Highest price' })
  await highest.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/max=\d+/)
  const max = Number(new URL(page.url()).searchParams.get('max'))
  expect(max % 25).toBe(0)
  await expect(highest).toHaveAttribute('aria-valuenow', String(max))

  // The list of places is long, and is read again with each filter.
  await openChoice(page.getByRole('combobox', { name: 'Place' }))
  await page.getByRole('option', { name: 'Bergen' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/place=Bergen/)
  await expect(page.getByText(/up to \$[\d,]+, in Bergen/)).toBeVisible()
  await expect(cards(page).first()).toContainText('Marit Solheim')
  await page.reload()
  await expect(cards(page).first()).toContainText('Marit Solheim')
  await expectAccessibleAtBothWidths(page, 'explore with filters')

  await page.getByRole('link', { name: 'Clear all' }).click()
  // The category has a tab of its own.
  await expect(page).toHaveURL(`${plinthUrl()}/explore?category=crafting`)
  expect(complaints).toEqual([])
})

test('explore offers to drop the filter that leaves nothing', async ({ page }) => {
  await signUp(page, 'Embla')
  await page.goto(`${plinthUrl()}/explore?place=Bergen&origin=ai_generated`)
  await expect(page.getByText('No work fits all of this.')).toBeVisible()
  await expect(page.getByText(/^Without “AI-generated” there (are|is) \d+\.$/)).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'explore without works')
  await page.getByRole('link', { name: 'Drop “AI-generated”' }).click()
  await expect(page).toHaveURL(`${plinthUrl()}/explore?place=Bergen`)
  await expect(cards(page).first()).toContainText('Marit Solheim')
})

test('on a phone the filters are in a sheet that says how many works fit', async ({ page }) => {
  await signUp(page, 'Embla')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${plinthUrl()}/explore`)
  await page.getByRole('button', { name: 'Filter' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Place').selectOption('Bergen')
  await sheet.getByRole('button', { name: /^Show \d+ works?$/ }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(/place=Bergen/)
  await expect(cards(page).first()).toContainText('Marit Solheim')
})

test('a search opens by a key, finds people by the keyboard and returns the focus', async ({
  page,
}) => {
  const complaints = watchForComplaints(page)
  await signUp(page, 'Embla')
  await page.goto(`${plinthUrl()}/explore`)
  const tab = page.getByRole('link', { name: /^Crafting/ })
  await tab.focus()
  await typeIntoPalette(page, '/', '')
  const field = palette(page).getByRole('combobox')
  await expect(field).toBeFocused()
  await expect(palette(page).getByRole('group', { name: 'Tags' })).toBeVisible()
  await expect(palette(page).getByRole('group', { name: 'Do it now' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(tab).toBeFocused()

  await typeIntoPalette(page, 'Control+k', 'marit')
  await expect(option(page, /^(Creator )?Marit Solheim/)).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'the search palette')
  await field.focus()
  await page.keyboard.press('ArrowDown')
  await expect(option(page, /^(Creator )?Marit Solheim/)).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', 'people-0')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(/Marit Solheim/)
  expect(complaints).toEqual([])
})

test('recent searches are kept, opened again and forgotten', async ({ page }) => {
  await signUp(page, 'Embla')
  await page.goto(`${plinthUrl()}/explore`)
  await expect(cards(page).first()).toBeVisible()
  for (const words of ['stoneware', 'poster']) {
    await typeIntoPalette(page, 'Control+k', words)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(words)
  }
  await typeIntoPalette(page, 'Control+k', '')
  const recent = palette(page).getByRole('group', { name: 'You searched for' })
  await expect(recent.getByRole('option')).toHaveText(['poster', 'stoneware'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await expect(recent.getByRole('option')).toHaveText(['stoneware'])
  await recent.getByRole('option').click()
  await expect(page).toHaveURL(/q=stoneware/)
  await typeIntoPalette(page, 'Control+k', '')
  await palette(page).getByRole('button', { name: 'Forget these searches' }).click()
  await expect(recent).toHaveCount(0)
})

test('a misspelt search says what it took, in three parts with counts', async ({ page }) => {
  await signUp(page, 'Embla')
  await page.goto(`${plinthUrl()}/explore`)
  await expect(cards(page).first()).toBeVisible()
  await typeIntoPalette(page, '/', 'cermaics')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('ceramics')
  await expect(
    page.getByText('No results for “cermaics”. Showing “ceramics” instead.'),
  ).toBeVisible()
  for (const name of ['Works', 'People', 'Posts']) {
    await expect(
      page.getByRole('heading', { level: 2, name: new RegExp(`^${name} \\d`) }),
    ).toBeVisible()
  }
  await page.getByRole('button', { name: 'Follow Marit Solheim' }).click()
  await expect(page.getByRole('button', { name: 'Following Marit Solheim' })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'search')

  const parts = page.getByRole('navigation', { name: 'Results' })
  await parts.getByRole('link', { name: /^People/ }).click()
  await expect(page).toHaveURL(/tab=people/)
  await expect(page.getByRole('button', { name: 'Following Marit Solheim' })).toBeVisible()
  await page.getByRole('link', { name: '“cermaics”' }).click()
  await expect(page).toHaveURL(/exact=true/)
  await expect(heading(page)).toHaveText('cermaics')
})

test('a search without results says so and shows popular works', async ({ page }) => {
  await signUp(page, 'Embla')
  await page.goto(`${plinthUrl()}/explore`)
  await expect(cards(page).first()).toBeVisible()
  await typeIntoPalette(page, '/', 'qqxvyz')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing for “qqxvyz” yet.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Popular works' })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'a search without results')
})
