import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import type { ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { expectAccessibleAtBothWidths } from '../accessibility.ts'
import { plainPdf } from '../files.ts'
import { call, plinthUrl, signInAs, signUp, test } from '../people.ts'
import { DEMO_FILM } from '../posts.ts'
import { deliver, expectRoomHeading, openPaidRoom } from '../projects.ts'

/** What the browser saves after this item of the menu. */
async function saved(page: Page, item: string): Promise<{ name: string; text: string }> {
  await page.getByRole('button', { name: 'Export comments' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: item }).click()
  const download = await coming
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

test('comments go to editing programs, and come from a PDF', async ({ page, openBrowser }) => {
  test.slow()
  const creator = await openBrowser()
  const { name } = await signUp(page, 'Runa')
  await signInAs(creator, 'Marit')
  const id = await openPaidRoom(page, creator, `A film for ${name}`)
  await creator.goto(`${plinthUrl()}/projects/${id}`)
  await deliver(creator, [DEMO_FILM, await plainPdf('book.pdf', ['One', 'Two'])], 'Both.')
  await expectRoomHeading(page, 'Delivery 1 is ready for you')
  const thingsOf = async () => (await call<ProofRoom>(page, 'GET', `/api/proof-rooms/${id}`)).things
  await expect
    .poll(async () => (await thingsOf()).map(({ versions }) => versions[0]?.proofState), {
      timeout: 200_000,
    })
    .toEqual(['ready', 'ready'])
  const [film, book] = await thingsOf()
  const { frames, id: versionId } = film?.versions[0] ?? { frames: null, id: '' }
  const step = frames?.steps[0]?.[0] ?? 0
  await call(page, 'PUT', `/api/proof-rooms/${id}/marks/${crypto.randomUUID()}`, {
    data: {
      versionId,
      place: { shape: 'whole', points: [], page: null, from: 128 * step, to: null },
      text: 'The reflection jumps on this one frame.',
    },
  })

  await page.goto(`${plinthUrl()}/projects/${id}/proof?file=${film?.id}`)
  const list = await saved(page, 'EDL for Resolve and Avid')
  expect(list.name).toBe('spruce-tilt.mp4, comments.edl')
  // The film has 25 frames a second, and the hour begins with the first of them.
  expect(list.text).toMatch(/^001 {2}AX {7}V {5}C {8}(01:00:05:03 01:00:05:04 ?){2}\r$/m)
  expect(list.text).toMatch(
    /^\* LOC: 01:00:05:03 RED +Runa .*: The reflection jumps on this one frame\.\r$/m,
  )
  const table = await saved(page, 'All files, CSV table')
  expect(table.text).toContain(',00:00:05:03,00:00:05:03,129,129,')
  const xml = await saved(page, 'Final Cut XML')
  expect(xml.text).toContain('<marker start="128/25s" duration="1/25s"')

  await page.goto(`${plinthUrl()}/projects/${id}/proof?file=${book?.id}`)
  const menu = page.getByRole('button', { name: 'Export comments' })
  await menu.press('Enter')
  await expect(page.getByRole('menuitem', { name: /EDL/ })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Read comments from a PDF…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expectAccessibleAtBothWidths(page, 'reading the comments of a PDF')
  const choose = dialog.locator('input[type=file]')
  await choose.setInputFiles({
    name: 'a.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('x'),
  })
  await expect(dialog.getByRole('alert')).toContainText('This file is no PDF.')
  await choose.setInputFiles(await plainPdf('read.pdf', ['One', 'Two'], ['Too dark.', 'A typo.']))
  await expect(dialog).toContainText('Added 2 comments.')
  await choose.setInputFiles(await plainPdf('read.pdf', ['One', 'Two'], ['Too dark.', 'A typo.']))
  await expect(dialog).toContainText('There are no new comments in this PDF.')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(menu).toBeFocused()
  const rail = page.getByRole('complementary', { name: 'Comments' })
  await expect(rail.getByText('Anna: Too dark.')).toBeVisible()
  await expect(rail.getByText('Anna: A typo.')).toBeVisible()
  await menu.click()
  await expectAccessibleAtBothWidths(page, 'the menu of exports')
})
