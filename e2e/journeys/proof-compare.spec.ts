import type { MadeProofLink } from '@plinth/contract/proofing/links.ts'
import type { ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { threeLabels } from '../files.ts'
import { call, plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'
import { deliver, openPaidRoom } from '../projects.ts'

const read = (page: Page, id: string) => call<ProofRoom>(page, 'GET', `/api/proof-rooms/${id}`)

/** Two versions of one picture in a room: the second has another colour in the middle and on the right. */
async function twoVersions(client: Page, creator: Page, subject: string): Promise<string> {
  const id = await openPaidRoom(client, creator, subject)
  await creator.goto(`${plinthUrl()}/projects/${id}`)
  await deliver(
    creator,
    [await threeLabels('all-three.png', ['#e8dcc4', '#2f9a58', '#7a2f7c'])],
    '',
  )
  const first = (await read(client, id)).things[0]?.versions[0]
  for (const [text, x] of [
    ['The plum label should be red.', 0.8],
    ['The mint band looks like toothpaste. Lime?', 0.5],
  ] as const)
    await call(client, 'PUT', `/api/proof-rooms/${id}/marks/${crypto.randomUUID()}`, {
      data: {
        versionId: first?.id,
        text,
        place: { shape: 'point', points: [x, 0.6], page: null, from: null, to: null },
      },
    })
  await call(client, 'POST', `/api/projects/${id}/revision`, { data: { note: 'As marked.' } })
  const { marks } = await call<{ marks: { id: string }[] }>(
    creator,
    'GET',
    `/api/proof-rooms/${id}/marks`,
  )
  await call(creator, 'PUT', `/api/proof-rooms/${id}/marks/${marks[0]?.id}/state`, {
    data: { state: 'done' },
  })
  await creator.reload()
  const changed = await threeLabels('all-three.png', ['#e8dcc4', '#a5c23a', '#c02a26'])
  await deliver(creator, [changed], 'The plum is now the red of the first sketch.')
  await expect
    .poll(
      async () =>
        (await read(client, id)).things.flatMap(({ versions }) =>
          versions.map(({ proofState }) => proofState),
        ),
      { timeout: 240_000 },
    )
    .toEqual(['ready', 'ready'])
  return id
}

test('a client looks to the pixel at a picture that is not paid, and holds two versions against each other', async ({
  page,
  openBrowser,
}) => {
  test.slow()
  const complaints = watchForComplaints(page)
  const creator = await openBrowser()
  const { name } = await signUp(page, 'Ida')
  await signInAs(creator, 'Marit')
  const id = await twoVersions(page, creator, `Labels for ${name}`)
  await page.goto(`${plinthUrl()}/projects/${id}/proof`)

  // To the pixel, with the keyboard alone.
  const stage = page.getByRole('group', { name: /^all-three\.png\. Drag/ })
  await expect(stage).toBeVisible()
  const zoom = page.getByRole('group', { name: 'Zoom' })
  await expect(zoom.getByRole('button', { name: 'Fit' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('2')
  await expect(zoom.getByRole('status')).toHaveText('200%')
  const tiles = stage.locator('img[src*="/tile-2-"]')
  await expect(tiles.first()).toBeVisible()
  // Until it is paid they are the marked ones.
  await expect(stage.locator('img[src*="tile-plain"]')).toHaveCount(0)
  await expectAccessible(page, 'a picture at 2:1')
  await page.keyboard.press('0')

  await page.getByRole('link', { name: 'Compare' }).click()
  await expect(page).toHaveURL(/compare=1/)
  const line = page.getByRole('slider', { name: 'Line between the versions' })
  await expect(line).toHaveAttribute('aria-valuetext', 'Version 1, 50%')
  const changed = page.getByRole('complementary', { name: 'What changed' })
  // 2 of 9 parts and a bit: windows reach over the edges of what differs.
  await expect(changed.getByRole('status')).toHaveText(
    /^Two areas, 1[6-9]% of the picture\. Light shows where the pixels differ\.$/,
  )
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(line).toHaveAttribute('aria-valuetext', 'Version 1, 41%')
  const box = await line.boundingBox()
  if (box === null) throw new Error('the line has no handle')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 200, box.y)
  await page.mouse.up()
  await expect(line).not.toHaveAttribute('aria-valuetext', 'Version 1, 41%')
  await expectAccessibleAtBothWidths(page, 'two versions with a line between them')

  await page.keyboard.press('1')
  const pictures = page.getByRole('group', { name: /^Version \d\. all-three/ })
  await expect(pictures).toHaveCount(2)
  await page.keyboard.press('+')
  await expectAccessibleAtBothWidths(page, 'two versions side by side')
  await page.keyboard.press('3')
  const amount = page.getByRole('slider', { name: 'How much of version 2' })
  await page.keyboard.press('Shift+ArrowRight')
  await expect(amount).toHaveValue('60')
  await page.keyboard.press('4')
  await expect(page.getByRole('img', { name: 'Where the two versions differ' })).toHaveCount(2)
  await page.keyboard.down('Space')
  await expect(page.getByRole('img', { name: 'Where the two versions differ' })).toHaveCount(1)
  await page.keyboard.up('Space')
  await expectAccessibleAtBothWidths(page, 'where two versions differ')

  // What was asked for, and whether it is right now.
  await expect(changed).toContainText('You asked for 2 things in version 1')
  await expect(changed).toContainText('The plum is now the red of the first sketch.')
  const right = changed.getByRole('button', { name: 'Looks right' })
  await expect(right).toHaveCount(1)
  await right.press('Enter')
  await expect(changed).toContainText('Marit marked it done. You agreed on')
  await expect(right).toHaveCount(0)
  await page.getByRole('button', { name: 'Stop comparing' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Compare' })).toBeVisible()

  // A guest compares the copies that have their name in them.
  const { url } = await call<MadeProofLink>(page, 'POST', `/api/proof-rooms/${id}/links`, {
    data: { name: 'The printer', right: 'look', days: 7 },
  })
  const guest = await openBrowser()
  const troubles = watchForComplaints(guest)
  await guest.goto(url)
  await guest.getByRole('textbox', { name: 'Your name' }).fill('Aino Lehtonen')
  await guest.keyboard.press('Enter')
  await guest.getByRole('link', { name: 'Compare' }).press('Enter')
  await expect(guest.getByRole('slider', { name: 'Line between the versions' })).toBeVisible()
  await guest.keyboard.press('4')
  await expect(guest.getByRole('img', { name: 'Where the two versions differ' })).toHaveCount(2)
  const rail = guest.getByRole('complementary', { name: 'What changed' })
  await expect(rail).toContainText('Marit marked it done.')
  await expect(rail.getByRole('button', { name: 'Looks right' })).toHaveCount(0)
  await expectAccessibleAtBothWidths(guest, 'two versions, as a guest compares them')
  await guest.reload()
  await expect(guest.getByRole('button', { name: 'Stop comparing' })).toBeVisible()
  await guest.getByRole('button', { name: 'Stop comparing' }).press('Enter')
  await expect(guest.getByRole('link', { name: 'Compare' })).toBeVisible()
  expect([...complaints, ...troubles]).toEqual([])
})

test('a creator is asked whether a renamed file is a newer version, and says so by keyboard', async ({
  page,
  openBrowser,
}) => {
  test.slow()
  const complaints = watchForComplaints(page)
  const client = await openBrowser()
  const { name } = await signUp(client, 'Ines')
  await signInAs(page, 'Marit')
  const id = await openPaidRoom(client, page, `Sketches for ${name}`)
  const colours = ['#e8dcc4', '#2f9a58', '#7a2f7c']
  await page.goto(`${plinthUrl()}/projects/${id}`)
  await deliver(page, [await threeLabels('three-labels.png', colours)], '')
  await call(client, 'POST', `/api/projects/${id}/revision`, { data: { note: 'A red one.' } })
  await page.reload()
  // Each of them could be it: two plums that are red now.
  const red = [...colours.slice(0, 2), '#c02a26']
  const renamed = ['monday-sketch.png', 'tuesday-sketch.png']
  await deliver(
    page,
    await Promise.all(renamed.map((file) => threeLabels(file, red))),
    'Two sketches.',
  )
  await page.goto(`${plinthUrl()}/projects/${id}/proof`)
  const comments = page.getByRole('complementary', { name: 'Comments' })
  const heard = (words: string) =>
    expect(page.getByRole('status').filter({ hasText: words })).toHaveCount(1)
  const asked = comments.getByText('This looks like a newer version of three-labels.png.')
  await expect(asked).toBeVisible({ timeout: 120_000 })
  await expectAccessibleAtBothWidths(page, 'a proposed version')
  expect((await read(client, id)).likenesses).toEqual([])

  await page.getByRole('button', { name: /^tuesday-sketch\.png/ }).click()
  await comments.getByRole('button', { name: 'It is something new' }).press('Enter')
  await heard('tuesday-sketch.png stays a file by itself.')
  await expect(page.getByRole('main')).toBeFocused()

  await page.getByRole('button', { name: /^monday-sketch\.png/ }).click()
  await comments.getByRole('button', { name: 'Make it version 2' }).press('Enter')
  await heard('monday-sketch.png is version 2 now.')
  await expect(page.getByRole('button', { name: /^Version 2/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(asked).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Compare' })).toBeVisible()
  await expect(asked).toHaveCount(0)

  // What was said by mistake is taken back where versions are corrected by hand.
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Replaces…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Which file does this replace?' })
  await dialog.getByRole('radio', { name: 'None. It’s a new file' }).press('Space')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  expect((await read(client, id)).things).toHaveLength(3)
  // Nobody is asked twice, but what looks alike is the first to choose.
  await expect(asked).toHaveCount(0)
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Replaces…' }).press('Enter')
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  await expect(dialog.getByRole('radio').nth(1)).toHaveAccessibleName(
    'three-labels.png Looks like it',
  )
  await expectAccessible(page, 'which file a sketch replaces')
  expect(complaints).toEqual([])
})
