import type { ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { expect, type Page } from '@playwright/test'
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
      { timeout: 120_000 },
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

  const shot = async (n: string) => {
    for (const [w, h] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width: w, height: h })
      await page.waitForTimeout(1200)
      await page.screenshot({ path: `/tmp/shots-compare/${n}-${w}.png` })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.waitForTimeout(300)
  }
  await page.waitForTimeout(1500)
  await shot('room')
  await page.keyboard.press('2')
  await shot('room-2')
  await page.keyboard.press('0')
  await page.getByRole('link', { name: 'Compare' }).click()
  await page.waitForTimeout(2500)
  await shot('slider')
  for (const k of ['1', '3', '4']) {
    await page.keyboard.press(k)
    await shot('mode-' + k)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: '/tmp/shots-compare/full-390.png', fullPage: true })
})
