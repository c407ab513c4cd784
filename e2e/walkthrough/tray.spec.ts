import { expect, test } from '@playwright/test'
import { largePng } from '../files.ts'
import { call, plinthUrl, signInAs } from '../people.ts'

const COUNT = 100
const MEGABYTES = 10
const CUT_AT = [20, 60]
const CUT_MS = 5_000

/** The most that the page's scripts held, in MiB. Browsers that do not tell give 0. */
const HEAP = `Math.round((performance.memory?.usedJSHeapSize ?? 0) / 1048576)`

test(`${COUNT} files of ${MEGABYTES} MB through the tray, with the network cut twice`, async ({
  page,
  context,
}) => {
  test.setTimeout(60 * 60_000)
  const stamp = `tray-drill-${Date.now()}`
  const names = Array.from({ length: COUNT }, (_, at) => `${stamp}-${String(at).padStart(3, '0')}`)
  const files: string[] = []
  for (const name of names) files.push(await largePng(`${name}.png`, '#24566b', MEGABYTES))
  await signInAs(page, 'Marit', { path: '/?dialog=upload' })
  const tray = page.getByRole('region', { name: 'Uploads' })
  const began = Date.now()
  await page.getByLabel('or several at once').setInputFiles(files)
  const ready = tray.getByText('Ready', { exact: true })
  let heap = 0
  const until = async (count: number) => {
    while ((await ready.count()) < count) {
      heap = Math.max(heap, Number(await page.evaluate(HEAP)))
      await page.waitForTimeout(500)
    }
  }
  for (const at of CUT_AT) {
    await until(at)
    await context.setOffline(true)
    await page.waitForTimeout(CUT_MS)
    await context.setOffline(false)
  }
  await until(COUNT)
  const seconds = Math.round((Date.now() - began) / 1_000)
  await tray.getByRole('button', { name: 'Save all as drafts' }).click()
  await expect(page.getByText(`${COUNT} saved as drafts.`, { exact: true })).toBeVisible({
    timeout: 10 * 60_000,
  })
  const saved = Math.round((Date.now() - began) / 1_000) - seconds

  const drafts = await call<{ work: { id: string; title: string } }[]>(
    page,
    'GET',
    '/api/portfolios/unshown?state=draft&limit=100',
  )
  const own = drafts.filter(({ work }) => work.title.startsWith(stamp))
  const titles = new Set(own.map(({ work }) => work.title))
  const lost = names.filter((name) => !titles.has(name))
  process.stdout.write(
    `${COUNT} files of ${MEGABYTES} MB at ${plinthUrl()}: all there after ${seconds} s, drafts ${saved} s later, ` +
      `${lost.length} lost, ${own.length - titles.size} doubled, at most ${heap} MiB of script memory\n`,
  )
  expect({ lost, doubled: own.length - titles.size }).toEqual({ lost: [], doubled: 0 })
  const data = { ids: own.map(({ work }) => work.id) }
  await call(page, 'PUT', '/api/portfolios/state', { data: { ...data, act: 'bin' } })
  await call(page, 'PUT', '/api/portfolios/state', { data: { ...data, act: 'delete' } })
})
