import { readFile } from 'node:fs/promises'
import type { Draft } from '@plinth/contract/portfolios/drafts.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { tabTo } from '../controls.ts'
import { smallPng } from '../files.ts'
import { call, dayAhead, plinthUrl, signInAs, test, watchForComplaints } from '../people.ts'

/** Adds a work that only its creator sees. */
async function makeWork(page: Page, named: string): Promise<string> {
  const picture = await readFile(await smallPng('cover.png', '#6b4a2b'))
  const { id } = await call<PortfolioItem>(page, 'POST', '/api/upload', {
    data: {
      title: named,
      description: 'A first sentence.',
      category: 'crafting',
      fileUrl: `data:image/png;base64,${picture.toString('base64')}`,
      fileName: 'cover.png',
      state: 'draft',
    },
  })
  return id
}
const draftOf = (page: Page, id: string) => call<Draft>(page, 'GET', `/api/portfolios/${id}/draft`)
const open = async (page: Page, id: string) => {
  await page.goto(`${plinthUrl()}/portfolio/${id}/edit`)
  await expect(title(page)).toBeVisible()
}

const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
const words = (page: Page) => page.getByRole('textbox', { name: /^Text, place/ })
const list = (page: Page) => page.getByRole('complementary', { name: 'Blocks' })
const blocks = (page: Page) =>
  page.getByRole('main').getByRole('region', { name: /, place \d+ of \d+$/ })
const saved = (page: Page) =>
  expect(page.getByRole('banner').getByRole('status')).toHaveText(/^Saved/, { timeout: 15_000 })
const add = async (page: Page, name: string) => {
  await page.getByRole('main').getByRole('button', { name: 'Add a block', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
}

test('a case study is written by keyboard alone, published and read by a visitor', async ({
  page,
  openBrowser,
}) => {
  const complaints = watchForComplaints(page)
  await signInAs(page, 'Marit')
  const id = await makeWork(page, 'Six glazes for a lighthouse')
  await page.goto(`${plinthUrl()}/portfolio/${id}`)
  await tabTo(page, /^Edit as a page$/)
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveValue('Six glazes for a lighthouse')
  await expect(page.getByText('0 of 40')).toBeVisible()

  // A text with a heading, a link and a list.
  await tabTo(page, /^Cover/)
  await page.keyboard.press('/')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Text' })).toBeFocused()
  await expectAccessible(page, 'what can be added')
  await page.keyboard.press('Enter')
  await expect(words(page)).toBeFocused()
  await page.keyboard.press('Control+Alt+2')
  await page.keyboard.type('I started with the worst one')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Alt+0')
  await page.keyboard.type('The keeper wrote ')
  await page.keyboard.press('Control+k')
  await expect(dialog.getByRole('textbox', { name: 'Address' })).toBeFocused()
  await page.keyboard.type('two words')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Enter a web address or an email address.')
  await expectAccessible(page, 'a link')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('plinth.example/letter')
  await page.keyboard.press('Enter')
  await expect(words(page)).toBeFocused()
  await page.keyboard.type(' first.')
  // What is pasted keeps headings, lists and links, and nothing else.
  await page.keyboard.press('Enter')
  const pasted =
    '<style>p{color:red}</style><ul><li><p><b>one bulb</b></p><ul><li>rain</li></ul></li></ul><p><a href="javascript:alert(1)">no link</a><img src="x.png"></p>'
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', ${JSON.stringify(pasted)})
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(paste)
  })()`)
  await expect(words(page).getByRole('listitem')).toHaveText(['one bulb', 'rain'])
  await saved(page)
  const [text] = (await draftOf(page, id)).blocks
  expect(text).toMatchObject({
    type: 'text',
    parts: [
      { kind: 'heading', spans: [{ text: 'I started with the worst one' }] },
      {
        kind: 'paragraph',
        spans: [
          { text: 'The keeper wrote ' },
          { text: 'plinth.example/letter', href: 'https://plinth.example/letter' },
          { text: ' first.' },
        ],
      },
      { kind: 'list', items: [[{ text: 'one bulb' }], [{ text: 'rain' }]] },
      { kind: 'paragraph', spans: [{ text: 'no link' }] },
    ],
  })

  // A grid with two pictures, one of them described.
  // Listened for well before the key, since nothing slows a key down until the browser knows.
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, /^Add a block here$/)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('button', { name: 'Grid' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(blocks(page).nth(1).locator('input[type=file]')).toBeFocused()
  await page.keyboard.press('Enter')
  await (
    await chooser
  ).setFiles([await smallPng('dusk.png', '#7a3b2e'), await smallPng('fog.png', '#9aa7ad')])
  const pictures = blocks(page).nth(1).getByRole('figure')
  await expect(pictures).toHaveCount(2, { timeout: 20_000 })
  await expect(list(page)).toContainText('2 pictures need alt text')
  await tabTo(page, /^Alt text$/)
  await page.keyboard.type('A red glaze at dusk')
  await expect(list(page)).toContainText('1 picture needs alt text')
  await expect(page.getByRole('complementary', { name: 'Settings' })).toContainText('Saved')
  await expectAccessible(page, 'a grid')

  // The second picture to the front.
  await tabTo(page, 'Move fog.png, place 2 of 2')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Move fog.png, place 1 of 2' })).toHaveCount(1)

  // A quote, put before the text, back by Escape, and then there after all.
  await tabTo(page, /^Move Grid/)
  await page.keyboard.press('/')
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter'])
    await page.keyboard.press(key)
  await expect(page.getByRole('textbox', { name: 'What they said' })).toBeFocused()
  await page.keyboard.type('Calm, fast, right about the rain.')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Leila Farahani')
  await tabTo(page, 'Move Quote, place 3 of 3')
  const said = (sentence: string) =>
    expect(list(page).getByRole('status').filter({ hasText: sentence })).toHaveCount(1)
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await said('Quote, place 2 of 3')
  await page.keyboard.press('Escape')
  await said('Quote is back where it was.')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await said('Put down Quote, place 2 of 3.')
  // Undone and done again.
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('button', { name: 'Move Quote, place 3 of 3' })).toHaveCount(1)
  await page.keyboard.press('Control+Shift+z')
  await expect(page.getByRole('button', { name: 'Move Quote, place 2 of 3' })).toHaveCount(1)
  await saved(page)

  await tabTo(page, /^View as a visitor$/)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Calm, fast, right about the rain.')).toBeVisible()
  await expectAccessible(page, 'the view of a visitor')
  await page.keyboard.press('Escape')

  await tabTo(page, /^Publish$/)
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('1 picture has no alt text')
  await expectAccessible(page, 'publishing')
  await expect(dialog.getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Publish' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Published', { exact: true }).last()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish changes' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Show it' })).toBeVisible()

  const visitor = await openBrowser()
  await visitor.goto(`${plinthUrl()}/portfolio/${id}`)
  await expect(
    visitor.getByRole('heading', { level: 1, name: 'Six glazes for a lighthouse' }),
  ).toBeVisible()
  await expect(visitor.getByRole('heading', { name: 'I started with the worst one' })).toBeVisible()
  await expect(visitor.getByText('Calm, fast, right about the rain.')).toBeVisible()
  await expect(visitor.getByRole('img', { name: 'A red glaze at dusk' })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'plinth.example/letter' })).toHaveAttribute(
    'href',
    'https://plinth.example/letter',
  )

  // Changes of a published page wait.
  await title(page).fill('Seven glazes')
  await saved(page)
  await expect(page.getByRole('button', { name: 'Publish changes' })).toBeEnabled()
  expect((await call<PortfolioItem>(visitor, 'GET', `/api/portfolios/${id}`)).title).toBe(
    'Six glazes for a lighthouse',
  )
  await page.getByRole('button', { name: 'Earlier versions' }).click()
  await dialog
    .getByRole('button', { name: /^Show the version/ })
    .nth(1)
    .click()
  await expect(dialog.getByText('Six glazes for a lighthouse')).toBeVisible()
  await expectAccessible(page, 'an earlier version')
  await dialog.getByRole('button', { name: 'Use this version' }).click()
  await expect(title(page)).toHaveValue('Six glazes for a lighthouse')
  await saved(page)
  await call(page, 'DELETE', `/api/portfolios/${id}`)
  expect(complaints).toEqual([])
})

test('two windows edit one page: what only one changed is merged, the rest is chosen', async ({
  page,
  openBrowser,
}) => {
  const other = await openBrowser()
  await signInAs(page, 'Marit')
  await signInAs(other, 'Marit')
  const id = await makeWork(page, 'Jars')
  await open(page, id)
  await add(page, 'Quote')
  await page.keyboard.type('First words')
  await saved(page)
  await open(other, id)

  const quote = (where: Page) => where.getByRole('textbox', { name: 'What they said' })
  await title(page).fill('Six jars')
  await saved(page)
  await other.getByRole('textbox', { name: 'Description' }).fill('Written elsewhere.')
  await expect(other.getByText('We added those changes here.')).toBeVisible()
  await expect(title(other)).toHaveValue('Six jars')
  await saved(other)
  await expect
    .poll(() => draftOf(page, id))
    .toMatchObject({ title: 'Six jars', description: 'Written elsewhere.' })
  await other.getByRole('button', { name: 'Close' }).click()

  await quote(other).fill('Theirs')
  await saved(other)
  await quote(page).fill('Mine')
  await expect(page.getByText('Not saved until you choose')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Written elsewhere.')
  await expect(quote(page)).toHaveValue('Mine')
  // Neither version is lost by a reload.
  page.once('dialog', (asked) => void asked.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Show that version' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Mine')
  await expect(dialog).toContainText('Theirs')
  await expectAccessible(page, 'two versions')
  await dialog.getByRole('button', { name: 'Keep mine: Quote' }).click()
  await expect(dialog).toHaveCount(0)
  await saved(page)
  expect((await draftOf(page, id)).blocks).toMatchObject([{ type: 'quote', text: 'Mine' }])
  await call(page, 'DELETE', `/api/portfolios/${id}`)
})

test('nothing is lost while the server fails, also not by a reload', async ({ page }) => {
  await signInAs(page, 'Marit')
  const id = await makeWork(page, 'Cups')
  await open(page, id)
  const failing = '**/api/portfolios/*/draft'
  await page.route(failing, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await add(page, 'Text')
  await expect(words(page)).toBeFocused()
  await page.keyboard.type('Nine centimetres, a coffee and a half each.')
  await expect(page.getByText('Not saved.', { exact: true })).toBeVisible({ timeout: 15_000 })
  await expectAccessible(page, 'a page that is not saved')
  // Leaving asks, and keeps them.
  await page.getByRole('link', { name: 'Back to the work' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await expect(words(page)).toContainText('Nine centimetres')
  page.once('dialog', (asked) => void asked.accept())
  await page.reload()
  await expect(words(page)).toContainText('Nine centimetres, a coffee and a half each.')
  await page.unroute(failing)
  const again = page.getByRole('button', { name: 'Try again' })
  await again.click({ timeout: 5_000 }).catch(() => undefined)
  await saved(page)
  expect(JSON.stringify((await draftOf(page, id)).blocks)).toContain('a coffee and a half each.')
  await call(page, 'DELETE', `/api/portfolios/${id}`)
})

test('blocks and pictures are moved by dragging', async ({ page }) => {
  await signInAs(page, 'Marit')
  const id = await makeWork(page, 'Plates')
  await open(page, id)
  for (const said of ['First', 'Second']) {
    await add(page, 'Quote')
    await page.keyboard.type(said)
  }
  const handle = page.getByRole('button', { name: 'Move Quote, place 2 of 2' })
  const above = await page.getByRole('button', { name: 'Move Quote, place 1 of 2' }).boundingBox()
  await handle.hover()
  await page.mouse.down()
  await page.mouse.move((above?.x ?? 0) + 60, (above?.y ?? 0) + 30, { steps: 4 })
  await page.mouse.move((above?.x ?? 0) + 60, (above?.y ?? 0) + 6, { steps: 4 })
  await page.mouse.up()
  await expect(list(page).getByRole('listitem').nth(1)).toContainText('Second')

  await add(page, 'Grid')
  await blocks(page)
    .nth(2)
    .locator('input[type=file]')
    .setInputFiles([await smallPng('left.png', '#2f4858'), await smallPng('right.png', '#86693b')])
  const pictures = blocks(page).nth(2).getByRole('figure')
  await expect(pictures).toHaveCount(2, { timeout: 20_000 })
  await expect(pictures.locator('img')).toHaveCount(2, { timeout: 20_000 })
  const right = await pictures.nth(1).boundingBox()
  await pictures.first().locator('img').hover({ force: true })
  await page.mouse.down()
  await page.mouse.move((right?.x ?? 0) + 20, (right?.y ?? 0) + 80, { steps: 4 })
  await page.mouse.move((right?.x ?? 0) + (right?.width ?? 0) - 8, (right?.y ?? 0) + 80, {
    steps: 4,
  })
  await page.mouse.up()
  await expect(
    pictures.first().getByRole('button', { name: 'Move right.png, place 1 of 2' }),
  ).toHaveCount(1)
  await saved(page)
  expect((await draftOf(page, id)).blocks).toMatchObject([
    { text: 'Second' },
    { text: 'First' },
    { type: 'grid' },
  ])
  await call(page, 'DELETE', `/api/portfolios/${id}`)
})

test('a page is written on a phone', async ({ page }) => {
  const complaints = watchForComplaints(page)
  await signInAs(page, 'Marit')
  const id = await makeWork(page, 'Bowls')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, id)
  await add(page, 'Quote')
  await page.keyboard.type('Two handfuls.')
  await add(page, 'Grid')
  await blocks(page)
    .nth(1)
    .locator('input[type=file]')
    .setInputFiles([await smallPng('one.png', '#2f4858'), await smallPng('two.png', '#86693b')])
  await expect(blocks(page).nth(1).getByRole('figure')).toHaveCount(2, { timeout: 20_000 })
  await blocks(page).nth(1).getByRole('button', { name: 'Move up' }).click()
  await expect(page.getByRole('region', { name: 'Grid, place 1 of 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Tall' }).check({ force: true })
  await dialog.getByRole('textbox', { name: 'Alt text' }).fill('A blue bowl')
  await expectAccessible(page, 'settings on a phone')
  await page.keyboard.press('Escape')
  await saved(page)
  await expectAccessible(page, 'the editor on a phone')
  await page.getByRole('button', { name: 'Delete block' }).click()
  await expect(blocks(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(blocks(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Scheduled' }).click()
  await expect(dialog.getByText(/^Times are in your time zone/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog).toContainText('Choose a day and a time.')
  await dialog.getByLabel('Day').fill(dayAhead(30))
  await expectAccessible(page, 'scheduling on a phone')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText(/^Scheduled for \d+ \w+ \d{4}, 09:00$/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Scheduled' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  expect((await draftOf(page, id)).item.state).toBe('scheduled')
  await page.getByRole('button', { name: 'Draft', exact: true }).click()
  await expect.poll(async () => (await draftOf(page, id)).item.state).toBe('draft')
  await call(page, 'DELETE', `/api/portfolios/${id}`)
  expect(complaints).toEqual([])
})
