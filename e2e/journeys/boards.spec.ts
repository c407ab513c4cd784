import type { Board, BoardItem } from '@plinth/contract/boards/boards.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { call, plinthUrl, signUp, test, watchForComplaints } from '../people.ts'

const picker = (page: Page) => page.getByRole('region', { name: 'Save to a board' })
const items = (page: Page) => page.getByRole('main').getByRole('article')
const titles = (page: Page) => items(page).getByRole('heading').allInnerTexts()

/** Makes a board with the first works of the demo world on it. */
async function makeBoard(page: Page, title: string, many: number) {
  const works = await call<PortfolioItem[]>(page, 'GET', `/api/portfolios?limit=${many}`)
  const board = await call<Board>(page, 'POST', '/api/boards', { data: { title } })
  for (const { id } of works)
    await call(page, 'POST', `/api/boards/${board.id}/items`, { data: { workId: id } })
  return { ...board, titles: works.map((work) => work.title) }
}

test('a work goes to a new board by keyboard, with a note, from its dialog', async ({ page }) => {
  const complaints = watchForComplaints(page)
  await signUp(page, 'Elin')
  await page.goto(`${plinthUrl()}/?q=moon+jar`)
  await page
    .getByRole('link', { name: /^Moon Jar/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: /Save Moon Jar/ })
  await save.focus()
  await page.keyboard.press('Enter')
  await expect(save).toHaveAttribute('aria-pressed', 'true')
  await expect(picker(page)).toBeVisible()
  await expect(picker(page)).toContainText('You have no boards yet.')
  // The focus stays on the button, and Tab leads into the list.
  await expect(save).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(picker(page).getByRole('button', { name: 'New board' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('The second dining room')
  await page.keyboard.press('Enter')
  const board = picker(page).getByRole('button', { name: 'The second dining room' })
  await expect(board).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page, 'the boards beside a save button')

  const note = picker(page).getByRole('textbox', { name: 'Note for The second dining room' })
  await note.focus()
  await page.route('**/api/boards/*/items', (route) => route.fulfill({ status: 503, body: 'busy' }))
  await page.keyboard.type('For the long wall.')
  await page.keyboard.press('Enter')
  await expect(picker(page).getByRole('alert')).toBeVisible()
  await expect(note).toHaveValue('For the long wall.')
  await page.unroute('**/api/boards/*/items')
  // Escape closes the list and not the dialog, gives the focus back, and loses nothing.
  const boards = dialog.getByRole('button', { name: 'Boards for Moon Jar' })
  await page.keyboard.press('Escape')
  await expect(picker(page)).toHaveCount(0)
  await expect(save).toBeFocused()
  await boards.click()
  await expect(note).toHaveValue('For the long wall.')
  await note.focus()
  await page.keyboard.press('Enter')
  await expect(note).toHaveValue('')

  await page.keyboard.press('Escape')
  await expect(picker(page)).toHaveCount(0)
  await expect(boards).toBeFocused()
  await boards.click()
  await expect(board).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Boards' }).click()
  await expect(page.getByText('1 saved, 1 note', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Everything saved 1' })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'the boards')
  await page.getByRole('link', { name: 'The second dining room' }).click()
  await expect(items(page)).toContainText('For the long wall.')
  await items(page).getByRole('link', { name: 'Moon Jar' }).click()
  await expect(page).toHaveURL(/\/portfolio\//)
  // The refused note is the only complaint.
  expect(complaints.filter((one) => !one.includes('503'))).toEqual([])
})

test('a board is noted, arranged, shared by link and read signed out', async ({
  page,
  openBrowser,
}) => {
  const complaints = watchForComplaints(page)
  const visitor = await openBrowser()
  await signUp(page, 'Elin')
  const board = await makeBoard(page, 'For the stairs', 4)
  const [first = '', second = '', third = '', last = ''] = board.titles
  const address = `${plinthUrl()}/boards/${board.id}`
  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { name: 'Sign in to see this board' })).toBeVisible()
  await expect(visitor.getByRole('heading', { name: 'For the stairs' })).toHaveCount(0)

  await page.goto(address)
  await expect(items(page)).toHaveCount(4)
  const option = async (title: string, name: string) => {
    await page.getByRole('button', { name: `Options for ${title}` }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await option(first, 'Write a note')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Half this size.')
  await expectAccessible(page, 'a note')
  await dialog.getByRole('button', { name: 'Save note' }).click()
  await expect(items(page).first()).toContainText('Half this size.')
  await expect(items(page).first()).toContainText(/You, \d/)
  await option(second, 'Not this')
  await expect(page.getByRole('link', { name: 'Not this 1' })).toBeVisible()
  await option(last, 'Move to front')
  await expect.poll(() => titles(page)).toEqual([last, first, second, third])
  await option(third, 'Remove from board')
  await expect(items(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => titles(page)).toEqual([last, first, second, third])

  await page.getByRole('button', { name: 'Arrange' }).click()
  await page.getByRole('button', { name: `Move ${last}, 1 of 4` }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('status').filter({ hasText: `${last}, 2 of 4` })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect.poll(() => titles(page)).toEqual([last, first, second, third])
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const moved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.keyboard.press('Space')
  expect((await moved).status()).toBe(204)
  await expectAccessible(page, 'arranging')
  const handle = page.getByRole('button', { name: `Move ${first}, 1 of 4` })
  const before = await titles(page)
  await page.setViewportSize({ width: 1440, height: 1600 })
  await handle.hover()
  // With the note beside its picture, whose right half is the side behind it.
  const box = await items(page).nth(1).boundingBox()
  await page.mouse.down()
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 40, { steps: 3 })
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - 20, (box?.y ?? 0) + 60, { steps: 3 })
  await page.mouse.up()
  await expect.poll(() => titles(page)).toEqual([before[1], before[0], ...before.slice(2)])
  await page.getByRole('button', { name: 'Done' }).click()
  await expectAccessibleAtBothWidths(page, 'a board')

  await page.getByRole('button', { name: 'Share' }).click()
  await dialog.getByRole('radio', { name: 'Anyone with the link' }).check()
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Add a person' }).fill('Dana Okoye')
  await dialog.getByRole('button', { name: 'Add Dana Okoye' }).click()
  await expect(dialog.getByRole('button', { name: 'Remove Dana Okoye' })).toBeVisible()
  await expectAccessible(page, 'sharing a board')
  await dialog.getByRole('button', { name: 'Remove Dana Okoye' }).click()
  await expect(dialog.getByText('Nobody else yet.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Not this 1' }).click()
  await expect.poll(() => titles(page)).toEqual([second])

  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { level: 1, name: 'For the stairs' })).toBeVisible()
  await expect(items(visitor)).toHaveCount(4)
  await expect(visitor.getByText('Half this size.')).toBeVisible()
  await expect(visitor.getByRole('button', { name: /^Options/ })).toHaveCount(0)
  await expect(visitor.getByRole('button', { name: 'Arrange' })).toHaveCount(0)

  const [kept] = await call<BoardItem[]>(page, 'GET', `/api/boards/${board.id}/items?show=noted`)
  expect(kept?.note).toBe('Half this size.')
  await page.getByRole('button', { name: 'Board options' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Contact sheet (PDF)' }).click()
  const sheet = await download
  expect(sheet.suggestedFilename()).toMatch(/\.pdf$/)
  await page.getByRole('button', { name: 'Board options' }).click()
  await page.getByRole('menuitem', { name: 'Delete board' }).click()
  await dialog
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Delete board' })
    .click()
  await expect(page).toHaveURL(`${plinthUrl()}/boards`)
  await expect(page.getByText('No boards yet')).toBeVisible()
  expect(complaints).toEqual([])
})
