import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { ACCEPTED_SENTENCES } from '@plinth/contract/media/file-types.ts'
import { uploadMedia } from '@plinth/contract/media/media.ts'
import { createPost, getPost } from '@plinth/contract/posts/posts.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, startTestApp, type Answer, type Person } from '../../../test/app.ts'
import { countMedia } from '../../../test/media/media.ts'
import { makePicture } from '../../../test/media/pictures.ts'
import { formOf, type FormPart } from '../../../test/content/posts.ts'
import { makeVideo } from '../../../test/media/videos.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'

const plinth = testApp({ JOBS: 'off' })
let marit: Person
let bob: Person
let admin: Person
let picture: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  marit = await plinth.person('Marit', { isCreator: true })
  bob = await plinth.person('Bob')
  admin = await plinth.person('Ada', { isAdmin: true })
  // Narrower than any rendition: it is ready at once.
  picture = Uint8Array.from(await makePicture('image/png', 200, 100))
})

const file = (name = 'media_0', fileName = 'plate.png'): FormPart => ({
  name,
  fileName,
  value: picture,
})
const text = (name: string, value: string): FormPart => ({ name, value })

async function send(as: Person | undefined, parts: FormPart[], app = plinth): Promise<Answer> {
  return app.call(createPost, { as, ...(await formOf(parts)) })
}

async function upload(as: Person, fileName = 'early.png'): Promise<{ id: string; url: string }> {
  const { status, body } = await plinth.call(uploadMedia, {
    as,
    query: { fileName },
    body: Buffer.from(picture),
    headers: { 'content-type': 'application/octet-stream' },
  })
  expect(status).toBe(201)
  return body as { id: string; url: string }
}

const countPosts = async (): Promise<number> => {
  const { count } = await plinth.deps.db
    .selectFrom('posts')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A refused form leaves nothing: no row, no media, no temporary file. */
async function expectRefused(
  parts: FormPart[],
  expected: { status: number; message?: string; field?: string },
  as: Person = marit,
): Promise<void> {
  const before = [await countPosts(), (await countMedia(plinth.deps.db)).rows]
  const { status, body } = await send(as, parts)
  expect([status, body.message], JSON.stringify(body)).toEqual([
    expected.status,
    expected.message ?? body.message,
  ])
  if (expected.field !== undefined) expect(body.fields).toHaveProperty([expected.field])
  expect([await countPosts(), (await countMedia(plinth.deps.db)).rows]).toEqual(before)
  expect(await readdir(path.join(plinth.dataDir, 'tmp'))).toEqual([])
}

describe('a form', () => {
  it('becomes a post with its files in their order, whatever order they came in', async () => {
    const { status, body } = await send(bob, [
      file('media_2', 'third.png'),
      text('title', '  Plates  '),
      text('description', ' Three of them. '),
      text('categoryId', '5'),
      text('tags', '[" #Ink ", "ink", "Press", "#"]'),
      text('location', 'Bergen'),
      text('mood', ' '),
      text('alt_0', 'A plate'),
      file('media_0', 'first.png'),
      file('media_1', 'second.png'),
    ])
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({
      type: 'image',
      title: 'Plates',
      description: 'Three of them.',
      category: { id: 5 },
      tags: ['Ink', 'Press'],
      location: 'Bergen',
      mood: null,
      isPublic: true,
      isApproved: true,
      isReady: true,
      creatorId: bob.id,
      portfolioId: null,
    })
    const ids = (body.media as { picture: { id: string; alt: string } }[]).map((one) => one.picture)
    expect(ids.map(({ alt }) => alt)).toEqual(['A plate', '', ''])
    const rows = await plinth.deps.db.selectFrom('media').select(['id', 'file_name']).execute()
    const names = new Map(rows.map((row) => [row.id, row.file_name]))
    expect(ids.map(({ id }) => names.get(id))).toEqual(['first.png', 'second.png', 'third.png'])
    expect((await plinth.call(getPost, { params: { id: body.id } })).body.title).toBe('Plates')
    expect(await readdir(path.join(plinth.dataDir, 'tmp'))).toEqual([])
  })

  it('can contain finished uploads of the sender instead of files, and no one else’s', async () => {
    const early = await upload(marit)
    const { status, body } = await send(marit, [
      text('title', 'Mixed'),
      text('media_0', early.url),
      text('alt_0', 'Early'),
      file('media_1'),
    ])
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.media[0].picture).toMatchObject({ id: early.id, alt: 'Early' })
    expect(body.media).toHaveLength(2)
    await expectRefused(
      [text('title', 'Theirs'), file('media_0'), text('media_1', early.url)],
      { status: 404 },
      bob,
    )
  })

  it('is a video if any of its files is, and refuses a type that says something else', async () => {
    const film = Uint8Array.from(await makeVideo({ seconds: 1 }))
    const mixed = [
      text('title', 'Press at work'),
      file('media_0'),
      { name: 'media_1', fileName: 'press.mp4', value: film },
    ]
    await expectRefused([...mixed, text('type', 'image')], {
      status: 400,
      message: 'One of these files is a video. Post them as a video.',
      field: 'type',
    })
    await expectRefused([text('title', 'Plate'), text('type', 'video'), file()], {
      status: 400,
      message: 'None of these files is a video. Post them as images.',
      field: 'type',
    })
    const { status, body } = await send(marit, [...mixed, text('type', 'video')])
    expect(status, JSON.stringify(body)).toBe(201)
    const media = body.media as { kind: string; video: object | null }[]
    expect(body).toMatchObject({ type: 'video', isReady: false })
    expect(media.map(({ kind }) => kind)).toEqual(['image', 'video'])
    expect(media[1]?.video).not.toBeNull()
  })

  it('notifies nobody of a post that is private or waits for approval', async () => {
    const hidden = await send(marit, [text('title', 'Mine'), text('isPublic', 'false'), file()])
    expect(hidden.body).toMatchObject({ isPublic: false, isApproved: true })
    const params = { id: hidden.body.id }
    expect((await plinth.call(getPost, { params, as: bob })).status).toBe(404)
    expect((await plinth.call(getPost, { params, as: marit })).status).toBe(200)

    const strict = await startTestApp({ JOBS: 'off', MODERATION: 'pre' })
    try {
      const parts = [text('title', 'Waits'), file()]
      const author = await strict.person('Author')
      const moderator = await strict.person('Moderator', { isAdmin: true })
      expect((await send(author, parts, strict)).body.isApproved).toBe(false)
      expect((await send(moderator, parts, strict)).body.isApproved).toBe(true)
    } finally {
      await strict.close()
    }
  })

  it('can show one of the author’s listed works, and no other', async () => {
    const own = await makeWork(plinth.deps, marit, { priceCents: 9_900 })
    const unlisted = await makeWork(plinth.deps, marit, { isListed: false })
    const base = [text('title', 'Show'), text('type', 'portfolio'), file()]
    const { body } = await send(marit, [...base, text('portfolioId', own)])
    expect(body).toMatchObject({ type: 'portfolio', portfolioId: own, price: 99 })
    await expectRefused([...base, text('portfolioId', '')], {
      status: 400,
      message: 'A portfolio post shows one of your works. Choose the work.',
      field: 'type',
    })
    for (const portfolioId of [unlisted, newId()]) {
      await expectRefused([...base, text('portfolioId', portfolioId)], {
        status: 400,
        field: 'portfolioId',
      })
    }
    await expectRefused(
      [...base, text('portfolioId', own)],
      { status: 400, field: 'portfolioId' },
      bob,
    )
  })
})

describe('a form sent twice', () => {
  it('makes one post, in sequence and at once', async () => {
    const clientId = newId()
    const parts = [text('title', 'Once'), text('clientId', clientId), file(), file('media_1')]
    const [posts, { rows: media }] = [await countPosts(), await countMedia(plinth.deps.db)]
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(bob, parts)))
    answers.push(await send(bob, parts))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.id as string)).size).toBe(1)
    expect(await countPosts()).toBe(posts + 1)
    expect((await countMedia(plinth.deps.db)).rows).toBe(media + 2)
    // Somebody else's client may have made the same.
    const other = await send(marit, parts)
    expect(other.body.id).not.toBe(answers[0]?.body.id)
  })
})

describe('a valid form', () => {
  const title = text('title', 'Right')

  it('has a title and a file', async () => {
    const noTitle = {
      status: 400,
      message: 'Please add a title for your post.',
      field: 'title',
    }
    await expectRefused([file()], noTitle)
    await expectRefused([text('title', '  '), file()], noTitle)
    const message = 'Please add at least one image or video.'
    await expectRefused([title], { status: 400, message, field: 'media' })
  })

  it.each<[string, FormPart[], string]>([
    ['an unknown field', [text('colour', 'red')], 'colour'],
    ['a protected field', [text('isApproved', 'true')], 'isApproved'],
    ['a protected field', [text('isFeatured', 'true')], 'isFeatured'],
    ['somebody else’s name', [text('creatorId', newId())], 'creatorId'],
    ['a field of every object', [text('constructor', 'x')], ''],
    ['a field twice', [title], 'title'],
    ['a file twice', [file()], 'media_0'],
    ['an eleventh place', [file('media_10')], 'media_10'],
    ['a file under another name', [file('avatar')], 'avatar'],
    ['a file in a text field', [file('description')], 'description'],
    ['a text for no file', [text('alt_3', 'x')], 'alt_3'],
    ['a text too long', [text('alt_0', 'x'.repeat(2_001))], 'alt_0'],
    ['a category that is none', [text('categoryId', '99999')], 'categoryId'],
    ['a category in words', [text('categoryId', 'artwork')], 'categoryId'],
    ['an unknown type', [text('type', 'audio')], 'type'],
    ['a wish that is neither', [text('isPublic', 'maybe')], 'isPublic'],
    ['tags that are no list', [text('tags', 'ink')], 'tags'],
    ['tags that are no texts', [text('tags', '[1]')], 'tags'],
    ['a tag with U+0000', [text('tags', '["a\\u0000"]')], 'tags'],
    [
      'too many tags',
      [text('tags', JSON.stringify(Array.from({ length: 21 }, (_, n) => `t${n}`)))],
      'tags',
    ],
    ['a tag too long', [text('tags', JSON.stringify(['x'.repeat(51)]))], 'tags'],
    ['a description too long', [text('description', 'x'.repeat(5_001))], 'description'],
    ['a field far too long', [text('description', 'x'.repeat(70_000))], 'description'],
    ['U+0000', [text('mood', 'a\0b')], 'mood'],
    ['a client id that is none', [text('clientId', 'x')], 'clientId'],
    ['a work id that is none', [text('portfolioId', '-'.repeat(36))], 'portfolioId'],
  ])('and has not %s', async (_, parts, field) => {
    await expectRefused([title, file(), ...parts], {
      status: 400,
      ...(field === '' ? {} : { field }),
    })
  })

  it('contains only pictures and videos; otherwise none of them is stored', async () => {
    const notes = { name: 'media_1', fileName: 'notes.txt', value: Uint8Array.of(116, 101, 120) }
    await expectRefused([title, file(), notes], { status: 415 })
    const { body } = await send(marit, [title, file(), notes])
    expect(body.message).toBe(ACCEPTED_SENTENCES.post)
  })

  it('is complete', async () => {
    const { body, headers } = await formOf([title, file()])
    for (const length of [body.length - 10, body.length - 60, 200, 90, 1, 0]) {
      const cut = body.subarray(0, length)
      const answer = await plinth.call(createPost, { as: marit, body: cut, headers })
      expect([answer.status, length]).toEqual([400, length])
    }
    const noBoundary = { 'content-type': 'multipart/form-data' }
    const answer = await plinth.call(createPost, { as: marit, body, headers: noBoundary })
    expect(answer.status).toBe(400)
    expect(await readdir(path.join(plinth.dataDir, 'tmp'))).toEqual([])
  })

  it('needs a session, which is checked before it is read', async () => {
    expect((await send(undefined, [title, file()])).status).toBe(401)
    const { body, headers } = await formOf([title, file()])
    const as = { id: bob.id, cookie: 'plinth=gone' }
    expect((await plinth.call(createPost, { as, body, headers })).status).toBe(401)
    const elsewhere = { ...headers, origin: 'https://elsewhere.example' }
    expect((await plinth.call(createPost, { as: bob, body, headers: elsewhere })).status).toBe(403)
  })
})

describe('JSON in place of a form', () => {
  it('is for admins, with a title and a URL', async () => {
    const mine = await upload(admin)
    const body = { title: 'By hand', mediaUrl: mine.url, categoryId: 2, description: 'So.' }
    const { status, body: post } = await plinth.call(createPost, { as: admin, body })
    expect(status, JSON.stringify(post)).toBe(201)
    expect(post).toMatchObject({ title: 'By hand', type: 'image', categoryId: 2, isReady: true })
    for (const as of [marit, bob]) {
      expect((await plinth.call(createPost, { as, body })).status).toBe(403)
    }
    expect((await plinth.call(createPost, { body })).status).toBe(401)
  })

  it.each<[object, string, string?]>([
    [{ mediaUrl: 'https://a.example/x.png' }, 'title', 'Please add a title for your post.'],
    [{ title: ' ', mediaUrl: 'https://a.example/x.png' }, 'title'],
    [{ title: 'T' }, 'mediaUrl', 'Please add at least one image or video.'],
    [{ title: 'T', mediaUrl: ' ' }, 'mediaUrl', 'Please add at least one image or video.'],
    [{ title: 'T', mediaUrl: 'ftp://a.example/x' }, 'media'],
    [{ title: 'T', mediaUrl: 'data:image/png;base64,AAAA' }, 'media'],
    [{ title: 'T', mediaUrl: 'x', isApproved: true }, 'isApproved'],
    [{ title: 'T', mediaUrl: 'x', creatorId: newId() }, 'creatorId'],
    [{ title: 'T', mediaUrl: 'https://a.example/x.png', categoryId: 77 }, 'categoryId'],
  ])('is held against its schema: %j', async (body, field, message) => {
    const { status, body: error } = await plinth.call(createPost, { as: admin, body })
    expect(status).toBe(400)
    expect(error.fields).toHaveProperty([field])
    if (message !== undefined) expect(error.message).toBe(message)
  })

  it('cannot be empty or another kind of body', async () => {
    expect((await plinth.call(createPost, { as: admin })).status).toBe(400)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = Buffer.from('title=T')
    expect((await plinth.call(createPost, { as: admin, body, headers })).status).toBe(415)
  })

  it('is documented beside the form', async () => {
    const { body } = await plinth.request({ method: 'GET', url: '/api/docs/json' })
    const { content } = body.paths['/api/posts'].post.requestBody
    expect(content['application/json'].schema.properties).toHaveProperty('mediaUrl')
    expect(content['multipart/form-data'].schema.properties).toHaveProperty('clientId')
  })
})
