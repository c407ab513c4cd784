import { listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import { readCorrections, SEARCH_INSTEAD_HEADER } from '@plinth/contract/portfolios/corrections.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Answer, type Person } from '../../../test/app.ts'
import { makeWork } from '../../../test/content/works.ts'
import { needsRefresh, refreshPortfolios } from './portfolio-refresh-queries.ts'

/** Titles, tags and a few more words of works as they could hang. The first word of each line is asked for. */
const WORKS = `
photography aerial coast drone|typography poster swiss grotesque|watercolour botanical paper wash
ceramics tableware glaze kiln|stoneware moon jar wheel|embroidery sampler thread linen|jewellery ring gold enamel
architecture facade concrete stair|illustration fish kitchen mural|calendar letterpress october
packaging tea tins label|stationery letterhead envelope|lettering brush signage|linocut six hills
woodblock wave red sun|risograph two inks festival|landscape ridge fog|cinematic still tunnel
documentary fisherman ferry|timeline reel assembly|weaving rattan chair|knitting wool stranded
leather folder saddle stitch|storyboard animatic board|quilt half square pieced|geometric tiles pattern
branding identity bakery|mosaic glass tesserae|videography dune walk|kestrel variable font
portrait studio window|macro leaf rain|interior hotel breakfast|generative plotter field
marbling suminagashi ink|indigo shibori cotton|wayfinding library signs|perforated stamps postage
grading colour lowland|basket ash canes|spoons carving walnut|neon tram night
`
  .trim()
  .split(/[|\n]/)

const TYPOS = `
photograpy photography|fotography photography|typograhpy typography|tipography typography|watercolor watercolour
watercolur watercolour|ceramcs ceramics|cermaics ceramics|stonware stoneware|embroidry embroidery
jewelery jewellery|jewelry jewellery|architectre architecture|arhcitecture architecture|illustation illustration
ilustration illustration|calender calendar|packging packaging|stationary stationery|letering lettering
linocutt linocut|wodblock woodblock|risogaph risograph|landscpae landscape|cinematik cinematic
documantary documentary|timelime timeline|weavng weaving|knittng knitting|leathr leather
storybord storyboard|quillt quilt|geometrik geometric|brandng branding|mozaic mosaic|vidoegraphy videography
kestral kestrel|portrate portrait|marbeling marbling|wayfindng wayfinding
`
  .trim()
  .split(/[|\n]/)
  .map((pair) => pair.split(' ') as [string, string])

const t = testApp()
let eliska: Person
let alice: Person
const byWord = new Map<string, string>()

const search = (text: string, query: object = {}): Promise<Answer> =>
  t.call(listPortfolios, { query: { search: text, ...query } })
const titlesOf = (answer: Answer): string[] =>
  answer.body.map((item: { title: string }) => item.title)
/** The corrections that a response reports. */
const insteadOf = ({ headers }: Answer) =>
  readCorrections(String(headers[SEARCH_INSTEAD_HEADER] ?? ''))

beforeAll(async () => {
  alice = await t.person('Alice', { isCreator: true, lastName: 'Adler' })
  eliska = await t.person('Eliška', { isCreator: true, lastName: 'Dvořák' })
  for (const line of WORKS) {
    const [word = '', ...tags] = line.split(' ')
    byWord.set(word, await makeWork(t.deps, alice, { title: word, tags, categoryId: 5 }))
  }
  await makeWork(t.deps, eliska, {
    title: 'Vlnění',
    description: 'A hand-lettered sign for the café, and the film/photo desk.',
    categoryId: 6,
  })
  await refreshPortfolios(t.deps.db)
})

describe('search', () => {
  it('finds the intended work for at least 34 of 40 typing errors', async () => {
    const missed: string[] = []
    for (const [typo, word] of TYPOS) {
      const answer = await search(typo)
      const found = answer.body.some((item: { id: string }) => item.id === byWord.get(word))
      if (!found) missed.push(typo)
    }
    expect(TYPOS).toHaveLength(40)
    expect(missed.length, missed.join(' ')).toBeLessThanOrEqual(6)
  })

  it('ignores case and accents on both sides', async () => {
    for (const text of ['dvorak', 'Dvořák', 'DVORAK', 'dvořak', 'vlneni', 'Vlnění', 'cafe'])
      expect(titlesOf(await search(text)), text).toEqual(['Vlnění'])
  })

  it('treats composed and decomposed letters the same', async () => {
    expect(titlesOf(await search('Dvořák'.normalize('NFD')))).toEqual(['Vlnění'])
  })

  it("finds by the creator's name, a tag and the category's name", async () => {
    expect(titlesOf(await search('eliska'))).toEqual(['Vlnění'])
    expect(titlesOf(await search('kiln'))).toEqual(['ceramics'])
    expect(titlesOf(await search('crafting'))).toEqual(['Vlnění'])
  })

  it('completes the last word', async () => {
    expect(titlesOf(await search('ceram'))).toEqual(['ceramics'])
    expect(titlesOf(await search('moon ja'))).toEqual(['stoneware'])
    expect(titlesOf(await search('neo'))).toEqual(['neon'])
  })

  it('requires every word', async () => {
    expect(titlesOf(await search('moon wheel'))).toEqual(['stoneware'])
    expect(titlesOf(await search('moon kiln'))).toEqual([])
    expect(titlesOf(await search('typograhpy swis'))).toEqual(['typography'])
  })

  it('skips stop words and treats punctuation as spaces', async () => {
    expect(titlesOf(await search('the kiln of a'))).toEqual(['ceramics'])
    expect(titlesOf(await search('hand lettered'))).toEqual(['Vlnění'])
    expect(titlesOf(await search('hand-lettered'))).toEqual(['Vlnění'])
    expect(titlesOf(await search('photo desk'))).toEqual(['Vlnění'])
  })

  it('ranks a title before a tag and a tag before a description', async () => {
    const bob = await t.person('Bob', { isCreator: true })
    await makeWork(t.deps, bob, { title: 'C', description: 'Zephyrine.' })
    await makeWork(t.deps, bob, { title: 'B', tags: ['zephyrine'] })
    await makeWork(t.deps, bob, { title: 'Zephyrine' })
    expect(titlesOf(await search('zephyrine'))).toEqual(['Zephyrine', 'B', 'C'])
  })

  it('stays within the category', async () => {
    expect(titlesOf(await search('alice', { categoryId: 5, limit: 100 }))).toHaveLength(
      WORKS.length,
    )
    expect(titlesOf(await search('alice', { categoryId: 6 }))).toEqual([])
    expect(titlesOf(await search('dvorak', { categoryId: 6 }))).toEqual(['Vlnění'])
  })

  it('returns the whole list when it contains no word', async () => {
    const { body } = await t.call(listPortfolios)
    for (const text of ['', ' ', '%', '_', "'", '"()&|!:*', '…', 'the', 'of the'])
      expect((await search(text)).body, text).toEqual(body)
  })

  it('accepts any input and answers quickly', async () => {
    const started = performance.now()
    for (const text of [
      '%'.repeat(100),
      '_'.repeat(100),
      "' or 1=1 --",
      '(a+)+$',
      'a & b | !c <-> d:*',
      '\\',
      'x:*',
      'poster & ! | (',
      'ab '.repeat(33),
      'a'.repeat(100),
      'ř'.repeat(100),
      '🎨🎨',
      '日本語',
      'İ̇'.repeat(20),
      '24-70mm 1/2 3.14 1e5 a@b.de https://example.com/x?y=z',
    ]) {
      expect((await search(text)).status, text).toBe(200)
    }
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  it.each<[string, string[][]]>([
    ['photograpy', [['photograpy', 'photography']]],
    ['Dvořaak', [['dvoraak', 'dvorak']]],
    ['stonware jar', [['stonware', 'stoneware']]],
    // Several corrections come in the order of the typed words.
    [
      'typograhpy grotsque',
      [
        ['typograhpy', 'typography'],
        ['grotsque', 'grotesque'],
      ],
    ],
    // No correction for words that are known, half typed, inflected, or unlike any other.
    ['ceramics', []],
    ['ceram', []],
    ['posters', []],
    ['the kiln of a', []],
    ['xqzvkw', []],
    ['', []],
  ])('says what it took instead of a word that no work has: %j', async (text, pairs) => {
    const answer = await search(text)
    expect(answer.status).toBe(200)
    expect(insteadOf(answer)).toEqual(pairs)
  })

  it('reports a correction on every page, in every order and to every viewer', async () => {
    const first = await search('alise', { limit: 1 })
    const next = /<([^>]*)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? ''
    const cursor = new URL(next, 'http://plinth').searchParams.get('cursor')
    const second = await search('alise', { limit: 1, cursor })
    expect(second.body[0].id).not.toBe(first.body[0].id)
    const newest = await search('alise', { limit: 1, sort: 'newest' })
    const asMember = await t.call(listPortfolios, {
      as: eliska,
      query: { search: 'alise', limit: 1 },
    })
    for (const answer of [first, second, newest, asMember])
      expect(insteadOf(answer)).toEqual([['alise', 'alice']])
  })

  it('finds nothing for words that resemble no known word', async () => {
    const answer = await search('xqzvkw')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual([])
    expect(answer.headers['link']).toBeUndefined()
  })
})

describe('the refresh', () => {
  it('detects that an import left search without words, and adds them', async () => {
    const { db } = t.deps
    const before = await db.selectFrom('search_terms').selectAll().orderBy('word').execute()
    await db.deleteFrom('search_terms').execute()
    expect(await needsRefresh(db)).toBe(true)
    await refreshPortfolios(db)
    expect(await needsRefresh(db)).toBe(false)
    const after = await db.selectFrom('search_terms').select('word').orderBy('word').execute()
    expect(after.map(({ word }) => word)).toEqual(before.map(({ word }) => word))
  })

  it('counts the works of a word and deletes the words of deleted works', async () => {
    const { db } = t.deps
    const bob = await t.person('Bob', { isCreator: true })
    for (let n = 0; n < 3; n += 1) await makeWork(t.deps, bob, { title: `Yttrium ${n}` })
    await refreshPortfolios(db)
    const countOf = () =>
      db.selectFrom('search_terms').select('item_count').where('word', '=', 'yttrium').execute()
    expect(await countOf()).toEqual([{ item_count: 3 }])
    await db.deleteFrom('portfolio_items').where('creator_id', '=', bob.id).execute()
    await refreshPortfolios(db)
    expect(await countOf()).toEqual([])
  })

  it('ranks the most liked first, then the most saved and viewed, and marks the top tenth', async () => {
    const { db } = t.deps
    const bob = await t.person('Bob', { isCreator: true })
    const counts = [
      { like_count: 3, save_count: 0, view_count: 0 },
      { like_count: 2, save_count: 500, view_count: 90_000 },
      { like_count: 2, save_count: 4, view_count: 0 },
      { like_count: 2, save_count: 0, view_count: 20 },
      { like_count: 2, save_count: 0, view_count: 0 },
    ]
    const ids: string[] = []
    for (const count of counts) {
      const id = await makeWork(t.deps, bob)
      await db.updateTable('portfolio_items').set(count).where('id', '=', id).execute()
      ids.push(id)
    }
    await refreshPortfolios(db)
    const { body } = await t.call(listPortfolios, { query: { sort: 'popular', limit: 5 } })
    expect(body.map((item: { id: string }) => item.id)).toEqual(ids)
    const { rows } = await sql<{ total: number; top: number; good: boolean }>`
      select count(*)::int as total, (count(*) filter (where is_top))::int as top,
        min(pop) filter (where is_top) >= max(pop) filter (where not is_top) as good
      from portfolio_items where is_listed`.execute(db)
    expect(rows[0]?.top).toBe(Math.floor((rows[0]?.total ?? 0) / 10))
    expect(rows[0]?.good).toBe(true)
  })
})
