import { ACCEPTED_SENTENCES } from '@plinth/contract/media/file-types.ts'
import { uploadMedia } from '@plinth/contract/media/media.ts'
import {
  createPortfolio,
  deletePortfolio,
  getPortfolio,
  listCategories,
  listPortfolios,
  updatePortfolio,
} from '@plinth/contract/portfolios/portfolios.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { makePicture } from '../../../test/media/pictures.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'

const t = testApp()
let alice: Person
let bob: Person
let admin: Person
let member: Person
let png: Buffer

beforeAll(async () => {
  alice = await t.person('Alice', { isCreator: true, lastName: 'Adler' })
  bob = await t.person('Bob', { isCreator: true })
  admin = await t.person('Ada', { isAdmin: true })
  member = await t.person('Mira')
  png = await makePicture('image/png', 700, 500)
})

/** A finished upload; its URL. */
async function upload(as: Person, file = png): Promise<string> {
  const { status, body } = await t.request({
    method: uploadMedia.method,
    url: `${uploadMedia.path}?fileName=work.png`,
    payload: file,
    headers: { 'content-type': 'image/png' },
    as,
  })
  expect(status).toBe(201)
  return body.url
}

const dataUrl = (file = png) => `data:image/png;base64,${file.toString('base64')}`
const hang = (as: Person | undefined, body: object) =>
  t.call(createPortfolio, {
    as,
    body: { category: 'crafting', fileName: 'Blue Jar.final.png', ...body },
  })

/** Each counter with the number of rows it should have. */
async function counts(creator: Person) {
  const { body } = await t.call(listCategories)
  const { work_count: own } = await t.deps.db
    .selectFrom('users')
    .select('work_count')
    .where('id', '=', creator.id)
    .executeTakeFirstOrThrow()
  const items = await t.deps.db
    .selectFrom('portfolio_items')
    .select(['category_id', 'is_listed', 'creator_id'])
    .execute()
  for (const category of body) {
    const listed = items.filter((item) => item.category_id === category.id && item.is_listed)
    expect(category.workCount, category.slug).toBe(listed.length)
  }
  expect(own).toBe(items.filter((item) => item.creator_id === creator.id).length)
  return own
}

/** Small pictures are listed at once, others as soon as their job is done. */
const untilListed = (id: string) =>
  vi.waitFor(
    async () => expect((await t.call(getPortfolio, { params: { id } })).status).toBe(200),
    { timeout: 100_000, interval: 100 },
  )

describe('publishing a work', () => {
  it('publishes a finished upload, titled by its file name, and search finds it at once', async () => {
    const before = await counts(alice)
    const { status, body } = await hang(alice, {
      fileUrl: await upload(alice),
      description: '  A zirconium glaze. ',
      startingPrice: 450.5,
      tags: ['#Blue', ' blue', 'Jar ', '#'],
      alt: 'A blue jar',
      fileType: 'image',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      title: 'Blue Jar.final',
      description: 'A zirconium glaze.',
      creatorId: alice.id,
      category: { slug: 'crafting' },
      startingPrice: 450.5,
      tags: ['Blue', 'Jar'],
      likeCount: 0,
      isFeatured: false,
      isListed: false,
      picture: { alt: 'A blue jar', width: 700, height: 500 },
    })
    expect(await counts(alice)).toBe(before + 1)
    await untilListed(body.id)
    await counts(alice)
    const found = await t.call(listPortfolios, { query: { search: 'zirconum' } })
    expect(found.body.map((item: { id: string }) => item.id)).toEqual([body.id])
    expect(found.body[0].picture).toMatchObject({ state: 'ready', renditions: [320, 640] })
  })

  it('accepts a data: URL', async () => {
    const { status, body } = await hang(alice, { fileUrl: dataUrl(), title: 'From data' })
    expect(status).toBe(201)
    expect(body.title).toBe('From data')
    await untilListed(body.id)
  })

  it('hides a work whose picture is not ready from everybody but its creator', async () => {
    const id = await makeWork(t.deps, alice, { isListed: false })
    expect((await t.call(getPortfolio, { params: { id }, as: alice })).status).toBe(200)
    for (const as of [bob, undefined]) {
      expect((await t.call(getPortfolio, { params: { id }, as })).status).toBe(404)
    }
    await counts(alice)
  })

  it('publishes an upload only once, however often the button is pressed', async () => {
    const fileUrl = await upload(alice)
    const before = await counts(alice)
    const answers = await Promise.all([1, 2, 3, 4].map(() => hang(alice, { fileUrl })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({
      code: 'conflict',
      message: 'You’ve already published this upload.',
    })
    expect(await counts(alice)).toBe(before + 1)
  })

  it('counts correctly when many are published at once', async () => {
    const before = await counts(alice)
    const urls = await Promise.all([1, 2, 3, 4, 5, 6].map(() => upload(alice)))
    const answers = await Promise.all(
      urls.map((fileUrl, n) =>
        hang(alice, { fileUrl, title: `Xenon ${n} krypton`, category: 'editing' }),
      ),
    )
    expect(answers.every(({ status }) => status === 201)).toBe(true)
    await Promise.all(answers.map(({ body }) => untilListed(body.id)))
    expect(await counts(alice)).toBe(before + 6)
    expect(
      (await t.call(listPortfolios, { query: { search: 'xenon krypton' } })).body,
    ).toHaveLength(6)
  })

  it('requires a file and a name', async () => {
    for (const body of [
      { fileUrl: undefined },
      { fileUrl: '' },
      { fileUrl: 'x', fileName: undefined },
      { fileUrl: 'x', fileName: '' },
      { fileUrl: 'x', fileName: '  ' },
    ]) {
      const answer = await hang(alice, body)
      expect(answer.status).toBe(400)
      expect(answer.body.message).toBe('Please select a file or provide a URL.')
    }
  })

  it.each<[string, object, string]>([
    ['an unknown property', { colour: 'red' }, 'colour'],
    ['a wrong type', { title: 7 }, 'title'],
    ['a number as text', { startingPrice: '7' }, 'startingPrice'],
    ['a negative price', { startingPrice: -1 }, 'startingPrice'],
    ['parts of a cent', { startingPrice: 1.295 }, 'startingPrice'],
    ['a price of nothing', { startingPrice: 0 }, 'startingPrice'],
    ['a price that no card can be charged', { startingPrice: 0.99 }, 'startingPrice'],
    ['too high a price', { startingPrice: 1_000_001 }, 'startingPrice'],
    ['an unknown category', { category: 'music' }, 'category'],
    ['too many tags', { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, 'tags'],
    ['a blank tag', { tags: [' '] }, 'tags.0'],
    ['a title too long', { title: 'x'.repeat(201) }, 'title'],
    ['U+0000', { title: 'a\0b' }, 'title'],
  ])('answers 400 to %s', async (_, part, field) => {
    const answer = await hang(alice, { fileUrl: dataUrl(), ...part })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields)).toEqual([field])
  })

  it('refuses a file of another kind than stated', async () => {
    for (const fileType of ['video', 'audio', 'pdf', 'document']) {
      for (const fileUrl of [dataUrl(), await upload(alice)]) {
        const answer = await hang(alice, { fileUrl, fileType })
        expect(answer).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
        expect(answer.body.message).toMatch(/^This file is a picture, not a/)
        expect(Object.keys(answer.body.fields)).toEqual(['fileType'])
      }
    }
    const page = `data:image/png;base64,${Buffer.from('<html>').toString('base64')}`
    expect(await hang(alice, { fileUrl: page })).toMatchObject({
      status: 415,
      body: { message: ACCEPTED_SENTENCES.any },
    })
  })

  it("refuses somebody else's upload and one that does not exist", async () => {
    const theirs = await upload(bob)
    expect((await hang(alice, { fileUrl: theirs })).status).toBe(404)
    expect((await hang(alice, { fileUrl: `/media/${newId()}/original.png` })).status).toBe(404)
  })

  it('is for creators', async () => {
    const body = { fileUrl: dataUrl() }
    expect((await hang(undefined, body)).body.code).toBe('auth.required')
    expect((await hang(member, body)).body.code).toBe('creator.required')
  })
})

describe('editing a work', () => {
  const edit = (as: Person | undefined, id: string, body: object) =>
    t.call(updatePortfolio, { params: { id }, as, body })

  it('changes only the given fields', async () => {
    const id = await makeWork(t.deps, alice, {
      title: 'Molybdenum',
      tags: ['old'],
      priceCents: 5_000,
      categoryId: 3,
    })
    const { status, body } = await edit(alice, id, {
      title: ' Wolfram ',
      tags: ['#new', 'NEW'],
      alt: 'Metal',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      title: 'Wolfram',
      tags: ['new'],
      startingPrice: 50,
      category: { id: 3 },
      picture: { alt: 'Metal' },
    })
    expect((await edit(alice, id, { startingPrice: null })).body.startingPrice).toBeNull()
    expect((await edit(alice, id, { startingPrice: 1.29 })).body.startingPrice).toBe(1.29)
    expect((await edit(alice, id, { startingPrice: 1 })).body.startingPrice).toBe(1)
    for (const startingPrice of [0, 0.99]) {
      expect((await edit(alice, id, { startingPrice })).body).toMatchObject({
        code: 'input.invalid',
        fields: {
          startingPrice: 'Leave the starting price empty, or enter $1 to $1,000,000.',
        },
      })
    }
    const titles = async (search: string) =>
      (await t.call(listPortfolios, { query: { search } })).body.map(
        (item: { title: string }) => item.title,
      )
    expect(await titles('wolfrm')).toEqual(['Wolfram'])
    expect(await titles('molybdenum')).toEqual([])
  })

  it("changes both categories' counters, even when it moves back and forth at once", async () => {
    const id = await makeWork(t.deps, alice, { categoryId: 3 })
    const hidden = await makeWork(t.deps, alice, { categoryId: 3, isListed: false })
    const moved = await edit(alice, id, { category: 'artwork' })
    expect(moved.body.category.slug).toBe('artwork')
    await counts(alice)
    expect((await edit(alice, hidden, { category: 'artwork' })).status).toBe(200)
    await counts(alice)
    const slugs = ['artwork', 'editing', 'photography', 'artwork', 'crafting', 'editing']
    const answers = await Promise.all(slugs.map((category) => edit(alice, id, { category })))
    expect(answers.map(({ status }) => status)).toEqual(slugs.map(() => 200))
    await counts(alice)
  })

  it('is for its creator', async () => {
    const id = await makeWork(t.deps, alice)
    const hidden = await makeWork(t.deps, alice, { isListed: false })
    const body = { title: 'Mine' }
    expect((await edit(undefined, id, body)).status).toBe(401)
    for (const as of [bob, member, admin]) {
      expect((await edit(as, id, body)).body.code).toBe('auth.forbidden')
      expect((await edit(as, hidden, body)).body.code).toBe('not_found')
    }
    expect((await edit(alice, newId(), body)).status).toBe(404)
    expect((await t.call(getPortfolio, { params: { id } })).body.title).toBe('Untitled')
  })

  it('answers 400 to unknown fields and values', async () => {
    const id = await makeWork(t.deps, alice)
    for (const body of [
      {},
      { colour: 'red' },
      { title: '' },
      { title: '  ' },
      { title: 1 },
      { fileUrl: 'x' },
      { startingPrice: 0.001 },
      { description: 'a\0' },
    ]) {
      expect((await edit(alice, id, body)).status, JSON.stringify(body)).toBe(400)
    }
    expect((await edit(alice, 'x', { title: 'x' })).status).toBe(400)
  })
})

describe('deleting a work', () => {
  const remove = (as: Person | undefined, id: string) =>
    t.call(deletePortfolio, { params: { id }, query: { forGood: true }, as })

  it('deletes its picture and files and lowers the counters', async () => {
    const { body } = await hang(alice, { fileUrl: await upload(alice) })
    await untilListed(body.id)
    const before = await counts(alice)
    await t.request({ method: 'POST', url: `/api/portfolios/${body.id}/like`, as: bob })
    expect((await remove(alice, body.id)).status).toBe(204)
    expect(await counts(alice)).toBe(before - 1)
    expect((await t.call(getPortfolio, { params: { id: body.id }, as: alice })).status).toBe(404)
    expect((await remove(alice, body.id)).status).toBe(404)
    await vi.waitFor(
      async () => {
        const file = await t.request({ method: 'GET', url: body.picture.originalUrl })
        expect(file.status).toBe(404)
      },
      { timeout: 100_000, interval: 100 },
    )
  })

  it('happens once when requested twice at once', async () => {
    const id = await makeWork(t.deps, alice)
    const answers = await Promise.all([1, 2, 3].map(() => remove(alice, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404])
    await counts(alice)
  })

  it('keeps a picture that another work uses', async () => {
    const id = await makeWork(t.deps, alice)
    const { db } = t.deps
    const { media_id: mediaId } = await db
      .selectFrom('portfolio_items')
      .select('media_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const other = await makeWork(t.deps, alice)
    await db
      .updateTable('portfolio_items')
      .set({ media_id: mediaId })
      .where('id', '=', other)
      .execute()
    expect((await remove(alice, id)).status).toBe(204)
    expect((await t.call(getPortfolio, { params: { id: other } })).body.picture.id).toBe(mediaId)
  })

  it('is for its creator and for admins', async () => {
    const id = await makeWork(t.deps, alice)
    const hidden = await makeWork(t.deps, alice, { isListed: false })
    expect((await remove(undefined, id)).status).toBe(401)
    for (const as of [bob, member]) {
      expect((await remove(as, id)).body.code).toBe('auth.forbidden')
      expect((await remove(as, hidden)).body.code).toBe('not_found')
    }
    expect((await remove(admin, id)).status).toBe(204)
    expect((await remove(admin, hidden)).status).toBe(204)
    expect((await remove(admin, newId())).status).toBe(404)
    await counts(alice)
  })
})
