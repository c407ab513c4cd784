import { answerCredit, listCredits } from '@plinth/contract/portfolios/credits.ts'
import { getDraft, publishDraft, saveDraft } from '@plinth/contract/portfolios/drafts.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { createReport } from '@plinth/contract/moderation/moderation.ts'
import { CaseStudy, getCaseStudy, type Block } from '@plinth/contract/portfolios/studies.ts'
import { sql } from 'kysely'
import { Errors } from 'typebox/schema'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { makeFile } from '../../../../test/content/studies.ts'
import { makeWork } from '../../../../test/content/works.ts'
import { newId } from '../../../db/id.ts'
import type { PageData } from '../../../http/shell/page.ts'
import { portfolioPages } from '../portfolio-pages.ts'

const t = testApp({ JOBS: 'off' })
let hana: Person
let rosa: Person
let work: string
let plain: string
let file: string

beforeAll(async () => {
  ;[hana, rosa] = await Promise.all([
    t.person('Hana', { isCreator: true }),
    t.person('Rosa', { lastName: 'Lindholm' }),
  ])
  work = await makeWork(t.deps, hana, { title: 'Ember & Rye Honey' })
  plain = await makeWork(t.deps, hana, { title: 'Moon Jar' })
  file = await makeFile(t.deps, hana)
  const blocks: Block[] = [
    {
      id: newId(),
      type: 'text',
      parts: [
        { kind: 'heading', spans: [{ text: 'Taste first' }] },
        { kind: 'paragraph', spans: [{ text: 'Each jar ' }, { text: 'is numbered.' }] },
      ],
    },
    { id: newId(), type: 'media', width: 'full', shot: { mediaId: file, caption: 'One jar' } },
    {
      id: newId(),
      type: 'credits',
      people: [{ id: newId(), personId: rosa.id, role: 'Client' }],
    },
  ]
  const at = { as: hana, params: { id: work } }
  const { title, description, coverId } = (await t.call(getDraft, at)).body
  await t.call(saveDraft, { ...at, body: { title, description, coverId, blocks, base: 0 } })
  expect((await t.call(publishDraft, { ...at, body: { revision: 1 } })).status).toBe(200)
  const [credit] = (await t.call(listCredits, { as: rosa })).body
  const body = { state: 'accepted' }
  await t.call(answerCredit, { as: rosa, params: { id: credit.id }, body })
})

async function load(id: string, as?: Person): Promise<PageData> {
  const page = portfolioPages(t.deps).find((one) => one.path === '/portfolio/:id')
  const viewer = as && {
    id: as.id,
    isCreator: false,
    role: null,
    isAdmin: false,
    sessionId: newId(),
    signedInAt: new Date(),
  }
  const data = await page?.load({ viewer: viewer ?? null, params: { id }, query: {} })
  if (data === null || data === undefined) throw new Error(`no page for ${id}`)
  return data
}
const studyIn = ({ boot }: PageData, id: string) =>
  boot.find(
    ([key]) => JSON.stringify(key) === JSON.stringify(queryKey(getCaseStudy, { params: { id } })),
  )?.[1]

describe('the page of a work that is a case study', () => {
  it('carries the case study as the API returns it, for visitors and members', async () => {
    for (const as of [undefined, rosa]) {
      const data = await load(work, as)
      const study = studyIn(data, work)
      expect(Errors(CaseStudy, study)[1]).toEqual([])
      expect(study).toEqual((await t.call(getCaseStudy, { as, params: { id: work } })).body)
      expect(data.screen).toEqual(['work', 'study'])
    }
  })

  it('tells search engines its words, pictures and people', async () => {
    const { jsonLd } = await load(work)
    expect(jsonLd).toMatchObject([
      {
        text: 'Taste first\n\nEach jar is numbered.',
        associatedMedia: [{ '@type': 'ImageObject', contentUrl: expect.stringContaining(file) }],
        contributor: [{ roleName: 'Client', contributor: { name: 'Rosa Lindholm' } }],
      },
      {},
    ])
  })

  it('is as it was for every other work', async () => {
    const data = await load(plain)
    expect(studyIn(data, plain)).toBeUndefined()
    expect(data.screen).toEqual(['work', 'work-plain'])
    expect(data.jsonLd).not.toMatchObject([{ text: expect.anything() }, {}])
  })
})

it('is reported with its words and files as they were', async () => {
  const body = { kind: 'portfolio', id: work, reason: 'stolen_work' }
  expect((await t.call(createReport, { as: rosa, body })).status).toBe(201)
  const { rows } = await sql<{ text: string; files: string[] }>`
    select r.snapshot ->> 'text' as text, array(
      select rm.media_id::text from report_media rm where rm.report_id = r.id order by rm.position) as files
    from reports r where r.subject_id = ${work}::uuid`.execute(t.deps.db)
  expect(rows[0]?.text).toContain('Taste first')
  expect(rows[0]?.text).toContain('One jar')
  expect(rows[0]?.files).toHaveLength(2)
  expect(rows[0]?.files[1]).toBe(file)
})
