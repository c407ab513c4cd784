import { expect, test, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { choose } from '../controls.ts'
import { smallJpeg, textFile } from '../files.ts'
import { call, plinthUrl, signInAs } from '../people.ts'

interface Unshown {
  work: { id: string; title: string }
}
const COUNT = 12
const stamp = Date.now()
const titles = Array.from(
  { length: COUNT },
  (_, at) => `tray-${stamp}-${String(at).padStart(2, '0')}`,
)

const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const titlesIn = async (page: Page, state: string): Promise<string[]> => {
  const all = await call<Unshown[]>(page, 'GET', `/api/portfolios/unshown?state=${state}&limit=100`)
  return all
    .map(({ work }) => work.title)
    .filter((title) => title.includes(String(stamp)))
    .toSorted()
}
const offered = (page: Page) => page.getByLabel('or several at once')

test('twelve files survive a lost network and a reload, become drafts, and are edited, published, binned and restored', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000)
  await signInAs(page, 'Marit', { path: '/' })
  // Slow enough to be cut off in the middle.
  await page.route('**/api/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH')
      await new Promise((resolve) => {
        setTimeout(resolve, 1_500)
      })
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('link', { name: 'Upload', exact: true }).click()
  const files = await Promise.all(titles.map((title) => smallJpeg(`${title}.jpg`)))
  await offered(page).setInputFiles([...files, await textFile(`tray-${stamp}.exe`)])
  await expect(page.getByRole('dialog', { name: 'Upload work' })).toHaveCount(0)
  await expect(tray(page).getByText(/^Uploading, \d+ of 13 are here$/)).toBeVisible()
  await expect(tray(page).getByText(/We don’t accept tray-\d+\.exe/)).toBeVisible()

  for (const ready of [1, 4]) {
    await expect
      .poll(() => tray(page).getByText('Ready', { exact: true }).count())
      .toBeGreaterThanOrEqual(ready)
    await context.setOffline(true)
    await expect(
      tray(page).getByText('Connection lost. It continues by itself.').first(),
    ).toBeVisible()
    await context.setOffline(false)
  }
  // It stays while somebody goes on.
  await page.getByRole('link', { name: 'For You', exact: true }).first().click()
  await expect(tray(page).getByText(/of 13 are here/)).toBeVisible()
  await expectAccessible(page, 'the tray', ['color-contrast'])
  await expect.poll(() => tray(page).getByText('Ready', { exact: true }).count()).toBeGreaterThan(6)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  // What was refused is not asked for again.
  await expect(tray(page).getByText('12 files are ready', { exact: true })).toBeVisible({
    timeout: 60_000,
  })

  await tray(page)
    .getByRole('button', { name: `Name it: ${titles[0]}.jpg` })
    .click()
  const naming = page.getByRole('dialog', { name: 'Name it' })
  await expect(naming.getByLabel('Title')).toHaveValue(titles[0] ?? '')
  await naming.getByLabel('Starting price').fill('90')
  await naming.getByRole('button', { name: 'Done' }).click()
  await tray(page).getByRole('button', { name: 'Save all as drafts' }).dblclick()
  await expect(page.getByText('12 saved as drafts.', { exact: true })).toBeVisible({
    timeout: 30_000,
  })
  await expect(tray(page)).toHaveCount(0)
  expect(await titlesIn(page, 'draft')).toEqual(titles)
  await page.reload()
  await expect(tray(page)).toHaveCount(0)

  await page.goto(`${plinthUrl()}/drafts`)
  await expect(page.getByRole('link', { name: titles[0] ?? '' })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'the drafts')
  const pick = async (from: string, to: string) => {
    await page.getByLabel(`Choose ${from}`, { exact: true }).click()
    await page.getByLabel(`Choose ${to}`, { exact: true }).click({ modifiers: ['Shift'] })
  }
  await pick(titles[11] ?? '', titles[0] ?? '')
  await expect(page.getByText('12 chosen', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const change = page.getByRole('dialog', { name: 'Edit 12 works' })
  await change.getByLabel('Add tags').fill('batch,')
  await choose(change.getByLabel('Category'), 'Crafting')
  await expectAccessible(page, 'editing many')
  await change.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('12 works changed', { exact: true })).toBeVisible()

  await pick(titles[11] ?? '', titles[0] ?? '')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('12 works published', { exact: true })).toBeVisible()
  expect(await titlesIn(page, 'draft')).toEqual([])
  const { id: me } = await call<{ id: string }>(page, 'GET', '/api/auth/user')
  const works = (
    await call<(Unshown['work'] & { tags: string[]; category: { slug: string } })[]>(
      page,
      'GET',
      `/api/portfolios/user/${me}?limit=100`,
    )
  ).filter(({ title }) => titles.includes(title))
  expect(works.map(({ title }) => title).toSorted()).toEqual(titles)
  expect(
    works.every(({ tags, category }) => tags.includes('batch') && category.slug === 'crafting'),
  ).toBe(true)

  const [first] = works
  await page.goto(`${plinthUrl()}/portfolio/${first?.id}`)
  await page.getByRole('button', { name: 'Hide from my wall' }).click()
  await expect(page.getByText(/Hidden from your wall\. Only you see this/)).toBeVisible()
  await page.getByRole('button', { name: 'Show again' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page.getByText('Moved to your bin', { exact: true })).toBeVisible()
  await page.goto(`${plinthUrl()}/drafts?show=binned`)
  await expect(page.getByText(/^Deleted for good on /).first()).toBeVisible()
  await expectAccessible(page, 'the bin')
  await page.getByRole('button', { name: `Restore ${first?.title}` }).click()
  await expect(page.getByRole('link', { name: first?.title ?? '' })).toHaveCount(0)
  expect(await titlesIn(page, 'binned')).toEqual([])

  await call(page, 'PUT', '/api/portfolios/state', {
    data: { ids: works.map(({ id }) => id), act: 'bin' },
  })
  await page.reload()
  await page.getByLabel('Choose all').click()
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText(/works deleted for good$/).first()).toBeVisible()
  expect(await titlesIn(page, 'binned')).toEqual([])
})

test('on a phone a bar opens the uploads, and closing them asks first', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'Marit', { path: '/?dialog=upload' })
  await offered(page).setInputFiles([
    await smallJpeg(`phone-${stamp}-1.jpg`),
    await smallJpeg(`phone-${stamp}-2.jpg`),
  ])
  const bar = page.getByRole('button', { name: /^Open the uploads/ })
  await expect(bar).toContainText('2 files are ready')
  expect((await tray(page).boundingBox())?.height).toBe(60)
  await bar.click()
  const sheet = page.getByRole('dialog', { name: 'Uploads' })
  await expect(sheet.getByText('Ready', { exact: true })).toHaveCount(2)
  await expectAccessible(page, 'the uploads on a phone')
  await sheet.getByRole('button', { name: 'Delete the uploads' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('2 files are not saved as drafts')
  await question.getByRole('button', { name: 'Keep them' }).click()
  await sheet.getByRole('button', { name: 'Delete the uploads' }).click()
  await question.getByRole('button', { name: 'Delete the uploads' }).click()
  await expect(bar).toHaveCount(0)
})

test('files dropped on a page go to the tray, which folds', async ({ page }) => {
  await signInAs(page, 'Marit', { path: '/' })
  await expect(page.getByRole('heading', { name: 'Featured Work' })).toBeVisible()
  const drag = (event: 'dragover' | 'drop') =>
    page.evaluate(`{
      const data = new DataTransfer()
      data.items.add(new File(['A text.'], 'dropped-${stamp}.txt', { type: 'text/plain' }))
      document.body.dispatchEvent(new DragEvent('${event}', { dataTransfer: data, bubbles: true, cancelable: true }))
    }`)
  // Browsers say again and again that something is held over the page.
  await expect
    .poll(async () => {
      await drag('dragover')
      return page.getByText('Drop files or folders to upload them').count()
    })
    .toBe(1)
  await drag('drop')
  await expect(tray(page).getByText('1 file is ready', { exact: true })).toBeVisible({
    timeout: 30_000,
  })
  await tray(page).getByRole('button', { name: 'Fold the uploads' }).click()
  expect((await tray(page).boundingBox())?.height).toBe(60)
  await tray(page).getByRole('button', { name: 'Show the uploads' }).click()
  await tray(page).getByRole('button', { name: 'Close the uploads' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the uploads' }).click()
  await expect(tray(page)).toHaveCount(0)
})
