import { answerCredit, listCredits, type Credit } from '@plinth/contract/portfolios/credits.ts'
import {
  getDraft,
  getRevision,
  listRevisions,
  publishDraft,
  saveDraft,
} from '@plinth/contract/portfolios/drafts.ts'
import { MAX_STUDY_FILES, MAX_TEXT_PART_LENGTH } from '@plinth/contract/limits.ts'
import {
  deletePortfolio,
  getPortfolio,
  updatePortfolio,
} from '@plinth/contract/portfolios/portfolios.ts'
import { setWorkState } from '@plinth/contract/portfolios/states.ts'
import { getCaseStudy, type Block } from '@plinth/contract/portfolios/studies.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { makeWork } from '../../../../test/content/works.ts'
import { makeFile } from '../../../../test/content/studies.ts'
import { newId } from '../../../db/id.ts'

const t = testApp({ JOBS: 'off' })
let hana: Person
let ben: Person
let work: string
let cover: string
let file: string

beforeEach(async () => {
  ;[hana, ben] = await Promise.all([
    t.person('Hana', { isCreator: true }),
    t.person('Ben', { isCreator: true }),
  ])
  work = await makeWork(t.deps, hana, { title: 'Ember & Rye Honey', description: 'Eight labels' })
  cover = await coverOf(work)
  file = await makeFile(t.deps, hana)
})

const coverOf = async (id: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select media_id as id from portfolio_items where id = ${id}::uuid`.execute(t.deps.db)
  return rows[0]?.id ?? ''
}
const at = (id = work) => ({ params: { id } })
const text = (words: string, id: string = newId()): Block => ({
  id,
  type: 'text',
  parts: [{ kind: 'paragraph', spans: [{ text: words }] }],
})
const picture = (mediaId: string, id: string = newId()): Block => ({
  id,
  type: 'media',
  width: 'full',
  shot: { mediaId, caption: 'The jar' },
})
const content = (blocks: Block[], base: number, more: object = {}) => ({
  title: 'Ember & Rye Honey',
  description: 'Eight labels',
  coverId: cover,
  blocks,
  base,
  ...more,
})
const save = (blocks: Block[], base = 0, more: object = {}, as: Person | undefined = hana) =>
  t.call(saveDraft, { as, ...at(), body: content(blocks, base, more) })
const draft = (as: Person | undefined = hana) => t.call(getDraft, { as, ...at() })
const publish = (revision: number, as: Person | undefined = hana) =>
  t.call(publishDraft, { as, ...at(), body: { revision } })
const shown = (as?: Person) => t.call(getCaseStudy, { as, ...at() })
/** Saves and publishes these blocks as the first revision. */
const publishBlocks = async (blocks: Block[]) => {
  expect((await save(blocks)).status).toBe(200)
  expect((await publish(1)).status).toBe(200)
}
const isPrivate = async (id: string): Promise<boolean | undefined> => {
  const { rows } = await sql<{ is_private: boolean }>`
    select is_private from media where id = ${id}::uuid`.execute(t.deps.db)
  return rows[0]?.is_private
}

describe('a draft', () => {
  it('begins with the work as it is', async () => {
    expect((await draft()).body).toMatchObject({
      title: 'Ember & Rye Honey',
      description: 'Eight labels',
      coverId: cover,
      blocks: [],
      files: { [cover]: { kind: 'image' } },
      people: {},
      item: { id: work, hasCaseStudy: false },
      revision: 0,
      savedAt: null,
      publishedRevision: null,
    })
  })

  it('is saved, and others see nothing of it', async () => {
    const saved = await save([text('Each jar is numbered.'), picture(file)], 0, { title: 'Honey' })
    expect(saved).toMatchObject({ status: 200, body: { revision: 1 } })
    const { body } = await draft()
    expect(body).toMatchObject({
      title: 'Honey',
      revision: 1,
      item: { title: 'Ember & Rye Honey' },
    })
    expect(body.savedAt).toBe(saved.body.savedAt)
    expect(Object.keys(body.files).sort()).toEqual([cover, file].sort())
    expect(body.blocks).toHaveLength(2)
    for (const as of [undefined, ben, hana]) expect((await shown(as)).status).toBe(404)
    expect(await isPrivate(file)).toBe(true)
    expect((await t.call(getPortfolio, at())).body).toMatchObject({ title: 'Ember & Rye Honey' })
  })

  it('is for its creator alone', async () => {
    await save([text('Words')])
    for (const [as, status] of [
      [undefined, 401],
      [ben, 404],
    ] as const) {
      const calls = [
        t.call(getDraft, { as, ...at() }),
        t.call(saveDraft, { as, ...at(), body: content([], 1) }),
        t.call(publishDraft, { as, ...at(), body: { revision: 1 } }),
        t.call(listRevisions, { as, ...at() }),
        t.call(getRevision, { as, params: { id: work, revision: 1 } }),
      ]
      for (const call of calls) expect((await call).status).toBe(status)
    }
    expect((await draft()).body).toMatchObject({ revision: 1, publishedRevision: null })
  })

  it('is out of reach in the bin', async () => {
    await save([text('Words')])
    await t.call(deletePortfolio, { as: hana, ...at() })
    expect((await draft()).status).toBe(404)
    expect((await save([], 1)).status).toBe(404)
    expect((await publish(1)).status).toBe(404)
  })

  it('refuses what was written on an older revision, unless it is the same', async () => {
    const first = [text('First')]
    await save(first)
    const second = [text('Second')]
    expect((await save(second, 1)).body.revision).toBe(2)
    expect(await save([text('Third')], 1)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    const again = await save(second, 1)
    expect(again).toMatchObject({ status: 200, body: { revision: 2 } })
    expect(await save([text('From nowhere')], 9)).toMatchObject({ status: 409 })
    expect((await t.call(listRevisions, { as: hana, ...at() })).body).toHaveLength(2)
  })

  it('is saved once where two windows save at the same time', async () => {
    const answers = await Promise.all([save([text('One')]), save([text('Two')])])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const same = [text('Same')]
    const twice = await Promise.all([save(same, 1), save(same, 1)])
    expect(twice.map(({ body }) => body.revision)).toEqual([2, 2])
  })

  it('takes no file of somebody else, none that failed and none that is gone', async () => {
    const foreign = await makeFile(t.deps, ben)
    const failed = await makeFile(t.deps, hana, { state: 'failed' })
    for (const id of [foreign, failed, newId()]) {
      const answer = await save([text('Words'), picture(id)])
      expect(answer.status).toBe(400)
      expect(answer.body.fields).toHaveProperty('blocks.1.shot')
    }
    expect((await save([], 0, { coverId: file })).body.fields).toHaveProperty('coverId')
    expect((await save([picture(file)], 0, { coverId: file })).status).toBe(200)
  })

  it('says what is too much, and which ids are there twice', async () => {
    const id = newId()
    const long = text('x'.repeat(MAX_TEXT_PART_LENGTH))
    const grids = Array.from({ length: 4 }, (): Block => ({
      id: newId(),
      type: 'grid',
      rowHeight: 'low',
      hasCaptions: false,
      shots: Array.from({ length: 30 }, () => ({ mediaId: newId(), caption: '' })),
    }))
    expect(grids.length * 30).toBeGreaterThan(MAX_STUDY_FILES)
    const line = { id, name: 'Osk Foundry', role: 'Print' }
    const bad: Block[][] = [
      [text('a', id), text('b', id)],
      Array.from({ length: 13 }, () => ({ ...long, id: newId() })),
      grids,
      [{ id: newId(), type: 'credits', people: [line, line] }],
      Array.from({ length: 41 }, () => text('a')),
    ]
    for (const blocks of bad) expect((await save(blocks)).status).toBe(400)
    const link = (href: string): Block => ({
      id: newId(),
      type: 'text',
      parts: [{ kind: 'paragraph', spans: [{ text: 'here', href }] }],
    })
    expect((await save([link('javascript:alert(1)')])).status).toBe(400)
    expect((await save([link('https://example.com/')])).status).toBe(200)
    expect((await save([{ id: newId(), type: 'html' } as never], 1)).status).toBe(400)
  })

  it('keeps half a character and ids in capitals from breaking it', async () => {
    const id = newId()
    const blocks = [text('Half \ud83d', id.toUpperCase()), picture(file.toUpperCase())]
    expect((await save(blocks)).status).toBe(200)
    const { body } = await draft()
    expect(body.blocks[0]).toMatchObject({ id, parts: [{ spans: [{ text: 'Half �' }] }] })
    expect(body.blocks[1].shot.mediaId).toBe(file)
    expect((await save(blocks, 0)).body.revision).toBe(1)
  })

  it('keeps its earlier revisions with their files', async () => {
    await save([picture(file)])
    await save([text('Without it')], 1)
    expect((await t.call(listRevisions, { as: hana, ...at() })).body).toMatchObject([
      { revision: 2, blockCount: 1, isPublished: false },
      { revision: 1, blockCount: 1, isPublished: false },
    ])
    const one = { as: hana, params: { id: work, revision: 1 } }
    expect((await t.call(getRevision, one)).body).toMatchObject({
      revision: 1,
      title: 'Ember & Rye Honey',
      blocks: [{ type: 'media' }],
      files: { [file]: { kind: 'image' } },
    })
    const none = { as: hana, params: { id: work, revision: 7 } }
    expect((await t.call(getRevision, none)).status).toBe(404)
    expect(
      (await t.request({ method: 'DELETE', url: `/api/media/${file}`, as: hana })).status,
    ).toBe(409)
  })

  it('thins out its revisions', async () => {
    for (let base = 0; base < 24; base += 1) await save([text(`Version ${base}`)], base)
    const { body } = await t.call(listRevisions, { as: hana, ...at() })
    const numbers = body.map(({ revision }: { revision: number }) => revision)
    expect(numbers.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, nth) => 24 - nth))
    expect(numbers.length).toBeLessThanOrEqual(21)
  })

  it('takes over the title that the work is given elsewhere', async () => {
    await save([text('Words')])
    await t.call(updatePortfolio, { as: hana, ...at(), body: { title: 'Nine labels' } })
    expect((await draft()).body).toMatchObject({
      title: 'Nine labels',
      description: 'Eight labels',
    })
  })
})

describe('publishing', () => {
  it('shows visitors the saved revision, and later drafts change nothing of it', async () => {
    const block = text('Each jar is numbered.')
    await save(
      [block, picture(file), text(' '), { id: newId(), type: 'media', width: 'full', shot: null }],
      0,
      {
        title: ' Numbered honey ',
      },
    )
    const published = await publish(1)
    expect(published.body).toMatchObject({ title: 'Numbered honey', hasCaseStudy: true })
    await save([text('Something else')], 1, { title: 'Later' })
    const { status, body } = await shown()
    expect(status).toBe(200)
    expect(body).toMatchObject({ workId: work, people: {} })
    expect(body.blocks.map(({ type }: Block) => type)).toEqual(['text', 'media'])
    expect(Object.keys(body.files)).toEqual([file])
    expect((await t.call(getPortfolio, at())).body).toMatchObject({
      title: 'Numbered honey',
      hasCaseStudy: true,
    })
    expect((await draft()).body).toMatchObject({ revision: 2, publishedRevision: 1 })
    expect((await t.call(listRevisions, { as: hana, ...at() })).body).toMatchObject([
      { isPublished: false },
      { isPublished: true },
    ])
  })

  it('takes the saved revision only, once, with a title', async () => {
    expect((await publish(1)).status).toBe(409)
    await save([text('Words')], 0, { title: '  ' })
    const untitled = await publish(1)
    expect(untitled).toMatchObject({ status: 400, body: { fields: { title: expect.any(String) } } })
    await save([text('Words')], 1)
    expect((await publish(1)).status).toBe(409)
    expect((await publish(3)).status).toBe(409)
    const twice = await Promise.all([publish(2), publish(2)])
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
  })

  it('takes the page away when nothing is left on it', async () => {
    await publishBlocks([text('Words')])
    await save([], 1)
    expect((await publish(2)).body.hasCaseStudy).toBe(false)
    expect((await shown()).status).toBe(404)
  })

  it('makes its files public while the work is listed, and no other', async () => {
    const later = await makeFile(t.deps, hana)
    await publishBlocks([picture(file)])
    await save([picture(file), picture(later)], 1)
    expect([await isPrivate(file), await isPrivate(later)]).toEqual([false, true])
    await t.call(setWorkState, { as: hana, ...at(), body: { state: 'hidden' } })
    expect(await isPrivate(file)).toBe(true)
    expect((await shown()).status).toBe(404)
    expect((await shown(hana)).status).toBe(200)
    await t.call(setWorkState, { as: hana, ...at(), body: { state: 'published' } })
    expect(await isPrivate(file)).toBe(false)
    await save([text('No picture')], 2)
    await publish(3)
    expect(await isPrivate(file)).toBe(true)
  })

  it('makes its files sensitive and reserved with the work', async () => {
    await publishBlocks([picture(file)])
    const marks = async () => {
      const { rows } = await sql<{ is_sensitive: boolean; is_reserved: boolean }>`
        select is_sensitive, is_reserved from media where id = ${file}::uuid`.execute(t.deps.db)
      return rows[0]
    }
    for (const is of [true, false]) {
      const body = { isSensitive: is, isReserved: is }
      await t.call(updatePortfolio, { as: hana, ...at(), body })
      expect(await marks()).toEqual({ is_sensitive: is, is_reserved: is })
    }
  })

  it('gives the work another cover', async () => {
    const { rows: before } = await sql`select work_count from categories where id = 1`.execute(
      t.deps.db,
    )
    await save([picture(file)], 0, { coverId: file })
    const { body } = await publish(1)
    expect(body.picture.id).toBe(file)
    expect(body.isListed).toBe(true)
    expect((await t.call(getPortfolio, at())).body.picture.id).toBe(file)
    expect(await isPrivate(file)).toBe(false)
    const { rows: after } = await sql`select work_count from categories where id = 1`.execute(
      t.deps.db,
    )
    expect(after).toEqual(before)
    const waiting = await makeFile(t.deps, hana, { state: 'processing' })
    await save([picture(waiting)], 1, { coverId: waiting })
    expect((await publish(2)).body.isListed).toBe(false)
  })

  it('takes no cover of another work', async () => {
    const other = await makeWork(t.deps, hana)
    const taken = await coverOf(other)
    const answer = await save([picture(taken)], 0, { coverId: taken })
    expect(answer).toMatchObject({ status: 400, body: { fields: { coverId: expect.any(String) } } })
    expect((await save([picture(taken)])).status).toBe(200)
  })

  it('leaves out a file that staff hold back', async () => {
    await publishBlocks([picture(file)])
    await sql`update media set state = 'failed' where id = ${file}::uuid`.execute(t.deps.db)
    expect((await shown()).body).toMatchObject({ blocks: [{ type: 'media' }], files: {} })
  })

  it('ends with the work, and so do its files', async () => {
    const shared = await makeFile(t.deps, hana)
    await publishBlocks([picture(file), picture(shared)])
    const other = await makeWork(t.deps, hana)
    const taken = await coverOf(other)
    const body = content([picture(shared)], 0, { coverId: taken })
    expect((await t.call(saveDraft, { as: hana, ...at(other), body })).status).toBe(200)
    await t.call(deletePortfolio, { as: hana, ...at(), query: { forGood: true } })
    const { rows } = await sql<{ id: string }>`
      select id from media where id = any (${[cover, file, shared]}::uuid[])`.execute(t.deps.db)
    expect(rows.map(({ id }) => id)).toEqual([shared])
    expect(await isPrivate(shared)).toBe(true)
    expect((await shown()).status).toBe(404)
  })

  it('raises what caches know the work by', async () => {
    const version = async () => {
      const { rows } = await sql<{ card_version: number }>`
        select card_version from portfolio_items where id = ${work}::uuid`.execute(t.deps.db)
      return rows[0]?.card_version ?? 0
    }
    await publishBlocks([text('One')])
    const first = await version()
    await save([text('Two')], 1)
    expect(await version()).toBe(first)
    await publish(2)
    expect(await version()).toBeGreaterThan(first)
  })
})

describe('bad input', () => {
  it('is refused by every call', async () => {
    const nowhere = { as: hana, params: { id: newId() } }
    expect((await t.call(getDraft, nowhere)).status).toBe(404)
    expect((await t.call(getCaseStudy, nowhere)).status).toBe(404)
    expect((await t.call(listRevisions, nowhere)).status).toBe(404)
    expect((await t.call(getCaseStudy, { params: { id: 'nonsense' } })).status).toBe(400)
    expect((await t.call(publishDraft, { as: hana, ...at(), body: { revision: 0 } })).status).toBe(
      400,
    )
    const zero = { as: hana, params: { id: work, revision: 0 } }
    expect((await t.call(getRevision, zero)).status).toBe(400)
    expect((await save([], 0, { extra: 1 })).status).toBe(400)
    expect((await save([], -1)).status).toBe(400)
    const credit = { as: hana, params: { id: newId() }, body: { state: 'asked' } }
    expect((await t.call(answerCredit, credit)).status).toBe(400)
    expect((await t.call(listCredits, { as: hana })).body satisfies Credit[]).toEqual([])
  })
})
