import { expect, type Page } from '@playwright/test'
import { plinthUrl, signUp, test, watchForComplaints } from '../people.ts'
import { smallPng } from '../files.ts'
import { DEMO_FILM } from '../posts.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Create Post' })
const filesOf = (page: Page) => dialogOf(page).getByRole('list', { name: 'Files' })
const post = (page: Page) => dialogOf(page).getByRole('button', { name: 'Post', exact: true })

async function openDialog(page: Page, firstName: string): Promise<void> {
  await signUp(page, firstName)
  await page.goto(`${plinthUrl()}/?dialog=post`)
  await expect(dialogOf(page)).toBeVisible()
}

const choose = (page: Page, ...files: string[]) =>
  dialogOf(page).locator('input[type=file]').last().setInputFiles(files)

/** Waits longer than usual: other journeys' films may be made ready at the same time. */
const arrived = (page: Page, files: number) =>
  expect(filesOf(page).getByText('Ready', { exact: true })).toHaveCount(files, { timeout: 30_000 })

test('a member posts two pictures, rewords the post, and deletes it', async ({ page }) => {
  const complaints = watchForComplaints(page)
  await signUp(page, 'Tove')
  await page.goto(plinthUrl())
  await page.getByRole('link', { name: 'Create Post' }).first().click()
  await post(page).click()
  await expect(page.getByText('Title required', { exact: true })).toBeVisible()
  await dialogOf(page).getByLabel('Title').fill('Proof sheets')
  await post(page).click()
  await expect(page.getByText('Media required', { exact: true })).toBeVisible()

  await choose(
    page,
    await smallPng('sheet-1.png', '#24566b'),
    await smallPng('sheet-2.png', '#6b2456'),
  )
  await arrived(page, 2)
  await dialogOf(page).getByLabel('Alternative text').fill('A blue sheet')
  await dialogOf(page).getByRole('button', { name: 'Move later' }).click()
  await expect(filesOf(page).getByRole('listitem').first()).toContainText('sheet-2')
  const tags = dialogOf(page).getByRole('textbox', { name: 'Tags' })
  for (const tag of [' proofs ', 'Proofs', 'paper']) {
    await tags.fill(tag)
    await tags.press('Enter')
  }
  await expect(dialogOf(page).getByRole('button', { name: /^Remove tag/ })).toHaveCount(2)
  await post(page).click()
  await expect(page.getByText('Post Created!', { exact: true })).toBeVisible()
  await expect(dialogOf(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'View post' }).click()
  await expect(page).toHaveURL(/\/post\/[\da-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Proof sheets' })).toBeVisible()
  expect(complaints).toEqual([])

  const menu = page.getByRole('button', { name: /^Edit or delete/ })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit post' })
  await expect(edit.getByLabel('Alternative text of file 2')).toHaveValue('A blue sheet')
  await edit.getByLabel('Title').fill('Proof sheets, second state')
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /second state$/ })).toBeVisible()

  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Keep the post' })).toBeFocused()
  await page.getByRole('button', { name: /^Delete Proof sheets/ }).click()
  await expect(page.getByText('Post deleted', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(`${plinthUrl()}/`)
})

test('a refused post loses nothing, and a lost response makes no second post', async ({ page }) => {
  await openDialog(page, 'Ivo')
  await choose(page, await smallPng('plate.png', '#56246b'))
  await arrived(page, 1)
  await dialogOf(page).getByLabel('Title').fill('Plates, counted')
  await page.route('**/api/posts', (route) => route.fulfill({ status: 503, body: 'busy' }))
  await post(page).click()
  await expect(page.getByText('Failed to create post', { exact: true })).toBeVisible()
  await expect(page.getByText('Please try again later.', { exact: true })).toBeVisible()

  await page.reload()
  await expect(page.getByText('Draft restored.')).toBeVisible()
  await expect(dialogOf(page).getByLabel('Title')).toHaveValue('Plates, counted')
  await arrived(page, 1)
  await page.unroute('**/api/posts')
  await page.route(
    '**/api/posts',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await post(page).click()
  await expect(page.getByText('Failed to create post', { exact: true })).toBeVisible()
  await post(page).click()
  await expect(page.getByText('Post Created!', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await page.getByRole('link', { name: 'See your public page' }).click()
  await expect(page.getByRole('link', { name: /^Plates, counted/ })).toHaveCount(1)
})

test('files that cannot be posted say why, and a draft can be discarded', async ({ page }) => {
  await openDialog(page, 'Noor')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/uploads')) sent += 1
  })
  // Created in the page and dropped, because a file chooser would copy every byte.
  await page.evaluate(`{
    const data = new DataTransfer()
    const large = new Uint8Array(50 * 1024 * 1024 + 1)
    data.items.add(new File([large], 'sky.mov', { type: 'video/quicktime' }))
    data.items.add(new File(['<svg/>'], 'mark.svg', { type: 'image/svg+xml' }))
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }))
  }`)
  await expect(filesOf(page).getByText('File too large: sky.mov exceeds 50MB limit.')).toBeVisible()
  await expect(filesOf(page).getByText(/^You can’t post mark\.svg/)).toBeVisible()
  expect(sent).toBe(0)

  await choose(page, await smallPng('kept.png', '#6b5624'))
  await arrived(page, 1)
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialogOf(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Create Post' }).first().click()
  await expect(filesOf(page).getByRole('listitem')).toHaveCount(1)
  const thrown = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await dialogOf(page).getByRole('button', { name: 'Discard' }).click()
  expect((await thrown).status()).toBe(204)
  await expect(filesOf(page)).toHaveCount(0)
  await page.reload()
  await expect(dialogOf(page)).toBeVisible()
  await expect(page.getByText('Draft restored.')).toHaveCount(0)
})

test('a film and a picture are posted together; a text file named as a picture is refused', async ({
  page,
  openBrowser,
}) => {
  const maker = await signUp(page, 'Hedda')
  await page.goto(`${plinthUrl()}/profile/${maker.id}?dialog=post`)
  await expect(dialogOf(page)).toBeVisible()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/uploads', async (route) => {
    await held.promise
    await route.continue()
  })
  await choose(page, DEMO_FILM, await smallPng('still.png', '#2f4a3a'))
  const row = (name: string) => filesOf(page).getByRole('listitem').filter({ hasText: name })
  await expect(row('spruce-tilt.mp4')).not.toContainText('Ready')
  await dialogOf(page)
    .locator('input[type=file]')
    .last()
    .setInputFiles({
      name: 'notes.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('Only words.'),
    })
  held.resolve()
  await expect(row('notes.jpg').getByRole('alert')).toContainText(
    'This is named as a picture, but holds text.',
  )
  await expect(row('notes.jpg').getByRole('button', { name: /again$/ })).toHaveCount(0)
  await expect(row('spruce-tilt.mp4').getByText('Ready')).toBeVisible({ timeout: 60_000 })
  await expect(row('still.png').getByText('Ready')).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Remove notes.jpg' }).click()
  await dialogOf(page).getByLabel('Title').fill('Up the spruce')
  await post(page).click()
  await expect(page.getByText('Post Created!', { exact: true })).toBeVisible()

  // It appears on the profile that was open all the time.
  const card = page.getByRole('link', { name: /^Up the spruce/ })
  await expect(card).toBeVisible()
  await card.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Up the spruce' })).toBeVisible()
  const film = page.getByRole('group', { name: /^Film: / })
  await film.getByRole('button', { name: 'Play' }).click()
  await expect(film.getByRole('button', { name: 'Pause' })).toBeVisible()
  const place = film.getByRole('slider', { name: 'Position in the film' })
  await expect(place).not.toHaveAttribute('aria-valuetext', /^0:00/)

  const guest = await signUp(await openBrowser(), 'Aud')
  const address = page.url()
  await guest.page.goto(address)
  await expect(guest.page.getByRole('heading', { level: 1, name: 'Up the spruce' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit or delete Up the spruce' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByRole('switch', { name: 'Public' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Changes saved', { exact: true })).toBeVisible()
  await expect(guest.page.getByText('We can’t find this post').last()).toBeVisible()
  expect((await guest.page.request.get(address)).status()).toBe(404)
})
