import type { Board, BoardItem } from '@plinth/contract/boards/boards.ts'
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { smallPng, textFile } from '../files.ts'
import { call, plinthUrl, signUp, test, watchForComplaints } from '../people.ts'

const items = (page: Page) => page.getByRole('main').getByRole('article')
/** Those that are ready. Without a description they say nothing. */
const pictures = (page: Page) => items(page).locator('.board-picture img')
const titles = (page: Page) => items(page).getByRole('heading').allInnerTexts()
const READY = { timeout: 60_000 }

const makeBoard = (page: Page, title: string) =>
  call<Board>(page, 'POST', '/api/boards', { data: { title } })

/** Chooses files by the button, as from the dialog of the system. */
async function choose(page: Page, files: readonly string[]) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByText('Add pictures').first().click()
  await (await chooser).setFiles([...files])
}

/** Hands a file to the page as the clipboard or a drag does. */
async function hand(page: Page, kind: 'paste' | 'drop', file: string) {
  const bytes = (await readFile(file)).toString('base64')
  const event = kind === 'paste' ? 'ClipboardEvent' : 'DragEvent'
  const data = kind === 'paste' ? 'clipboardData' : 'dataTransfer'
  await page.evaluate(`(() => {
    const ${data} = new DataTransfer()
    const raw = Uint8Array.from(atob('${bytes}'), (character) => character.charCodeAt(0))
    ${data}.items.add(new File([raw], '${kind}.png', { type: 'image/png' }))
    document.body.dispatchEvent(
      new ${event}('${kind}', { ${data}, bubbles: true, cancelable: true }))
  })()`)
}

test('pictures are uploaded to a board, described by keyboard, and read by who has the link', async ({
  page,
  openBrowser,
}) => {
  const complaints = watchForComplaints(page)
  const visitor = await openBrowser()
  await signUp(page, 'Elin')
  const board = await makeBoard(page, 'The long wall')
  const address = `${plinthUrl()}/boards/${board.id}`
  await page.goto(address)
  await expect(page.getByText('Nothing here yet.')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'an empty board that takes pictures')

  await choose(page, [
    await smallPng('window.png', '#2f4858'),
    await textFile('notes.txt'),
    await smallPng('floor.png', '#86693b'),
  ])
  const waiting = page.getByRole('list', { name: 'Pictures on their way' })
  await expect(waiting.getByRole('alert')).toContainText('notes.txt isn’t a picture.')
  await expect(pictures(page)).toHaveCount(2, READY)
  await expect(items(page).getByText('Uploaded by you')).toHaveCount(2)
  await expectAccessible(page, 'a board with a file that was refused')
  await waiting.getByRole('button', { name: 'Remove notes.txt' }).click()
  await expect(waiting).toHaveCount(0)

  await hand(page, 'paste', await smallPng('pasted.png', '#4a6b3f'))
  await expect(pictures(page)).toHaveCount(3, READY)
  await hand(page, 'drop', await smallPng('dropped.png', '#6b3f4a'))
  await expect(pictures(page)).toHaveCount(4, READY)

  // By keyboard: its options, a note and what it shows.
  await items(page).first().getByRole('button', { name: 'Options for Uploaded picture' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Note and description' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Note' }).focus()
  await page.keyboard.type('This light.')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('textbox', { name: 'What the picture shows' })).toBeFocused()
  await page.keyboard.type('A window at four o’clock')
  await expectAccessible(page, 'describing a picture')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(items(page).first()).toContainText('This light.')
  await expect.poll(async () => (await titles(page))[0]).toBe('A window at four o’clock')
  await expectAccessibleAtBothWidths(page, 'a board with uploaded pictures')

  const open = page.getByRole('button', { name: 'Open A window at four o’clock' })
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(open).toBeFocused()

  await items(page)
    .first()
    .getByRole('button', { name: /^Options/ })
    .click()
  await page.getByRole('menuitem', { name: 'Remove from board' }).click()
  await expect(items(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await titles(page))[0]).toBe('A window at four o’clock')

  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { name: 'Sign in to see this board' })).toBeVisible()
  await call(page, 'PATCH', `/api/boards/${board.id}`, { data: { visibility: 'link' } })
  await visitor.goto(address)
  await expect(items(visitor)).toHaveCount(4)
  await expect(items(visitor).getByRole('img', { name: 'A window at four o’clock' })).toBeVisible()
  await expect(visitor.getByText('Add pictures')).toHaveCount(0)
  await expectAccessibleAtBothWidths(visitor, 'a board with pictures, signed out')
  expect(complaints).toEqual([])
})

test('a picture that could not be added is tried again without being sent again', async ({
  page,
}) => {
  await signUp(page, 'Elin')
  const board = await makeBoard(page, 'For the stairs')
  await page.goto(`${plinthUrl()}/boards/${board.id}`)
  let uploads = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/uploads')) uploads += 1
  })
  await page.route(`**/api/boards/${board.id}/items`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, body: 'busy' })
      : route.continue(),
  )
  await choose(page, [await smallPng('stairs.png', '#2f4858')])
  const again = page.getByRole('button', { name: 'Try stairs.png again' })
  await expect(again).toBeVisible(READY)
  await page.unroute(`**/api/boards/${board.id}/items`)
  await again.dblclick()
  await expect(pictures(page)).toHaveCount(1, READY)
  expect(uploads).toBe(1)
  const added = await call<BoardItem[]>(page, 'GET', `/api/boards/${board.id}/items`)
  expect(added).toHaveLength(1)
})
