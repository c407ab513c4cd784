import { expect, test, type Page, type Route } from '@playwright/test'
import { choose as pick } from '../controls.ts'
import { expectAccessible } from '../accessibility.ts'
import { plinthUrl, seeWall, signInAs } from '../people.ts'
import { largePng, shortWav } from '../files.ts'

const PIECE = 5 * 1024 * 1024

async function openUpload(page: Page) {
  await page.getByRole('link', { name: 'Upload', exact: true }).click()
  return dialogOf(page)
}
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Upload work' })
const choose = (page: Page, file: string) =>
  dialogOf(page).locator('input[type=file]').first().setInputFiles(file)

/** The server has accepted and stored the file; its renditions may still be made. */
const hasArrived = (page: Page) =>
  expect(dialogOf(page).getByRole('button', { name: 'Remove' })).toBeVisible({ timeout: 20_000 })

/** Records the offsets of chunks in order; `meet` decides how each request is handled. */
async function watchPieces(page: Page, meet: (route: Route, offset: number) => Promise<void>) {
  const offsets: number[] = []
  await page.route('**/api/uploads/*', async (route) => {
    if (route.request().method() !== 'PATCH') {
      await route.continue()
      return
    }
    const offset = Number(route.request().headers()['upload-offset'])
    offsets.push(offset)
    await meet(route, offset)
  })
  return offsets
}

test('an upload that takes long to check says so, and can be published afterwards', async ({
  page,
}) => {
  await signInAs(page, 'Marit', { path: '/' })
  const dialog = await openUpload(page)
  let asked = 0
  const seen = Promise.withResolvers<void>()
  // The server answers like this while its processes are busy.
  await page.route('**/api/uploads/*/finish', async (route) => {
    asked += 1
    if (asked > 1) await seen.promise
    if (asked > 2) await route.continue()
    else await route.fulfill({ status: 202, json: { id: 'any', state: 'uploaded' } })
  })
  await choose(page, await largePng('slow-look.png', '#2f6b4f', 1))
  await expect(dialog.getByText('We are looking at your file', { exact: true })).toBeVisible()
  seen.resolve()
  await hasArrived(page)
  expect(asked).toBe(3)
})

test('an upload resumes by itself after a lost connection, and stops while it is paused', async ({
  page,
}) => {
  await signInAs(page, 'Marit', { path: '/' })
  const dialog = await openUpload(page)
  let isLost = true
  const held = Promise.withResolvers<void>()
  const offsets = await watchPieces(page, async (route, offset) => {
    if (offset === PIECE && isLost) await route.abort('connectionfailed')
    else {
      if (offset === 2 * PIECE && offsets.filter((at) => at === offset).length === 1) {
        await held.promise
      }
      // A paused request no longer exists.
      await route.continue().catch(() => undefined)
    }
  })
  await choose(page, await largePng('cut-off.png', '#24566b', 11))
  await expect(
    dialog.getByText('Connection lost. It continues by itself.', { exact: true }),
  ).toBeVisible()
  await expect(dialog.getByText('100%')).toHaveCount(0)
  isLost = false
  await page.evaluate('dispatchEvent(new Event("online"))')

  await expect.poll(() => offsets.at(-1)).toBe(2 * PIECE)
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect(dialog.getByText(/^Paused, 1\d\.\d of 11\.0 MB$/)).toBeVisible()
  held.resolve()
  await dialog.getByRole('button', { name: 'Continue' }).dblclick()
  await hasArrived(page)
  // Only what had not arrived was sent twice.
  expect(offsets[0]).toBe(0)
  expect(offsets.filter((at) => at === 0)).toHaveLength(1)
  expect(offsets.filter((at) => at === 2 * PIECE)).toHaveLength(2)
  await dialog.getByRole('button', { name: 'Remove' }).click()
})

test('after a reload an upload resumes where it stopped, and the typed fields are there', async ({
  page,
}) => {
  await signInAs(page, 'Marit', { path: '/' })
  const dialog = await openUpload(page)
  const file = await largePng('moon.png', '#56246b', 7)
  let isHeld = true
  const offsets = await watchPieces(page, async (route, offset) => {
    if (offset < PIECE || !isHeld) await route.continue()
  })
  await choose(page, file)
  await dialog.getByLabel('Description').fill('Stoneware, 34 cm')
  await expect.poll(() => offsets).toEqual([0, PIECE])
  isHeld = false
  await page.reload()

  const hint = dialog.getByText('moon.png wasn’t finished. Choose it again to continue at 71%.')
  await expect(hint).toBeVisible()
  await expect(dialog.getByLabel('Description')).toHaveValue('Stoneware, 34 cm')
  await choose(page, file)
  await expect(hint).toHaveCount(0)
  await hasArrived(page)
  expect(offsets).toEqual([0, PIECE, PIECE])

  // What has arrived is restored automatically.
  await page.reload()
  await hasArrived(page)
  await expect(dialog.getByLabel('Title')).toHaveValue('moon')
  await dialog.getByRole('button', { name: 'Remove' }).click()
})

test('an unfinished upload can be discarded, and a refused file keeps the form', async ({
  page,
}) => {
  await signInAs(page, 'Marit', { path: '/' })
  const dialog = await openUpload(page)
  await watchPieces(page, async (route, offset) => {
    if (offset < PIECE) await route.continue()
  })
  await choose(page, await largePng('left.png', '#6b5624', 6))
  await expect(dialog.getByText(/^5\.\d of 6\.0 MB/)).toBeVisible()
  await page.reload()
  await dialog.getByRole('button', { name: 'Discard it' }).click()
  await expect(dialog.getByText(/wasn’t finished/)).toHaveCount(0)
  await page.reload()
  await expect(dialog.getByText('Drop a file here, paste it, or')).toBeVisible()
  await expect(dialog.getByText(/wasn’t finished/)).toHaveCount(0)

  await dialog.getByLabel('Description').fill('On birch')
  const missing = page.getByText('Missing Information', { exact: true })
  await dialog.getByLabel('Tags').press('Enter')
  await expect(missing).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(missing).toBeVisible()
  await expect(dialog.getByText('Choose a file.')).toBeVisible()
  await expect(dialog.getByText('Choose a category.')).toBeVisible()
  await choose(page, await shortWav('two-tones.wav'))
  await expect(missing).toHaveCount(0)
  await hasArrived(page)
  await dialog.getByRole('button', { name: 'Remove' }).click()

  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'mark.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    })
  await expect(dialog.getByRole('alert')).toContainText('We don’t accept mark.svg.')
  await expect(dialog.getByLabel('Description')).toHaveValue('On birch')
})

test('a text that is named as a picture is uploaded as a document only when that is wanted', async ({
  page,
}) => {
  await signInAs(page, 'Marit', { path: '/' })
  const dialog = await openUpload(page)
  const asDocument = dialog.getByRole('button', { name: 'Upload as a document' })
  const chooseNotes = () =>
    dialog
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'notes.jpg',
        mimeType: 'image/jpeg',
        buffer: Buffer.from('Only words.'),
      })
  await dialog.getByLabel('Description').fill('Notes on glazes')
  await chooseNotes()
  await expect(dialog.getByRole('alert')).toContainText(
    'This is named as a picture, but holds text.',
  )
  await expectAccessible(page, 'a file with another content than its name says')
  // Another file may be chosen instead.
  await choose(page, await shortWav('two-tones.wav'))
  await hasArrived(page)
  await expect(asDocument).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Remove' }).click()

  await chooseNotes()
  await asDocument.focus()
  await page.keyboard.press('Enter')
  await hasArrived(page)
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(dialog.getByLabel('Description')).toHaveValue('Notes on glazes')
  await dialog.getByRole('button', { name: 'Remove' }).click()
})

test('a sound is published and listed', async ({ page }) => {
  await signInAs(page, 'Marit', { path: '/' })
  await seeWall(page)
  const dialog = await openUpload(page)
  await choose(page, await shortWav('one-tone.wav'))
  const title = `One tone ${Date.now()}`
  await expect(dialog.getByText('For people who can’t hear the piece.')).toBeVisible()
  await dialog.getByLabel('Title').fill(title)
  await pick(dialog.getByLabel('Category'), 'Editing')
  await dialog.getByLabel('Alternative text').fill('One tone, a second long')
  await dialog.getByRole('button', { name: 'Publish' }).click({ timeout: 60_000 })
  await expect(page.getByText('Upload Successful', { exact: true })).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByRole('link', { name: new RegExp(title) }).first()).toBeVisible()
  const works = (await (
    await page.request.get(`${plinthUrl()}/api/portfolios?search=${encodeURIComponent(title)}`)
  ).json()) as { fileType: string; audio: { durationMs: number } | null }[]
  expect(works[0]).toMatchObject({ fileType: 'audio', audio: { durationMs: 1_000 } })
})

test('everybody can read all upload limits', async ({ page }) => {
  await page.goto(plinthUrl())
  await page.getByRole('link', { name: 'All limits' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All limits' })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Pictures JPEG.*HEIC 200 megapixels/ })).toBeVisible()
  await expectAccessible(page, 'the limits')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'the limits on a phone')
})
