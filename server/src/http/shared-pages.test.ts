import { expect, it } from 'vitest'
import { newId } from '../db/id.ts'
import { createSharedPages, itemsOf, type ViewerFlags } from './shared-pages.ts'

const NAMES = ['Åse’s bowl', '"isLiked":false', 'Ferry', 'Дом']
const things = NAMES.map((name) => ({
  id: newId(),
  creatorId: newId(),
  name,
  isLiked: false,
  isSaved: false,
}))
const [first, second, third, fourth] = things as [Thing, Thing, Thing, Thing]
type Thing = (typeof things)[number]

const viewerId = newId()

async function pageWith({ on = {}, hidden = [] }: Partial<ViewerFlags>): Promise<unknown> {
  const pages = createSharedPages<object>({
    load: async () => ({ items: itemsOf(JSON.stringify(things)), nextCursor: null }),
    findFlags: async () => ({ viewerId, on, hidden }),
  })
  const read = async () => (await pages.find({ viewerId }, {})).json?.toString() ?? ''
  // The second time it is put together from what was made for the first.
  const json = await read()
  expect(await read()).toBe(json)
  return JSON.parse(json)
}

it('gives the same page to everybody for whom nothing is on', async () => {
  expect(await pageWith({})).toEqual(things)
})

it('turns on what is on for one viewer, by thing and by creator, wherever it is on the page', async () => {
  expect(
    await pageWith({
      on: { isLiked: [first.id, second.id, fourth.id], isSaved: [second.creatorId] },
    }),
  ).toEqual([
    { ...first, isLiked: true },
    { ...second, isLiked: true, isSaved: true },
    third,
    { ...fourth, isLiked: true },
  ])
})

it('leaves out creators whom a block hides, also the first and the last', async () => {
  expect(await pageWith({ hidden: [first.creatorId, fourth.creatorId] })).toEqual([second, third])
  expect(
    await pageWith({
      on: { isLiked: [first.id, second.id, third.id] },
      hidden: [first.creatorId, third.creatorId],
    }),
  ).toEqual([{ ...second, isLiked: true }, fourth])
})

it('is an empty list where all are hidden', async () => {
  expect(await pageWith({ hidden: things.map(({ creatorId }) => creatorId) })).toEqual([])
})
