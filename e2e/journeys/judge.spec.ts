import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { plainPdf, shortWav } from '../files.ts'
import { DEMO_FILM } from '../posts.ts'
import { plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'
import { deliver, expectRoomHeading, openPaidRoom } from '../projects.ts'

test('a client watches, hears and reads a whole delivery before paying', async ({
  page,
  openBrowser,
}) => {
  test.slow()
  const complaints = watchForComplaints(page)
  const creator = await openBrowser()
  const { name } = await signUp(page, 'Runa')
  await signInAs(creator, 'Marit')
  const id = await openPaidRoom(page, creator, `A film for ${name}`)
  await creator.goto(`${plinthUrl()}/projects/${id}`)
  const files = [
    DEMO_FILM,
    await shortWav('take.wav', 3),
    await plainPdf('book.pdf', ['One', 'Two', 'Three']),
  ]
  await deliver(creator, files, 'All three of them.')
  await expectRoomHeading(page, 'Delivery 1 is ready for you')
  const dialog = page.getByRole('dialog')

  const watch = page.getByRole('button', { name: /^Watch / })
  await expect(watch).toBeVisible({ timeout: 120_000 })
  await watch.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Watermarked preview.')
  const played = (kind: 'video' | 'audio') =>
    expect
      .poll(() =>
        page.evaluate(`document.querySelector('[role=dialog] ${kind}').currentTime > 0.2`),
      )
      .toBe(true)
  await dialog.getByRole('button', { name: 'Play' }).press('Enter')
  await played('video')
  await expectAccessibleAtBothWidths(page, 'a film before it is paid')
  await page.keyboard.press('Escape')
  await expect(watch).toBeFocused()

  await page.getByRole('button', { name: /^Listen to take.wav/ }).press('Enter')
  await expect(dialog).toContainText('Preview with a sound in it every few seconds.')
  await dialog.getByRole('button', { name: 'Play' }).press('Enter')
  await played('audio')
  await expectAccessible(page, 'a sound before it is paid')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Read book.pdf/ }).press('Enter')
  const pages = dialog.getByRole('list', { name: 'Pages of book.pdf' })
  await expect(pages.getByRole('img')).toHaveCount(3)
  const last = pages.getByRole('img', { name: 'Page 3 of 3' })
  await last.scrollIntoViewIfNeeded()
  await expect
    .poll(() =>
      page.evaluate(`document.querySelector('.delivery-pages li:last-child img').naturalWidth > 0`),
    )
    .toBe(true)
  await expectAccessibleAtBothWidths(page, 'the pages of a PDF before it is paid')
  await page.keyboard.press('Escape')
  expect(complaints).toEqual([])
})
