import { beforeEach, expect, test } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { writePictures } from '../../../../test/content/bulk.ts'
import { addListedWork, ageMedia } from '../../../../test/media/media.ts'
import { findNextUnused } from './processing-queries.ts'

const site = testApp({ JOBS: 'off' })
let maker: Person

beforeEach(async () => {
  maker = await site.person('Maker', { isCreator: true })
  await site.deps.db.deleteFrom('portfolio_items').execute()
  await site.deps.db.deleteFrom('media').execute()
  await site.deps.db.deleteFrom('media_walk').execute()
})

/** So many files that are two days old, in the order of the walk. */
async function oldFiles(count: number): Promise<string[]> {
  const { db } = site.deps
  await writePictures(db, count)
  const files = await db.selectFrom('media').select('id').orderBy('id').execute()
  const ids = files.map(({ id }) => id)
  await ageMedia(db, ids)
  return ids
}

test('looks at a part of all files each time, and begins anew after the last', async () => {
  const { db } = site.deps
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = await oldFiles(5)
  await addListedWork(db, { creatorId: maker.id, mediaId: second })
  const parts = [
    { unused: [first], isLast: false },
    { unused: [third, fourth], isLast: false },
    { unused: [fifth], isLast: true },
  ]
  for (const part of [...parts, ...parts]) expect(await findNextUnused(db, 2)).toEqual(part)
})

test('leaves alone what was uploaded within a day', async () => {
  const { db } = site.deps
  await writePictures(db, 3)
  expect(await findNextUnused(db, 10)).toEqual({ unused: [], isLast: true })
})

test('goes on behind the last one that it found when it finds more than are deleted at once', async () => {
  const { db } = site.deps
  const ids = await oldFiles(1_001)
  expect(await findNextUnused(db, 5_000)).toEqual({ unused: ids.slice(0, 1_000), isLast: false })
  expect(await findNextUnused(db, 5_000)).toEqual({ unused: ids.slice(1_000), isLast: true })
  expect(await findNextUnused(db, 5_000)).toMatchObject({ isLast: false })
})
