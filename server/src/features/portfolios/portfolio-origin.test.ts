import { uploadMedia } from '@plinth/contract/media/media.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { updateRights } from '@plinth/contract/people/rights.ts'
import {
  createPortfolio,
  getPortfolio,
  listUserPortfolios,
  updatePortfolio,
} from '@plinth/contract/portfolios/portfolios.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { makeWork } from '../../../test/content/works.ts'
import { makePicture } from '../../../test/media/pictures.ts'

const t = testApp({ JOBS: 'off' })
let marit: Person
let ben: Person
let png: Buffer
beforeAll(async () => {
  png = await makePicture('image/png', 64, 48)
})
beforeEach(async () => {
  marit = await t.person('Marit', { isCreator: true })
  ben = await t.person('Ben', { isCreator: true })
})

async function publish(as: Person, body: object = {}) {
  const upload = await t.request({
    method: uploadMedia.method,
    url: `${uploadMedia.path}?fileName=jar.png`,
    payload: png,
    headers: { 'content-type': 'image/png' },
    as,
  })
  const { url } = upload.body
  const work = { category: 'crafting', fileName: 'jar.png', fileUrl: url, ...body }
  return t.call(createPortfolio, { as, body: work })
}
const edit = (as: Person | undefined, id: string, body: object) =>
  t.call(updatePortfolio, { as, params: { id }, body })
const choose = (as: Person | undefined, body: object) => t.call(updateRights, { as, body })
const reservations = async (as: Person) => {
  const { body } = await t.call(listUserPortfolios, { as, params: { id: as.id } })
  return body.map((work: { isReserved: boolean }) => work.isReserved)
}

const WRONG: [string, object, string][] = [
  ['AI-assisted without parts', { origin: 'ai_assisted' }, 'originParts'],
  ['AI-assisted with blank parts', { origin: 'ai_assisted', originParts: '  ' }, 'originParts'],
  ['parts of another answer', { origin: 'hand', originParts: 'The sky' }, 'originParts'],
  ['parts without an answer', { originParts: 'The sky' }, 'originParts'],
  ['too long parts', { origin: 'ai_assisted', originParts: 'x'.repeat(201) }, 'originParts'],
  ['an unknown answer', { origin: 'magic' }, 'origin'],
  ['a reservation that is no flag', { isReserved: 'yes' }, 'isReserved'],
]

describe('a new work', () => {
  it('says nothing and is reserved until its creator chooses otherwise', async () => {
    const { status, body } = await publish(marit)
    expect(status).toBe(201)
    expect(body).toMatchObject({ origin: null, isReserved: true })
  })

  it('says what its creator says', async () => {
    const said = { origin: 'ai_assisted', originParts: ' The sky ', isReserved: false }
    const { body } = await publish(marit, said)
    expect(body).toMatchObject({
      origin: { kind: 'ai_assisted', parts: 'The sky', saidAt: expect.any(String) },
      isReserved: false,
    })
  })

  it('takes the defaults of its creator, unless it says otherwise', async () => {
    await choose(marit, { defaultOrigin: 'hand', reservesTraining: false })
    const { body } = await publish(marit)
    expect(body).toMatchObject({ origin: { kind: 'hand', parts: null }, isReserved: false })
    const other = await publish(marit, { origin: null, isReserved: true })
    expect(other.body).toMatchObject({ origin: null, isReserved: true })
  })

  it('is not AI-assisted by default, because the parts are said for each work', async () => {
    await choose(marit, { defaultOrigin: 'ai_assisted' })
    expect((await publish(marit)).body.origin).toBeNull()
  })

  it.each(WRONG)('is refused with %s', async (_, body, field) => {
    const refused = await publish(marit, body)
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, [field]])
  })

  it('is published once when two are sent at once that differ from the default', async () => {
    await choose(marit, { reservesTraining: false })
    const { body } = await t.request({
      method: uploadMedia.method,
      url: `${uploadMedia.path}?fileName=jar.png`,
      payload: png,
      headers: { 'content-type': 'image/png' },
      as: marit,
    })
    const work = { category: 'crafting', fileName: 'jar.png', fileUrl: body.url, isReserved: true }
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => t.call(createPortfolio, { as: marit, body: work })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  })
})

describe('an existing work', () => {
  it('changes what it says, and the day only with the answer', async () => {
    const id = await makeWork(t.deps, marit)
    const first = await edit(marit, id, { origin: 'hand' })
    expect(first).toMatchObject({ status: 200, body: { origin: { kind: 'hand', parts: null } } })
    const { saidAt } = first.body.origin
    expect((await edit(marit, id, { origin: 'hand', title: 'Jar' })).body.origin.saidAt).toBe(
      saidAt,
    )
    expect((await edit(marit, id, { isReserved: false })).body).toMatchObject({
      isReserved: false,
      origin: { saidAt },
    })
    const assisted = await edit(marit, id, { origin: 'ai_assisted', originParts: 'The sky' })
    expect(assisted.body.origin).toMatchObject({ kind: 'ai_assisted', parts: 'The sky' })
    expect(assisted.body.origin.saidAt > saidAt).toBe(true)
    const parts = await edit(marit, id, { origin: 'ai_assisted', originParts: 'The sea' })
    expect(parts.body.origin.saidAt > assisted.body.origin.saidAt).toBe(true)
    expect((await edit(marit, id, { origin: null })).body.origin).toBeNull()
  })

  it.each(WRONG)('is refused with %s', async (_, body, field) => {
    const id = await makeWork(t.deps, marit)
    const refused = await edit(marit, id, body)
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, [field]])
    expect((await t.call(getPortfolio, { params: { id } })).body.origin).toBeNull()
  })

  it('is changed by its creator only', async () => {
    const id = await makeWork(t.deps, marit)
    const admin = await t.person('Admin', { isAdmin: true })
    expect((await edit(undefined, id, { origin: 'hand' })).status).toBe(401)
    for (const as of [ben, admin])
      expect((await edit(as, id, { origin: 'hand' })).body.code).toBe('auth.forbidden')
  })
})

describe('the defaults', () => {
  it('are part of one’s own record', async () => {
    const before = await t.call(getViewer, { as: marit })
    expect(before.body).toMatchObject({
      defaultOrigin: null,
      reservesTraining: true,
      keepsName: true,
    })
    const { status, body } = await choose(marit, { defaultOrigin: 'camera', keepsName: false })
    const changed = { defaultOrigin: 'camera', reservesTraining: true, keepsName: false }
    expect([status, body]).toMatchObject([200, changed])
    expect((await t.call(getViewer, { as: marit })).body).toMatchObject(changed)
    expect((await choose(marit, { defaultOrigin: null })).body.defaultOrigin).toBeNull()
    expect((await t.call(getViewer, { as: ben })).body).toMatchObject({ keepsName: true })
  })

  it('change existing works only when that is asked for, and nobody else’s', async () => {
    const theirs = await makeWork(t.deps, ben)
    for (let count = 0; count < 3; count += 1) await makeWork(t.deps, marit)
    await choose(marit, { reservesTraining: false })
    expect(await reservations(marit)).toEqual([true, true, true])
    await choose(marit, { reservesTraining: false, allWorks: true })
    expect(await reservations(marit)).toEqual([false, false, false])
    expect((await t.call(getPortfolio, { params: { id: theirs } })).body.isReserved).toBe(true)
    await choose(marit, { reservesTraining: true, allWorks: true })
    expect(await reservations(marit)).toEqual([true, true, true])
  })

  it('are for members, and refuse anything else', async () => {
    expect((await choose(undefined, { keepsName: false })).status).toBe(401)
    for (const body of [
      {},
      { colour: 'red' },
      { defaultOrigin: 'magic' },
      { reservesTraining: 'no' },
      { allWorks: true },
    ]) {
      expect((await choose(marit, body)).status, JSON.stringify(body)).toBe(400)
    }
  })
})
