import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Media } from '@plinth/contract/media/media.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { makePdf } from '../../../../test/media/documents.ts'
import { createMediaClient, type MediaClient } from '../../../../test/media/media-client.ts'
import { sampleMp3, sampleOgg } from '../../../../test/media/sounds.ts'
import { putInPost } from '../../../../test/media/media.ts'
import { drawPicture } from '../../../../test/media/pictures.ts'
import { makePost } from '../../../../test/content/posts.ts'
import { makeVideo } from '../../../../test/media/videos.ts'

const site = testApp()
let alice: Person
let desk: MediaClient

beforeAll(async () => {
  alice = await site.person('Alice')
  desk = createMediaClient(site, alice)
})

const TIFF = () => drawPicture(700, 400).tiff({ compression: 'lzw' }).toBuffer()

interface Case {
  kind: Media['kind']
  fileName: string
  make: () => Promise<Buffer> | Buffer
  /** The objects expected besides the renditions of the picture. */
  objects: string[]
  facts: object
}

const cases: [string, Case][] = [
  [
    'TIFF',
    {
      kind: 'image',
      fileName: 'carp.tif',
      make: TIFF,
      objects: ['original.tiff'],
      facts: { video: null, audio: null, document: null, picture: { hasTiles: true } },
    },
  ],
  [
    'video',
    {
      kind: 'video',
      fileName: 'film.mp4',
      make: () => makeVideo({ width: 400, height: 240, sound: 'aac', seconds: 1 }),
      objects: ['original.mp4', 'poster.jpg', 'preview.mp4'],
      facts: { video: { captionsUrl: null, hasSound: true }, audio: null, document: null },
    },
  ],
  [
    'OGG',
    {
      kind: 'audio',
      fileName: 'song.ogg',
      make: () => sampleOgg(),
      objects: ['original.ogg', 'play.m4a', 'poster.jpg'],
      facts: { audio: { contentType: 'audio/mp4' }, video: null, document: null },
    },
  ],
  [
    'PDF',
    {
      kind: 'pdf',
      fileName: 'book.pdf',
      make: () => makePdf(),
      objects: ['original.pdf', 'poster.jpg'],
      facts: { document: { contentType: 'application/pdf', pages: 1 }, video: null, audio: null },
    },
  ],
  [
    'text',
    {
      kind: 'document',
      fileName: 'poem.txt',
      make: () => Buffer.from('Grüße vom Meer\n'),
      objects: ['original.txt', 'poster.jpg'],
      facts: { document: { contentType: 'text/plain', bytes: 17 }, video: null, audio: null },
    },
  ],
]

describe.each(cases)('%s', (_, { kind, fileName, make, objects, facts }) => {
  let media: Media

  test('is accepted, shown with a picture, and served with all its files', async () => {
    const taken = await desk.upload(await make(), fileName)
    expect(taken).toMatchObject({ kind, fileName, state: 'processing', failure: null })
    await desk.untilDone(taken.id)
    media = await desk.read(taken.id)
    expect(media).toMatchObject({ state: 'ready', ...facts })
    const { picture } = media
    const made = picture.renditions.flatMap((width) => [`${width}.avif`, `${width}.webp`])
    expect(picture).toMatchObject({ thumbhash: expect.any(String) })
    expect(picture.renditions.length).toBeGreaterThan(0)

    const names = await desk.objects(media.id)
    const tiles = names.filter((name) => name.startsWith('tile-'))
    expect(tiles.length > 0).toBe(picture.hasTiles)
    expect(names).toEqual([...made, ...objects, ...tiles].toSorted())
    for (const name of names) {
      const file = await desk.get(`/media/${media.id}/${name}`)
      expect(file).toMatchObject({ status: 200, headers: { 'x-content-type-options': 'nosniff' } })
      const isKept = /original\.(pdf|docx|txt)$/.test(name)
      expect(file.headers['content-disposition']?.startsWith('attachment')).toBe(isKept)
    }
    const whole = await desk.get(picture.originalUrl)
    expect(await sharp(whole.body).metadata()).toMatchObject({
      width: picture.width,
      height: picture.height,
    })
  })

  test('has a receipt with the size of every file', async () => {
    const receipt = await desk.receipt(media.id)
    expect(receipt).toMatchObject({
      media: { id: media.id, state: 'ready' },
      failure: null,
      canRetry: false,
    })
    expect(receipt.kept.bytes).toBe(media.bytes)
    for (const file of receipt.made.filter(({ name }) => name !== 'tiles')) {
      const { body } = await desk.get(`/media/${media.id}/${file.name}`)
      expect(file).toMatchObject({ state: 'ready', bytes: body.length })
      if (file.width === null) continue
      const { width, height } = await sharp(body).metadata()
      expect(file).toMatchObject({ width, height })
    }
    const download = await desk.get(receipt.downloadUrl)
    expect(download.body.length).toBe(media.bytes)
    expect(download.headers['content-disposition']).toBe(
      `attachment; filename="${fileName}"; filename*=UTF-8''${fileName}`,
    )
  })

  test('opens each file only by its link while it is in a private post', async () => {
    const postId = await makePost(site.deps, alice, { isPublic: false })
    await putInPost(site.deps.db, postId, media.id)
    const hidden = await desk.read(media.id)
    const { signature } = hidden.picture
    expect(signature).toMatch(/^\?expires=\d+&signature=[0-9a-f]{64}$/)
    for (const name of await desk.objects(media.id)) {
      const url = `/media/${media.id}/${name}`
      expect((await desk.getPublic(url)).status).toBe(404)
      expect(await desk.getPublic(url + signature)).toMatchObject({
        status: 200,
        headers: { 'cache-control': 'private, max-age=300' },
      })
    }
    const { downloadUrl } = await desk.receipt(media.id)
    const urls = [hidden.video?.previewUrl, hidden.audio?.url, hidden.document?.url, downloadUrl]
    for (const url of urls.filter((one) => typeof one === 'string')) {
      expect((await desk.getPublic(url)).status).toBe(200)
      expect((await desk.getPublic(url.split('?')[0] ?? '')).status).toBe(404)
    }
    await site.deps.db.deleteFrom('posts').where('id', '=', postId).execute()
  })

  test('is deleted with all its renditions', async () => {
    const names = await desk.objects(media.id)
    expect((await desk.remove(media.id)).status).toBe(204)
    expect(await desk.objects(media.id)).toEqual([])
    for (const name of names) {
      const url = `/media/${media.id}/${name}`
      expect((await desk.get(url)).status).toBe(404)
    }
    const rows = site.deps.db.selectFrom('media_renditions').select('name')
    expect(await rows.where('media_id', '=', media.id).execute()).toEqual([])
  })
})

test('serves ranges of a file, also of an attachment', async () => {
  const { id } = await desk.upload(Buffer.from('0123456789'), 'digits.txt')
  const part = await desk.get(`/media/${id}/original.txt`, { range: 'bytes=2-4' })
  expect(part).toMatchObject({ status: 206, headers: { 'content-range': 'bytes 2-4/10' } })
  expect(part.body.toString()).toBe('234')
  expect(part.headers['content-type']).toBe('text/plain')
})

test('treats hostile names as mere names', async () => {
  const hostile: [string, string][] = [
    ['a"; filename="evil.html', 'a"; filename="evil.html'],
    ['evil.html', 'evil.html'],
    ['x\u202etxt.exe', 'xtxt.exe'],
    ['..%2f..%2fetc%2fpasswd', '..%2f..%2fetc%2fpasswd'],
    ['🌊'.repeat(120), '🌊'.repeat(120)],
  ]
  for (const [name, kept] of hostile) {
    const media = await desk.upload(Buffer.from('words'), name)
    expect(media.fileName).toBe(kept)
    const { headers, status } = await desk.get(media.url)
    expect(status).toBe(200)
    const [, plain = '', encoded = ''] =
      /^attachment; filename="([\x20-\x7e]*)"; filename\*=UTF-8''([\w.%~-]*)$/.exec(
        String(headers['content-disposition']),
      ) ?? []
    expect(plain).not.toMatch(/["\\%]/)
    expect(decodeURIComponent(encoded)).toBe(`${kept}.txt`)
  }
  for (const name of ['a\r\nSet-Cookie: b', 'a\0b', 'x'.repeat(4_096)]) {
    const answer = await desk.send(Buffer.from('words'), name)
    expect([201, 400]).toContain(answer.status)
    if (answer.status === 201) expect(answer.body.fileName).toBe('aSet-Cookie: b')
  }
})

test('shows a file without a poster when that cannot be made, and blocks no other file', async () => {
  const { audio, documents } = site.deps
  const gateways = [{ ...audio }, { ...documents }]
  const fail = () => Promise.reject(new Error('poison'))
  Object.assign(audio, { peaks: fail })
  Object.assign(documents, { picture: fail })
  try {
    const poison = await Promise.all([
      sampleMp3().then((sound) => desk.upload(sound)),
      desk.upload(makePdf()),
    ])
    const healthy = await desk.upload(await TIFF())
    await desk.until(healthy.id, 'ready')
    for (const { id, kind } of poison) {
      expect(await desk.untilDone(id)).toMatchObject({
        media: { kind, state: 'ready', picture: { thumbhash: null, renditions: [] } },
        failure: 'We couldn’t make every size of this file. People see the others. Try again.',
        canRetry: true,
      })
    }
  } finally {
    for (const [index, one] of [audio, documents].entries()) {
      Object.assign(one, gateways[index])
    }
  }
}, 40_000)

test('leaves no temporary files behind', async () => {
  expect(await readdir(path.join(site.dataDir, 'tmp'))).toEqual([])
})
