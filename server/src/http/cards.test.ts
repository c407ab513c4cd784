import { expect, it } from 'vitest'
import { createCardLists } from './cards.ts'

const ids = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(8))
const who = { viewerId: null }

const lists = createCardLists({
  load: async (wanted) =>
    wanted.map((id) => ({
      id,
      version: 1,
      json: `{"id" : "${id}", "name" : "Åse"}`,
      isPartial: false,
    })),
  loadOwn: async () => [],
  loadBriefs: async () => [],
  restOf: ({ counts: [likes], marks: [isLiked = false] }) =>
    `,"likes":${likes},"isLiked":${isLiked}`,
})

/** As a statement gives them, with the second one liked. */
const rowsOf = (keys: readonly number[]): string =>
  `;${ids[1]};${keys.map((key, at) => `${ids[at]} maker 1 1 ${key} ${at}`).join(',')}`

const idsIn = (json: Buffer) =>
  (JSON.parse(json.toString()) as { id: string }[]).map(({ id }) => id[0]).join('')

it('cuts a page from rows and tells where it ended', async () => {
  const { json, last } = await lists.page(who, rowsOf([9, 8, 7]), 2)
  expect(JSON.parse(json.toString())).toEqual([
    { id: ids[0], name: 'Åse', likes: 0, isLiked: false },
    { id: ids[1], name: 'Åse', likes: 1, isLiked: true },
  ])
  expect(last).toEqual([8, ids[1]])
})

it('gives each viewer their marks and the counters of now', async () => {
  const asViewed = async (marks: string, likes: number) => {
    const { json } = await lists.page(who, `${marks};${ids[0]} maker 1 1 9 ${likes}`, 1)
    const [{ likes: shown, isLiked }] = JSON.parse(json.toString()) as [
      { likes: number; isLiked: boolean },
    ]
    return [shown, isLiked]
  }
  expect(await asViewed(';', 5)).toEqual([5, false])
  expect(await asViewed(`;${ids[0]}`, 5)).toEqual([5, true])
  expect(await asViewed(';', 5)).toEqual([5, false])
  expect(await asViewed(';', 6)).toEqual([6, false])
  expect(await asViewed(`;${ids[0]}`, 6)).toEqual([6, true])
  // Of their maker, and of all that is on a list.
  expect(await asViewed(';maker', 6)).toEqual([6, true])
  expect(await asViewed(';*', 7)).toEqual([7, true])
  expect(await asViewed(`;;${ids[0]}`, 7)).toEqual([7, false])
})

it('says that nothing follows when all rows are on the page', async () => {
  expect((await lists.page(who, rowsOf([9, 8]), 2)).last).toBeNull()
  expect(await lists.page(who, null, 2)).toEqual({ json: Buffer.from('[]'), last: null })
})

it('puts rows that come in another order into theirs: the greatest key, then the greatest id first', async () => {
  const { json } = await lists.page(who, rowsOf([7, 9, 7, 8]), 4)
  expect(idsIn(json)).toBe('bdca')
})

it('orders a list of places from the first on, and leaves out what has no further fields', async () => {
  const json = await lists.list(who, rowsOf([3, 1, 2]), ({ key }) =>
    key === 2 ? null : ',"x":"é"',
  )
  expect(idsIn(json)).toBe('ba')
  expect(json.toString()).toContain('"x":"é"')
})

it('reads a brief once for each version, what is hidden every time, and leaves out what nobody may see any more', async () => {
  const asked: string[][] = []
  const visible = new Set([ids[0], ids[1]])
  const { briefs } = createCardLists({
    load: async () => [],
    loadOwn: async () => [],
    loadBriefs: async (wanted) => {
      asked.push(wanted)
      return wanted.map((id) => ({
        id,
        version: 1,
        isVisible: visible.has(id),
        json: `{"id" : "${id}"}`,
      }))
    },
    restOf: () => '',
  })
  const [a, b, c, d] = ids
  const rows = `${d} 1 0,${a} 1 1,${b} 1,${c} 1`
  expect([...(await briefs(rows))]).toEqual([
    [d, `{"id":"${d}"}`],
    [a, `{"id":"${a}"}`],
    [b, `{"id":"${b}"}`],
  ])
  await briefs(rows)
  await briefs(`${a} 2 1`)
  expect(asked).toEqual([[a, b, c], [d], [c], [d], [a]])
  expect(await briefs(null)).toEqual(new Map())
})
