import { blockUser } from '@plinth/contract/people/blocks.ts'
import {
  createPortfolio,
  deletePortfolio,
  listUserPortfolios,
} from '@plinth/contract/portfolios/portfolios.ts'
import { createSeries } from '@plinth/contract/portfolios/series.ts'
import { restorePortfolio, setWorkState } from '@plinth/contract/portfolios/states.ts'
import {
  arrangeEntry,
  getWall,
  listArranged,
  listWall,
  showWall,
  undoArranging,
  type WallEntry,
} from '@plinth/contract/portfolios/walls.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { idsOf, walk, walkIds } from '../../../../test/content/lists.ts'
import { makeWork } from '../../../../test/content/works.ts'
import { makePicture } from '../../../../test/media/pictures.ts'
import { newId } from '../../../db/id.ts'

const t = testApp({ JOBS: 'off' })
let marit: Person
let ben: Person
let works: Record<string, string>

const NAMES = ['a', 'b', 'c', 'd', 'e']

beforeEach(async () => {
  marit = await t.person('Marit', { isCreator: true })
  ben = await t.person('Ben', { isCreator: true })
  works = {}
  for (const [at, title] of NAMES.entries())
    works[title] = await makeWork(t.deps, marit, {
      title,
      createdAt: new Date(Date.now() - at * 60_000),
    })
})

const idOf = (title: string) => works[title] ?? ''

/** A wall in short: titles in their order, pinned ones with their pin, series as their works. */
const short = (entries: WallEntry[]): string =>
  entries
    .map(({ pin, series, works: some }) => {
      const titles = some.map(({ title }) => title).join('')
      const name = series === null ? titles : `(${titles})`
      return pin === null ? name : `${name}${pin}`
    })
    .join(' ')
const read = async (endpoint: typeof listWall | typeof listArranged, as?: Person) =>
  t.call(endpoint, { as, params: { id: marit.id }, query: { limit: 100 } })
const shown = async (as?: Person) => short((await read(listWall, as)).body)
const draft = async () => short((await read(listArranged, marit)).body)

const arrange = (title: string, body: object, as: Person | undefined = marit) =>
  t.call(arrangeEntry, { as, params: { id: works[title] ?? title }, body })
const move = async (title: string, after: string | null) => {
  const answer = await arrange(title, { after: after === null ? null : idOf(after) })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const pin = async (title: string, at: number | null) => {
  const answer = await arrange(title, { pin: at })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const act = (endpoint: typeof showWall | typeof undoArranging, as: Person | undefined = marit) =>
  t.call(endpoint, { as })
const setState = (title: string, state: string) =>
  t.call(setWorkState, { as: marit, params: { id: idOf(title) }, body: { state } })

describe('a wall that was never arranged', () => {
  it('shows the newest first, as the list of works does', async () => {
    const wall = await read(listWall)
    const list = await t.call(listUserPortfolios, { params: { id: marit.id } })
    expect(wall.body.map((entry: WallEntry) => entry.works[0])).toEqual(list.body)
    expect(wall.body).toMatchObject(
      NAMES.map((title) => ({ id: idOf(title), series: null, pin: null, isArranged: false })),
    )
    expect(await draft()).toBe('a b c d e')
    expect((await t.call(getWall, { as: marit })).body).toEqual({
      moves: 0,
      canUndo: false,
      isShown: false,
      workCount: 5,
      seriesCount: 0,
      pinCount: 0,
      draftCount: 0,
      scheduledCount: 0,
      hiddenCount: 0,
    })
  })

  it('writes nothing when it is read', async () => {
    await draft()
    const { rows } = await sql`select creator_id from walls`.execute(t.deps.db)
    expect(rows).toEqual([])
  })
})

describe('arranging', () => {
  it('moves one row, which visitors do not see until the wall is shown', async () => {
    expect(await move('d', 'a')).toMatchObject({ moves: 1, canUndo: true, isShown: false })
    expect(await draft()).toBe('a d b c e')
    expect(await shown()).toBe('a b c d e')
    const { rows } = await sql`
      select id from wall_places where draft_place <> place`.execute(t.deps.db)
    expect(rows).toEqual([{ id: idOf('d') }])
    await move('e', null)
    expect((await act(showWall)).body).toMatchObject({ moves: 0, canUndo: false, isShown: true })
    for (const as of [undefined, ben, marit]) expect(await shown(as)).toBe('e a d b c')
    expect((await read(listWall)).body[0]).toMatchObject({ isArranged: true, pin: null })
  })

  it('lets up to three works stand first', async () => {
    await pin('c', 1)
    await pin('e', 2)
    expect(await pin('a', 3)).toMatchObject({ pinCount: 3, workCount: 2 })
    expect(await draft()).toBe('c1 e2 a3 b d')
    await pin('b', 2)
    expect(await draft()).toBe('c1 b2 a3 d e')
    await pin('c', 3)
    expect(await draft()).toBe('b1 a2 c3 d e')
    await pin('c', 1)
    expect(await draft()).toBe('c1 b2 a3 d e')
    await pin('b', null)
    expect(await draft()).toBe('c1 a2 b d e')
    expect((await arrange('d', { pin: 4 })).status).toBe(400)
    await act(showWall)
    expect(await shown()).toBe('c1 a2 b d e')
    await move('a', 'd')
    expect(await draft()).toBe('c1 b d a e')
  })

  it('is taken back move by move', async () => {
    await move('d', null)
    await pin('c', 1)
    await pin('e', 1)
    expect((await act(undoArranging)).body).toMatchObject({ moves: 2, canUndo: true })
    expect(await draft()).toBe('c1 d a b e')
    await act(undoArranging)
    await act(undoArranging)
    expect(await draft()).toBe('a b c d e')
    const last = await act(undoArranging)
    expect(last).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await t.call(getWall, { as: marit })).body).toMatchObject({ moves: 0, canUndo: false })
  })

  it('keeps an order however often something moves into the same gap', async () => {
    for (let time = 0; time < 40; time += 1) {
      await move('e', 'a')
      await move('d', 'a')
    }
    expect(await draft()).toBe('a d e b c')
    const { rows } = await sql<{ gap: number }>`
      select min(gap) as gap from (
        select draft_place - lag(draft_place) over (order by draft_place) as gap
        from wall_places where creator_id = ${marit.id}::uuid) t`.execute(t.deps.db)
    expect(rows[0]?.gap).toBeGreaterThan(1e-10)
  })

  it('keeps the order of moves made at once', async () => {
    await Promise.all([pin('a', 1), pin('b', 1), pin('c', 2), move('d', null), move('e', null)])
    const { body } = await read(listArranged, marit)
    expect(body.map(({ pin: at }: WallEntry) => at).slice(0, 2)).toEqual([1, 2])
    expect(new Set(idsOf({ body }))).toEqual(new Set(Object.values(works)))
    expect((await t.call(getWall, { as: marit })).body.moves).toBe(5)
  })

  it('pages through pins and the rest', async () => {
    await pin('d', 1)
    await move('e', 'a')
    await act(showWall)
    for (const limit of [1, 2, 5]) {
      const input = { params: { id: marit.id }, query: { limit } }
      expect(await walkIds(t, listWall, input)).toEqual(['d', 'a', 'e', 'b', 'c'].map(idOf))
      expect(await walkIds(t, listArranged, { as: marit, query: { limit } })).toEqual(
        ['d', 'a', 'e', 'b', 'c'].map(idOf),
      )
    }
    const newest = { params: { id: ben.id }, query: { limit: 2 } }
    const own = [
      await makeWork(t.deps, ben),
      await makeWork(t.deps, ben),
      await makeWork(t.deps, ben),
    ]
    expect(new Set(await walkIds(t, listWall, newest))).toEqual(new Set(own))
  })

  it('goes on with a list that began before the wall was shown', async () => {
    const first = await t.call(listWall, { params: { id: marit.id }, query: { limit: 2 } })
    const next = /<([^>]*)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? ''
    await move('e', null)
    await act(showWall)
    const second = await t.request({ method: 'GET', url: next })
    expect(short(second.body)).toBe('c d')
  })

  it('refuses what is not there, and more than one change at once', async () => {
    const other = await makeWork(t.deps, ben, { title: 'Other' })
    for (const [answer, status] of [
      [arrange('a', {}), 400],
      [arrange('a', { after: null, pin: 1 }), 400],
      [arrange('a', { after: 'no id' }), 400],
      [arrange('a', { pin: 0 }), 400],
      [arrange('a', { after: other }), 404],
      [arrange('a', { seriesId: newId() }), 404],
      [arrange(newId(), { after: null }), 404],
      [arrange(other, { after: null }), 404],
      [arrange(idOf('a'), { after: null }, ben), 404],
    ] as const)
      expect((await answer).status).toBe(status)
    expect(await draft()).toBe('a b c d e')
    expect((await t.call(getWall, { as: marit })).body.moves).toBe(0)
  })

  it('is for members, each on their own wall', async () => {
    for (const call of [
      t.call(getWall),
      t.call(listArranged),
      t.call(showWall),
      t.call(undoArranging),
      t.call(arrangeEntry, { params: { id: idOf('a') }, body: { after: null } }),
    ])
      expect((await call).status).toBe(401)
    expect((await t.call(listArranged, { as: ben })).body).toEqual([])
    await act(showWall, ben)
    expect(await shown()).toBe('a b c d e')
  })
})

describe('works that come and go', () => {
  beforeEach(async () => {
    await pin('b', 1)
    await move('e', null)
    await act(showWall)
  })

  it('puts what is published in front of the others, and leaves drafts out', async () => {
    expect(await shown()).toBe('b1 e a c d')
    const upload = async (state?: 'draft') => {
      const png = await makePicture('image/png', 48, 48)
      const answer = await t.call(createPortfolio, {
        as: marit,
        body: {
          title: 'new',
          category: 'crafting',
          fileUrl: `data:image/png;base64,${png.toString('base64')}`,
          fileName: 'new.png',
          ...(state === undefined ? {} : { state }),
        },
      })
      expect(answer.status).toBe(201)
      return answer.body.id
    }
    const first = await upload()
    const later = await upload('draft')
    expect(idsOf(await read(listArranged, marit))).toEqual([
      idOf('b'),
      first,
      ...['e', 'a', 'c', 'd'].map(idOf),
    ])
    works['later'] = later
    await setState('later', 'published')
    expect(idsOf(await read(listWall, marit)).slice(0, 4)).toEqual([
      idOf('b'),
      later,
      first,
      idOf('e'),
    ])
  })

  it('keeps the place of a hidden or deleted work, but not its pin', async () => {
    await setState('e', 'hidden')
    await setState('b', 'hidden')
    expect(await shown()).toBe('a c d')
    expect(await draft()).toBe('a c d')
    expect((await arrange('e', { after: null })).status).toBe(404)
    await setState('e', 'published')
    await setState('b', 'published')
    await t.call(deletePortfolio, { as: marit, params: { id: idOf('a') } })
    expect(await shown()).toBe('e b c d')
    await t.call(restorePortfolio, { as: marit, params: { id: idOf('a') } })
    expect(await shown()).toBe('e a b c d')
    await t.call(deletePortfolio, {
      as: marit,
      params: { id: idOf('a') },
      query: { forGood: true },
    })
    expect(await shown()).toBe('e b c d')
  })

  it('never pins again what was hidden since', async () => {
    await pin('b', null)
    await setState('b', 'hidden')
    await act(undoArranging)
    await setState('b', 'published')
    expect(await draft()).toBe('e a b c d')
  })

  it('closes the gap that a hidden or deleted pinned work leaves, for visitors and in the draft', async () => {
    await pin('a', 2)
    await pin('c', 3)
    await act(showWall)
    expect(await shown()).toBe('b1 a2 c3 e d')
    await pin('a', 1)
    expect(await draft()).toBe('a1 b2 c3 e d')
    await setState('a', 'hidden')
    expect(await shown()).toBe('b1 c2 e d')
    expect(await draft()).toBe('b1 c2 e d')
    // Its move pinned three works at places that are others now.
    expect((await t.call(getWall, { as: marit })).body).toMatchObject({ moves: 1, canUndo: false })
    expect((await act(undoArranging)).status).toBe(409)
    await pin('d', 3)
    await t.call(deletePortfolio, {
      as: marit,
      params: { id: idOf('b') },
      query: { forGood: true },
    })
    expect(await shown()).toBe('c1 e d')
    expect(await draft()).toBe('c1 d2 e')
    await setState('a', 'published')
    expect(await pin('a', 3)).toMatchObject({ pinCount: 3 })
  })

  it('leaves no gap when a move is taken back that had unpinned a work hidden since', async () => {
    await pin('a', 2)
    await pin('c', 3)
    await pin('a', null)
    expect(await draft()).toBe('b1 c2 e a d')
    await setState('a', 'hidden')
    expect((await act(undoArranging)).status).toBe(200)
    expect(await draft()).toBe('b1 c2 e d')
  })

  it('stays whole when pinned works are hidden while others are pinned', async () => {
    await pin('a', 2)
    await pin('c', 3)
    const answers = await Promise.all([
      setState('a', 'hidden'),
      setState('b', 'hidden'),
      pin('c', 1),
      arrange('d', { pin: 1 }),
      act(showWall),
    ])
    for (const { status } of answers) if (status !== undefined) expect(status).toBe(200)
    const pins = (await read(listArranged, marit)).body.flatMap(
      ({ pin: at }: WallEntry) => at ?? [],
    )
    expect(pins).toEqual(pins.map((_: number, at: number) => at + 1))
  })

  it('shows works whose picture is not ready to their creator alone', async () => {
    await sql`update portfolio_items set is_listed = false where id = ${idOf('e')}`.execute(
      t.deps.db,
    )
    expect(await shown()).toBe('b1 a c d')
    expect(await shown(marit)).toBe('b1 e a c d')
  })

  it('gives works that are published during the first arrangement their place', async () => {
    const before = await makeWork(t.deps, ben, { title: 'Before' })
    const late = await t.call(createPortfolio, {
      as: ben,
      body: {
        title: 'late',
        category: 'crafting',
        state: 'draft',
        fileUrl: `data:image/png;base64,${(await makePicture('image/png', 48, 48)).toString('base64')}`,
        fileName: 'late.png',
      },
    })
    const publish = () =>
      t.call(setWorkState, { as: ben, params: { id: late.body.id }, body: { state: 'published' } })
    const first = () => t.call(arrangeEntry, { as: ben, params: { id: before }, body: { pin: 1 } })
    const answers = await Promise.all([publish(), first(), publish()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(idsOf(await t.call(listArranged, { as: ben }))).toEqual([before, late.body.id])
  })
})

describe('who sees it', () => {
  it('is nobody whom the creator blocked, and nobody at all once the creator is gone', async () => {
    await move('e', null)
    await act(showWall)
    await t.call(blockUser, { as: marit, params: { id: ben.id } })
    expect((await read(listWall, ben)).status).toBe(404)
    expect((await read(listWall)).status).toBe(200)
    await sql`update users set suspended_at = now() where id = ${marit.id}`.execute(t.deps.db)
    expect((await read(listWall)).status).toBe(404)
    expect((await t.call(listWall, { params: { id: newId() } })).status).toBe(404)
  })

  it('gets a page of a made-up cursor refused', async () => {
    for (const cursor of ['nonsense', Buffer.from('["wall-shown","x",1]').toString('base64url')])
      expect((await t.call(listWall, { params: { id: marit.id }, query: { cursor } })).status).toBe(
        400,
      )
  })

  it('tells a cache in front to forget the profile when the wall is shown', async () => {
    await sql`insert into cache_setup default values on conflict do nothing`.execute(t.deps.db)
    try {
      await move('e', null)
      const before = await sql`select 1 from cache_purges where subject_id = ${marit.id}`.execute(
        t.deps.db,
      )
      expect(before.rows).toHaveLength(0)
      await act(showWall)
      const after = await sql`select 1 from cache_purges where subject_id = ${marit.id}`.execute(
        t.deps.db,
      )
      expect(after.rows).toHaveLength(1)
    } finally {
      await sql`delete from cache_setup`.execute(t.deps.db)
      await sql`delete from cache_purges`.execute(t.deps.db)
    }
  })
})

it('shows a page of works and series with as many works as were asked for', async () => {
  const made = await t.call(createSeries, {
    as: marit,
    body: { title: 'Pairs', workIds: [idOf('b'), idOf('d')] },
  })
  expect(made.status).toBe(201)
  await act(showWall)
  const pages = await walk(t, listWall, { params: { id: marit.id }, query: { limit: 2 } })
  expect(pages.map(({ body }) => short(body))).toEqual(['a (bd)', 'c e'])
})
