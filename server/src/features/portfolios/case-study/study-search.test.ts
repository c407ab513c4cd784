import { publishDraft, saveDraft } from '@plinth/contract/portfolios/drafts.ts'
import { listPortfolios, updatePortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { setWorkState } from '@plinth/contract/portfolios/states.ts'
import type { Block } from '@plinth/contract/portfolios/studies.ts'
import { updateProfile } from '@plinth/contract/people/profile.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { makeFile } from '../../../../test/content/studies.ts'
import { makeWork } from '../../../../test/content/works.ts'
import { refreshSearch } from '../../../core/search/refresh-queries.ts'
import { newId } from '../../../db/id.ts'

const t = testApp({ JOBS: 'off' })
let hana: Person
let work: string
let cover: string
let files: string[]
let revision: number

const coverOf = async (id: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select media_id as id from portfolio_items where id = ${id}::uuid`.execute(t.deps.db)
  return rows[0]?.id ?? ''
}
const shot = (at: number, caption: string) => ({ mediaId: files[at] ?? '', caption })
const text = (words: string): Block => ({
  id: newId(),
  type: 'text',
  parts: [{ kind: 'paragraph', spans: [{ text: words }] }],
})
const save = async (blocks: Block[]) => {
  const body = { title: 'Honey', description: 'Eight labels', coverId: cover, blocks }
  const saved = await t.call(saveDraft, {
    as: hana,
    params: { id: work },
    body: { ...body, base: revision },
  })
  expect(saved.status).toBe(200)
  revision = saved.body.revision
}
const publish = async (blocks: Block[]) => {
  await save(blocks)
  const answer = await t.call(publishDraft, { as: hana, params: { id: work }, body: { revision } })
  expect(answer.status).toBe(200)
}
const found = async (search: string, query: object = {}): Promise<string[]> =>
  (await t.call(listPortfolios, { query: { search, exact: true, ...query } })).body.map(
    ({ id }: { id: string }) => id,
  )
const isFound = async (search: string) => (await found(search)).includes(work)

beforeAll(async () => {
  hana = await t.person('Hana', { isCreator: true })
})

beforeEach(async () => {
  work = await makeWork(t.deps, hana, { title: 'Honey', description: 'Eight labels' })
  cover = await coverOf(work)
  files = await Promise.all([0, 1, 2, 3, 4].map(() => makeFile(t.deps, hana)))
  revision = 0
})

describe('words of a case study', () => {
  it('find its work: texts, quotes, facts and captions', async () => {
    await publish([
      {
        id: newId(),
        type: 'text',
        parts: [
          { kind: 'heading', spans: [{ text: 'Apiary' }] },
          {
            kind: 'paragraph',
            spans: [{ text: 'Hand' }, { text: 'stitched', href: 'https://loom.example' }],
          },
          { kind: 'list', items: [[{ text: 'Rosewood' }], [{ text: 'Teak' }]] },
        ],
      },
      { id: newId(), type: 'media', width: 'full', shot: shot(0, 'Lighthouse') },
      {
        id: newId(),
        type: 'grid',
        rowHeight: 'low',
        hasCaptions: true,
        shots: [shot(1, 'Harbour')],
      },
      {
        id: newId(),
        type: 'compare',
        before: shot(2, 'Varnish'),
        after: shot(3, 'Lacquer'),
        title: 'Restoration',
        text: 'Sandpaper',
      },
      { id: newId(), type: 'quote', text: 'Marvellous', cite: 'Gazette' },
      {
        id: newId(),
        type: 'facts',
        client: 'Kowalski',
        year: '1987',
        role: 'Engraver',
        place: 'Utrecht',
        time: 'Fortnight',
        tools: ['Burin'],
      },
    ])
    for (const word of `apiary handstitched rosewood teak lighthouse harbour varnish lacquer restoration sandpaper
      marvellous gazette kowalski 1987 engraver utrecht fortnight burin`.split(/\s+/))
      expect([word, await isFound(word)]).toEqual([word, true])
    expect(await isFound('honey burin')).toBe(true)
    expect(await isFound('loom')).toBe(false)
  })

  it('are none of its credits, and none of captions that are not shown', async () => {
    const people = [{ id: newId(), name: 'Zbigniew', role: 'Bookbinder' }]
    await publish([
      text('Quince'),
      { id: newId(), type: 'credits', people },
      {
        id: newId(),
        type: 'grid',
        rowHeight: 'low',
        hasCaptions: false,
        shots: [shot(1, 'Medlar')],
      },
    ])
    for (const [word, isThere] of [
      ['quince', true],
      ['zbigniew', false],
      ['bookbinder', false],
      ['medlar', false],
    ] as const)
      expect([word, await isFound(word)]).toEqual([word, isThere])
  })

  it('are what was published last, never the draft', async () => {
    await save([text('Pomegranate')])
    expect(await isFound('pomegranate')).toBe(false)
    await publish([text('Pomegranate')])
    expect(await isFound('pomegranate')).toBe(true)
    await save([text('Persimmon')])
    expect([await isFound('pomegranate'), await isFound('persimmon')]).toEqual([true, false])
    await publish([text('Persimmon')])
    expect([await isFound('pomegranate'), await isFound('persimmon')]).toEqual([false, true])
    await publish([])
    expect([await isFound('persimmon'), await isFound('honey')]).toEqual([false, true])
  })

  it('stay with the work when it or its creator changes, and when it was hidden', async () => {
    await publish([text('Tamarind')])
    await t.call(updatePortfolio, {
      as: hana,
      params: { id: work },
      body: { title: 'Honey Jars', startingPrice: 90, tags: ['glass'] },
    })
    expect(await isFound('tamarind jars')).toBe(true)
    await t.call(updateProfile, { as: hana, body: { lastName: 'Kobayashi' } })
    expect(await isFound('tamarind kobayashi')).toBe(true)
    for (const state of ['hidden', 'published'] as const) {
      await t.call(setWorkState, { as: hana, params: { id: work }, body: { state } })
      expect(await isFound('tamarind')).toBe(state === 'published')
    }
  })

  it('come after titles, and fit the filters', async () => {
    await publish([text('Bergamot '.repeat(200))])
    const titled = await makeWork(t.deps, hana, { title: 'Bergamot' })
    const described = await makeWork(t.deps, hana, { description: 'Bergamot', categoryId: 2 })
    const ids = await found('bergamot')
    expect(ids[0]).toBe(titled)
    expect(ids.toSorted()).toEqual([work, titled, described].toSorted())
    expect(await found('bergamot', { categoryId: 2 })).toEqual([described])
  })

  it('are known to corrections, also when the vocabulary is read anew', async () => {
    await publish([text('Chrysanthemum')])
    const meant = async (search: string) =>
      (await t.call(listPortfolios, { query: { search } })).body.map(({ id }: { id: string }) => id)
    expect(await meant('chrysantemum')).toEqual([work])
    await sql`delete from search_terms where word = 'chrysanthemum'`.execute(t.deps.db)
    expect(await meant('chrysanthmum')).toEqual([])
    await refreshSearch(t.deps.db)
    expect(await meant('chrysanthemun')).toEqual([work])
  })
})
