import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessibleAtBothWidths } from '../accessibility.ts'
import { call, plinthUrl, signInAs, signUp, test } from '../people.ts'
import { tallJpeg, shortWav, smallPng } from '../files.ts'
import { publish } from '../posts.ts'

// Tiles have the lowest priority, so they take long on a busy machine.
test.describe.configure({ timeout: 360_000 })

interface Hung {
  id: string
  media: string
}

/** Publishes a work by this page's creator through the API; upload.spec.ts tests the screens for it. */
async function hang(
  page: Page,
  title: string,
  file: { name: string; type: 'image' | 'audio'; bytes: Buffer },
): Promise<Hung> {
  const address = `/api/media?fileName=${encodeURIComponent(file.name)}`
  const media = await call<{ id: string; url: string }>(page, 'POST', address, { data: file.bytes })
  const { id } = await call<{ id: string }>(page, 'POST', '/api/upload', {
    data: {
      title,
      category: 'photography',
      fileUrl: media.url,
      fileName: file.name,
      fileType: file.type,
    },
  })
  await expect
    .poll(async () => (await read(page, { id, media: media.id })).isListed, { timeout: 60_000 })
    .toBe(true)
  return { id, media: media.id }
}
const read = (page: Page, { id }: Hung) =>
  call<{ isListed: boolean; picture: { hasTiles: boolean } }>(page, 'GET', `/api/portfolios/${id}`)

test('a photographer reads the details of a picture’s file and zooms in by tiles', async ({
  page,
}) => {
  await signInAs(page, 'Marit')
  const bytes = await readFile(await tallJpeg())
  const title = `Mast, kept whole ${Date.now()}`
  const work = await hang(page, title, { name: 'mast-from-below.jpg', type: 'image', bytes })
  await page.goto(`${plinthUrl()}/portfolio/${work.id}`)
  await page.getByRole('link', { name: 'File details' }).click()
  const receipt = page.getByRole('dialog', { name: 'File details' })
  await expect(receipt.getByText('mast-from-below.jpg')).toBeVisible()
  await expect(receipt.getByText(/^Taken out: place of capture, camera/)).toBeVisible()
  await expect(receipt.getByRole('cell', { name: 'Ready' }).first()).toBeVisible()

  // The dialog has its own address, and saves a field when it loses the focus.
  await page.reload()
  const alt = receipt.getByLabel('Alternative text')
  await alt.fill('A mast in the blue hour')
  await alt.blur()
  await expect(receipt.getByText('Saved', { exact: true })).toBeVisible()
  await receipt.getByRole('button', { name: 'Done' }).click()
  await expect(receipt).toHaveCount(0)
  await page.getByRole('button', { name: /^ALT/ }).click()
  await expect(page.getByText('A mast in the blue hour', { exact: true })).toBeVisible()

  await expect
    .poll(async () => (await read(page, work)).picture.hasTiles, { timeout: 300_000 })
    .toBe(true)
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.reload()
  await page.getByRole('button', { name: 'View at 1:1' }).click()
  await expect(page.getByText('one image pixel on one screen pixel')).toBeVisible()
  const ofTiles = () => fetched.filter((path) => path.includes(`/media/${work.media}/tile-`))
  await expect.poll(() => ofTiles().length).toBeGreaterThan(5)
  expect(ofTiles().length).toBeLessThan(40)
  const pixels = page.locator('.viewer-image img')
  await expect
    .poll(() => pixels.evaluateAll((all) => all.every((one) => Reflect.get(one, 'complete'))))
    .toBe(true)
  // One pixel of a tile is one pixel of the screen.
  expect(
    await page
      .locator('.viewer-image img[src*="tile-"]')
      .first()
      .evaluate((tile) => Reflect.get(tile, 'naturalWidth') === tile.getBoundingClientRect().width),
  ).toBe(true)
  expect(fetched.filter((path) => path.includes(`/media/${work.media}/original`))).toEqual([])
  await call(page, 'DELETE', `/api/portfolios/${work.id}`)
})

test('each file of a post has its details, and its pictures can be zoomed', async ({ page }) => {
  await signUp(page, 'Vigdis')
  const post = await publish(page, 'Lamp, twice', {
    files: [await smallPng('lamp-1.png', '#40434f'), await smallPng('lamp-2.png', '#7a5c2e')],
  })
  await page.goto(`${plinthUrl()}/post/${post.id}`)
  await page.getByRole('button', { name: /^Edit or delete/ }).click()
  await page.getByRole('menuitem', { name: 'Details of the files' }).click()
  const receipt = page.getByRole('dialog', { name: 'File details' })
  await expect(receipt.getByText('lamp-1.png')).toBeVisible()
  await expect(receipt.getByText('We didn’t change a single byte.')).toBeVisible()
  await receipt.getByRole('button', { name: 'Next file' }).click()
  await expect(receipt.getByText('lamp-2.png')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(receipt).toHaveCount(0)
  await page.getByRole('button', { name: 'View at 1:1' }).click()
  await expect(page.getByText('640 by 800 px, one image pixel on one screen pixel')).toBeVisible()
})

test('a sound is played and sought by keyboard alone', async ({ page }) => {
  await signInAs(page, 'Marit')
  const work = await hang(page, `One tone, hung ${Date.now()}`, {
    name: 'one-tone.wav',
    type: 'audio',
    bytes: await readFile(await shortWav('four-seconds.wav', 4)),
  })
  await page.goto(`${plinthUrl()}/portfolio/${work.id}`)
  const player = page.getByRole('group', { name: /^Sound: One tone/ })
  const line = player.getByRole('slider', { name: 'Position in the piece' })
  await expect(line).toHaveAttribute('aria-valuetext', '0:00 of 0:04')
  await line.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(line).toHaveAttribute('aria-valuetext', '0:02 of 0:04')
  // The arrows were the player's: the work is still the same.
  expect(page.url()).toContain(work.id)
  await page.keyboard.press(' ')
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(line).toHaveAttribute('aria-valuetext', '0:03 of 0:04')
  await call(page, 'DELETE', `/api/portfolios/${work.id}`)
})

test('receipts and players have no findings', async ({ page }) => {
  await signInAs(page, 'Marit')
  const work = await hang(page, `One tone, looked at ${Date.now()}`, {
    name: 'one-tone.wav',
    type: 'audio',
    bytes: await readFile(await shortWav('one-second.wav')),
  })
  await page.goto(`${plinthUrl()}/portfolio/${work.id}`)
  await expect(page.getByRole('slider', { name: 'Position in the piece' })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'a work to be heard')
  await page.goto(`${plinthUrl()}/portfolio/${work.id}?receipt=${work.media}`)
  await expect(page.getByText('Kept', { exact: true })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'receipt')
  await page.goto(`${plinthUrl()}/?receipt=${work.id}`)
  await expect(page.getByText('This isn’t one of your files', { exact: false })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'receipt of nothing')
  await call(page, 'DELETE', `/api/portfolios/${work.id}`)
})
