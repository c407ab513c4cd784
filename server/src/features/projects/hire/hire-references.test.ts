import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { MAX_BRIEF_REFERENCES, MAX_HIRE_MEDIA } from '@plinth/contract/limits.ts'
import { deleteMedia, uploadMedia, type Media } from '@plinth/contract/media/media.ts'
import { deleteAccount } from '@plinth/contract/people/account.ts'
import { blockUser } from '@plinth/contract/people/blocks.ts'
import { deletePortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { getDisputeCase } from '@plinth/contract/projects/dispute-calls.ts'
import {
  acceptOffer,
  createProject,
  getProject,
  offerTerms,
  payDeposit,
  withdrawProject,
} from '@plinth/contract/projects/project-calls.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Answer, Person } from '../../../../test/app.ts'
import { makePost } from '../../../../test/content/posts.ts'
import { dayIn, hireBody, hiring, pairUp, type Pair } from '../../../../test/content/projects.ts'
import { makeWork } from '../../../../test/content/works.ts'
import { ageMedia } from '../../../../test/media/media.ts'
import { makePicture } from '../../../../test/media/pictures.ts'
import { paidApp } from '../../../../test/money/cards.ts'
import { SETTLED } from '../../../core/media/media-rules.ts'
import { newId } from '../../../db/id.ts'

const SOON = { timeout: 100_000 }

const t = paidApp()
let pair: Pair
let steps: ReturnType<typeof hiring>
let rafael: Person
let mosaic: string
let post: string
beforeEach(async () => {
  pair = await pairUp(t)
  steps = hiring(t, pair)
  rafael = await t.person('Rafael', { isCreator: true })
  mosaic = await makeWork(t.deps, rafael, { title: 'Carp' })
  post = await makePost(t.deps, rafael, { title: 'Glaze test' })
})

const upload = async (as: Person, fileName: string, payload: Buffer): Promise<Media> => {
  const answer = await t.request({
    method: 'POST',
    url: endpointUrl(uploadMedia, { query: { fileName } }),
    payload,
    headers: { 'content-type': 'application/octet-stream' },
    as,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}
const note = (as = pair.client) => upload(as, 'Plan.txt', Buffer.from('The hall, 4 by 6 m.'))
const ofWork = (id: string, more: object = {}) => ({ kind: 'work', id, ...more })
const ofPost = (id: string, more: object = {}) => ({ kind: 'post', id, ...more })
const hire = (more: object = {}, as: Person | undefined = pair.client): Promise<Answer> =>
  t.call(createProject, { as, body: hireBody(pair, more) })
const room = (as: Person | undefined, id: string) => t.call(getProject, { as, params: { id } })
const statusOf = async (url: string) => (await t.app.inject({ url })).statusCode
const idsOf = ({ references }: Project) => references.map(({ id }) => id)
const countOf = async (): Promise<number> => {
  const rows = await t.deps.db
    .selectFrom('projects')
    .select('id')
    .where('client_id', '=', pair.client.id)
    .execute()
  return rows.length
}
/** A hire with a file, a work and a post, whose deposit is paid. */
const sent = async (): Promise<{ project: Project; file: Media }> => {
  const file = await note()
  const { project, checkout } = await steps.hire({
    mediaIds: [file.id],
    references: [
      ofWork(mosaic, { note: ' The blue of this. ' }),
      ofPost(post, { isAgainst: true }),
    ],
  })
  return { project: await steps.pay(project.id, checkout.url), file }
}

describe('what a client sends with a hire', () => {
  it('is shown to both, in its order, as soon as the creator hears of the hire', async () => {
    const [plan, picture] = [
      await note(),
      await upload(pair.client, 'hall.png', await makePicture('image/png')),
    ]
    const references = [ofPost(post), ofWork(mosaic, { note: 'The blue of this.' })]
    const { status, body } = await hire({ mediaIds: [picture.id, plan.id], references })
    expect(status, JSON.stringify(body)).toBe(201)
    const { id } = body.project
    expect((await room(pair.creator, id)).status).toBe(404)
    await steps.pay(id, body.checkout.url)
    for (const as of [pair.client, pair.creator]) {
      const seen: Project = (await room(as, id)).body
      expect(seen.files.map((file) => [file.id, file.fileName])).toEqual([
        [picture.id, 'hall.png'],
        [plan.id, 'Plan.txt'],
      ])
      expect(seen.references).toMatchObject([
        { kind: 'post', id: post, title: 'Glaze test', note: '', isAgainst: false },
        {
          kind: 'work',
          id: mosaic,
          title: 'Carp',
          maker: { id: rafael.id },
          note: 'The blue of this.',
          picture: { width: expect.any(Number) },
        },
      ])
    }
    for (const as of [undefined, rafael]) expect((await room(as, id)).status).not.toBe(200)
  })

  it('opens with the links of the room only', async () => {
    const { project } = await sent()
    for (const as of [pair.client, pair.creator]) {
      const { files }: Project = (await room(as, project.id)).body
      const url = files[0]?.document?.url ?? ''
      expect(url).toMatch(/\?expires=\d+&signature=[0-9a-f]{64}$/)
      expect(await statusOf(url)).toBe(200)
      expect(await statusOf(url.replace(/\?.*/, ''))).toBe(404)
      expect(await statusOf(url.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toBe(403)
    }
  })

  it('may be left out, as before', async () => {
    const { body } = await hire()
    expect(body.project).toMatchObject({ files: [], references: [] })
  })

  it('is read by staff only once somebody has asked Plinth to decide', async () => {
    const admin = await t.person('Finance', { role: 'finance' })
    const { project } = await sent()
    expect((await room(admin, project.id)).body).toMatchObject({ files: [], references: [] })
    await steps.accept(project.id)
    await steps.dispute(project.id)
    const { body } = await t.call(getDisputeCase, { as: admin, params: { id: project.id } })
    expect(body.project).toMatchObject({
      files: [{ fileName: 'Plan.txt' }],
      references: [
        { id: mosaic, note: 'The blue of this.' },
        { id: post, isAgainst: true },
      ],
    })
    expect(await statusOf(body.project.files[0].document.url)).toBe(200)
    const moderator = await t.person('Moderator', { role: 'moderator' })
    expect((await room(moderator, project.id)).status).toBe(404)
  })

  it('stays through another price, the delivery and the end', async () => {
    const file = await note()
    const { project } = await steps.hire({ mediaIds: [file.id], references: [ofWork(mosaic)] })
    const terms = { price: 800, deliverBy: dayIn(t, 20) }
    const asked = await t.call(offerTerms, {
      as: pair.client,
      params: { id: project.id },
      body: terms,
    })
    const offerId = asked.body.offers[0].id
    const kept = { files: [{ id: file.id }], references: [{ id: mosaic }] }
    expect((await room(pair.creator, project.id)).body).toMatchObject(kept)
    const taken = await t.call(acceptOffer, {
      as: pair.creator,
      params: { id: project.id, offerId },
    })
    expect(taken.body).toMatchObject({ ...kept, price: 800 })
    const { body } = await t.call(payDeposit, { as: pair.client, params: { id: project.id } })
    await steps.pay(project.id, body.url)
    await steps.deliver(project.id)
    expect(await steps.complete(project.id)).toMatchObject({ ...kept, status: 'completed' })
  })

  it('shows each reader what they may see of it', async () => {
    const { project } = await sent()
    const seenBy = async (as: Person) => idsOf((await room(as, project.id)).body)
    await t.call(blockUser, { as: rafael, params: { id: pair.creator.id } })
    expect(await seenBy(pair.creator)).toEqual([])
    expect(await seenBy(pair.client)).toEqual([mosaic, post])
    await sql`update posts set taken_down_at = now(), taken_down_reason = 'So.' where id = ${post}`.execute(
      t.deps.db,
    )
    expect(await seenBy(pair.client)).toEqual([mosaic])
    await t.call(deletePortfolio, { as: rafael, params: { id: mosaic } })
    expect(await seenBy(pair.client)).toEqual([])
  })

  it('is pushed to both when a file of it has been processed', async () => {
    const { project, file } = await sent()
    const pushed = vi.spyOn(t.deps.live, 'projectMoved')
    await t.deps.jobs.publish(t.deps.db, SETTLED, { mediaId: file.id })
    await expect
      .poll(() => pushed.mock.calls, SOON)
      .toContainEqual([project.id, [pair.client.id, pair.creator.id]])
    vi.restoreAllMocks()
  })
})

describe('a hire is refused, and nothing is written,', () => {
  it('unless each file is an intact one of the client’s own', async () => {
    const [own, foreign, failed] = [await note(), await note(pair.creator), await note()]
    await t.deps.db
      .updateTable('media')
      .set({ state: 'failed' })
      .where('id', '=', failed.id)
      .execute()
    for (const id of [foreign.id, failed.id, newId()]) {
      const { status, body } = await hire({ mediaIds: [own.id, id] })
      expect([status, body.message]).toEqual([
        404,
        'We couldn’t find this upload. Upload the file again.',
      ])
    }
    expect(await countOf()).toBe(0)
    expect((await t.call(deleteMedia, { as: pair.client, params: { id: own.id } })).status).toBe(
      204,
    )
  })

  it('unless the client may see each work and post', async () => {
    const hidden = await makePost(t.deps, rafael, { isPublic: false })
    const closed = await t.person('Closed', { isCreator: true })
    const theirs = await makeWork(t.deps, closed, { title: 'Closed' })
    await t.call(blockUser, { as: closed, params: { id: pair.client.id } })
    const wrong = [
      ofPost(hidden),
      ofWork(theirs),
      ofWork(newId()),
      // A post is no work.
      ofWork(post),
    ]
    for (const one of wrong) {
      const { status, body } = await hire({ references: [ofWork(mosaic), one] })
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['references']])
    }
    expect(await countOf()).toBe(0)
  })

  it('with too much, twice the same, or nothing that can be read', async () => {
    const wrong = [
      { mediaIds: Array.from({ length: MAX_HIRE_MEDIA + 1 }, newId) },
      { mediaIds: ['x'] },
      { references: Array.from({ length: MAX_BRIEF_REFERENCES + 1 }, () => ofWork(newId())) },
      { references: [ofWork(mosaic), ofWork(mosaic.toUpperCase(), { note: 'Again.' })] },
      { references: [ofWork(mosaic, { note: 'x'.repeat(501) })] },
      { references: [{ kind: 'board', id: mosaic }] },
    ]
    for (const more of wrong) expect((await hire(more)).status, JSON.stringify(more)).toBe(400)
    expect((await t.call(createProject, { body: hireBody(pair) })).status).toBe(401)
    expect(await countOf()).toBe(0)
  })
})

describe('the same request', () => {
  it('is the same project, and with anything else beside it another one', async () => {
    const file = await note()
    const shown = { mediaIds: [file.id], references: [ofWork(mosaic, { note: 'Blue.' })] }
    const first = (await hire(shown)).body.project.id
    expect((await hire(shown)).body.project.id).toBe(first)
    const others = [
      {},
      { ...shown, mediaIds: [] },
      { ...shown, references: [ofWork(mosaic)] },
      { ...shown, references: [ofWork(mosaic, { note: 'Blue.', isAgainst: true })] },
      { ...shown, references: [ofPost(post, { note: 'Blue.' })] },
    ]
    const ids = [first]
    for (const more of others) ids.push((await hire(more)).body.project.id)
    expect(new Set(ids).size).toBe(others.length + 1)
  })

  it('sent twice at once is one project with its files once', async () => {
    const file = await note()
    const shown = { mediaIds: [file.id], references: [ofWork(mosaic)] }
    const answers = await Promise.all([hire(shown), hire(shown)])
    expect(new Set(answers.map(({ body }) => body.project.id)).size).toBe(1)
    expect(answers[0]?.body.project).toMatchObject({
      files: [{ id: file.id }],
      references: [{ id: mosaic }],
    })
  })
})

describe('the files of a hire', () => {
  const drop = async (file: Media) =>
    (await t.call(deleteMedia, { as: pair.client, params: { id: file.id } })).status

  it('are kept while it waits, and let go when it ends before it is paid', async () => {
    for (const end of ['expire', 'withdraw'] as const) {
      const file = await note()
      const { project } = await steps.hire({ mediaIds: [file.id], description: `To ${end}.` })
      expect(await drop(file)).toBe(409)
      await ageMedia(t.deps.db, [file.id])
      if (end === 'expire') await steps.expire(project.id)
      else
        await t.call(withdrawProject, {
          as: pair.client,
          params: { id: project.id },
          body: {},
        })
      expect((await steps.room(project.id)).files).toEqual([])
      await t.runJob('media.sweep')
      const { rows } = await sql`select from media where id = ${file.id}`.execute(t.deps.db)
      expect(rows).toEqual([])
    }
  })

  it('stay when it ends after it was paid', async () => {
    const { project, file } = await sent()
    await t.call(withdrawProject, { as: pair.client, params: { id: project.id }, body: {} })
    expect((await room(pair.creator, project.id)).body).toMatchObject({
      status: 'withdrawn',
      files: [{ id: file.id }],
    })
    expect(await drop(file)).toBe(409)
  })

  it('go with the account of the client, whose words stay', async () => {
    const { project } = await sent()
    await t.call(withdrawProject, { as: pair.client, params: { id: project.id }, body: {} })
    expect((await t.call(deleteAccount, { as: pair.client })).status).toBe(202)
    t.clock.advance({ days: 30, minutes: 1 })
    await t.runJob('account.purge')
    expect((await room(pair.creator, project.id)).body).toMatchObject({
      client: { firstName: 'Deleted' },
      files: [],
      references: [{ id: mosaic, note: 'The blue of this.' }, { id: post }],
    })
  })
})
