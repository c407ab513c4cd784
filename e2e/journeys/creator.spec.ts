import { expect, test, type Page } from '@playwright/test'
import { choose } from '../controls.ts'
import { call, plinthUrl, seeWall, signInAs } from '../people.ts'
import { fortyMegabytePng, smallPng, twelveMegapixelJpeg } from '../files.ts'

test.describe.configure({ timeout: 180_000 })

async function openUpload(page: Page) {
  await page.getByRole('link', { name: 'Upload', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Upload work' })).toBeVisible()
  return dialog
}

async function hang(page: Page, file: string, title: string) {
  const dialog = await openUpload(page)
  await dialog.locator('input[type=file]').first().setInputFiles(file)
  await dialog.getByLabel('Title').fill(title)
  await choose(dialog.getByLabel('Category'), 'Photography')
  await dialog.getByLabel('Starting price').fill('450.50')
  await dialog.getByLabel('Alternative text').fill(`${title}, seen from the pier`)
  await dialog.getByRole('button', { name: 'Publish' }).click({ timeout: 60_000 })
  await expect(page.getByText('Upload Successful', { exact: true })).toBeVisible({
    timeout: 120_000,
  })
}

/** Opens the work from the wall and zooms in to one image pixel per screen pixel. */
async function lookClosely(page: Page, title: string, pixels: string) {
  await page
    .getByRole('link', { name: new RegExp(title) })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
  await expect(dialog.getByText('$450.50', { exact: true })).toBeVisible()
  await expect(dialog.getByText('50% deposit required to start project')).toBeVisible()
  await dialog.getByRole('button', { name: /View at 1:1/ }).click()
  await expect(page.getByText(pixels)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('one image pixel on one screen pixel')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

interface Hung {
  id: string
  picture: { originalUrl: string; renditions: number[] }
}

async function find(page: Page, title: string): Promise<Hung> {
  const path = `/api/portfolios?search=${encodeURIComponent(title)}`
  const [work] = await call<Hung[]>(page, 'GET', path)
  if (!work) throw new Error(`${title} does not hang.`)
  return work
}

/** Deletes the work, so that its remaining renditions do not delay other journeys' pictures. */
const takeDown = (page: Page, { id }: Hung) => call(page, 'DELETE', `/api/portfolios/${id}`)

test('a creator publishes a 12-megapixel photograph and sees it on the wall and at 1:1', async ({
  page,
}) => {
  await signInAs(page, 'Marit', { path: '/' })
  await seeWall(page)
  const title = `Harbour at six ${Date.now()}`
  await hang(page, await twelveMegapixelJpeg(), title)
  await lookClosely(page, title, '4,000 by 3,000 px')
  const work = await find(page, title)
  expect(work.picture.renditions).toContain(1280)
  // The original has every pixel, but neither place nor camera.
  const original = await (await page.request.get(plinthUrl() + work.picture.originalUrl)).body()
  expect(original.includes('CanaryCam')).toBe(false)
  expect(original.includes('Exif')).toBe(false)
  await takeDown(page, work)
})

test('a creator publishes a 40 MB drawing', async ({ page }) => {
  await signInAs(page, 'Lucía', { path: '/' })
  await seeWall(page)
  const title = `One field ${Date.now()}`
  await hang(page, await fortyMegabytePng(), title)
  await lookClosely(page, title, '4,200 by 3,250 px')
  await takeDown(page, await find(page, title))
})

test('a refused file keeps the typed fields and gives a clear reason', async ({ page }) => {
  await signInAs(page, 'Marit', { path: '/' })
  const dialog = await openUpload(page)
  await dialog.getByLabel('Description').fill('Stoneware, 34 cm')
  const file = dialog.locator('input[type=file]').first()
  await file.setInputFiles({
    name: 'harbour.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('\0\u0001\u0002 no picture at all'),
  })
  await expect(dialog.getByRole('alert')).toContainText('Plinth takes pictures (JPEG')
  await expect(page.getByText('Upload Failed', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('harbour')
  await expect(dialog.getByLabel('Description')).toHaveValue('Stoneware, 34 cm')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(
    page.getByText('Please select a file or provide a URL.', { exact: true }),
  ).toBeVisible()
})

test('a creator edits a work and deletes it', async ({ page }) => {
  await signInAs(page, 'Marit', { path: '/' })
  const title = `Short-lived ${Date.now()}`
  await hang(page, await smallPng('short-lived.png', '#8a3b2f'), title)
  await page
    .getByRole('link', { name: new RegExp(title) })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('Title').fill(`${title}, fired twice`)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByRole('heading', { name: `${title}, fired twice` })).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  const confirm = page.getByRole('alertdialog')
  await expect(confirm).toContainText('It stays in your bin for 30 days')
  await confirm.getByRole('button', { name: /^Delete/ }).click()
  await expect(page.getByRole('link', { name: new RegExp(title) })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: new RegExp(title) }).first()).toBeVisible()
})
