import { expect, type Page } from '@playwright/test'
import type { ProofMarks } from '@plinth/contract/proofing/rooms.ts'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { plainPdf, smallJpeg } from '../files.ts'
import { call, plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'
import { deliver, expectRoomHeading, openPaidRoom } from '../projects.ts'

const stage = (page: Page) => page.getByRole('button', { name: /^Place a mark/ })
const field = (page: Page) => page.getByRole('textbox', { name: /^Comment on/ })
const pins = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Comment \d/ })
const said = (page: Page) => page.getByRole('complementary', { name: 'Comments' })

/** Draws with the mouse from one share of the picture to another. */
async function draw(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const box = await stage(page).boundingBox()
  if (box === null) throw new Error('there is nothing to draw on')
  const at = ([x, y]: [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]))
  await page.mouse.move(...at(to))
  await page.mouse.up()
}

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('')
}

test('client and creator look at a delivery together, and nothing that they write is lost', async ({
  page,
  openBrowser,
}) => {
  test.slow()
  const complaints = watchForComplaints(page)
  const creator = await openBrowser()
  const { name } = await signUp(page, 'Iris')
  await signInAs(creator, 'Marit')
  const id = await openPaidRoom(page, creator, `A label for ${name}`)
  await creator.goto(`${plinthUrl()}/projects/${id}`)
  const label = await smallJpeg('label.jpg')
  await deliver(creator, [label, await plainPdf('card.pdf', ['One', 'Two'])], 'Both of them.')
  await expectRoomHeading(page, 'Delivery 1 is ready for you')
  await page.getByRole('link', { name: 'Open the proof room' }).click()
  await expect(page.getByRole('heading', { name: `A label for ${name}` })).toBeVisible()
  await expect(stage(page)).toBeVisible({ timeout: 60_000 })
  await expect(said(page)).toContainText('No comments yet. Press on the picture to leave one.')
  await creator.goto(`${plinthUrl()}/projects/${id}/proof`)

  // With the mouse.
  await draw(page, [0.25, 0.25], [0.25, 0.25])
  await expect(field(page)).toBeFocused()
  await write(page, 'This one a little darker.')
  await page.getByRole('button', { name: 'Box', exact: true }).click()
  await draw(page, [0.5, 0.5], [0.75, 0.7])
  await write(page, 'And this band straight.')
  await expect(pins(page)).toHaveCount(2)

  // With the keyboard alone.
  await page.getByRole('button', { name: 'Arrow', exact: true }).focus()
  await page.keyboard.press('Enter')
  await stage(page).focus()
  await page.keyboard.press('Enter')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('Towards here.')
  await page.keyboard.press('Enter')
  await expect(pins(page)).toHaveCount(3)
  await expectAccessibleAtBothWidths(page, 'a proof room with comments')

  // The creator has them without a reload, answers, and says that one is done.
  await expect(pins(creator)).toHaveCount(3)
  const first = said(creator).getByRole('listitem').filter({ hasText: 'a little darker' })
  await first.getByRole('button', { name: 'Reply' }).click()
  await creator
    .getByRole('textbox', { name: 'Answer to comment 1' })
    .fill('Yes, with the next one.')
  await creator.keyboard.press('Enter')
  await expect(said(page)).toContainText('Yes, with the next one.')
  await first.getByRole('button', { name: 'Mark as done' }).click()
  await expect(said(page).getByRole('button', { name: 'Done 1' })).toBeVisible()

  // Half-written words and what was drawn survive a reload.
  await draw(page, [0.1, 0.6], [0.3, 0.8])
  await field(page).fill('Half a thought')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Comment on this arrow' })).toHaveValue(
    'Half a thought',
  )
  await field(page).press('Enter')
  await expect(pins(page)).toHaveCount(4)

  // Both write while one has no network, and that one reloads nothing: both have everything once.
  await page.context().setOffline(true)
  await write(page, 'Written without a network')
  await write(page, 'And one more')
  await expect(said(page)).toContainText('Not sent yet.')
  await write(creator, 'Written meanwhile')
  await page.context().setOffline(false)
  for (const one of [page, creator])
    for (const text of ['Written without a network', 'And one more', 'Written meanwhile'])
      await expect(said(one).getByText(text, { exact: true })).toHaveCount(1)
  await expect(said(page)).not.toContainText('Not sent yet.')
  const { marks } = await call<ProofMarks>(page, 'GET', `/api/proof-rooms/${id}/marks`)
  expect(marks).toHaveLength(7)
  expect(new Set(marks.map(({ number }) => number)).size).toBe(7)

  // Page by page.
  await page.getByRole('button', { name: /^card.pdf/ }).click()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await write(page, 'Two is upside down.')
  await expect(said(page)).toContainText('Two is upside down.')
  await expectAccessible(page, 'a page of a document in a proof room')

  // The client agrees by keyboard, and the next delivery is the next version.
  await page.getByRole('button', { name: /^label.jpg/ }).click()
  await said(page).getByRole('button', { name: 'Done 1' }).click()
  await said(page).getByRole('button', { name: 'Looks right' }).press('Enter')
  await expect(said(page)).toContainText('You agreed.')
  await call(page, 'POST', `/api/projects/${id}/revision`, { data: { note: 'As marked.' } })
  await creator.goto(`${plinthUrl()}/projects/${id}`)
  await deliver(creator, [await smallJpeg('label v2.jpg')], 'Darker now.')
  await expect(page.getByText('Version 2 is here.')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Show it' }).click()
  await expect(page.getByRole('button', { name: /^Version 2/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(said(page)).toContainText('Was about version 1')
  const withNetwork = complaints.filter((one) => !one.includes('ERR_INTERNET_DISCONNECTED'))
  expect(withNetwork).toEqual([])
})
