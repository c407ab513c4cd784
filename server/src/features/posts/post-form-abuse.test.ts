import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import { createPost } from '@plinth/contract/posts/posts.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, PUBLIC_URL, type Person } from '../../../test/app.ts'
import { countMedia } from '../../../test/media/media.ts'
import { makePicture } from '../../../test/media/pictures.ts'

const BOUNDARY = 'between-parts'
const END = `--${BOUNDARY}--\r\n`

// With jobs running, because a job removes the files of discarded uploads.
const t = testApp()
let marit: Person
let port: number
let picture: Buffer
beforeAll(async () => {
  marit = await t.person('Marit')
  picture = await makePicture('image/png', 200, 100)
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  port = (t.app.server.address() as AddressInfo).port
})

const part = (rest: string, value: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${rest}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])
const text = (name: string, value: string) => part(`name="${name}"`, value)
const file = (name = 'media_0', fileName = 'a.png', value: string | Buffer = picture) =>
  part(`name="${name}"; filename="${fileName}"`, value)
const title = text('title', 'Right')
const form = (...parts: (Buffer | string)[]) =>
  Buffer.concat([...parts.map((one) => Buffer.from(one)), Buffer.from(END)])

const send = (body: Buffer, type = `multipart/form-data; boundary=${BOUNDARY}`) =>
  t.call(createPost, { as: marit, body, headers: { 'content-type': type } })

const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(path.join(t.dataDir, folder), {
    recursive: true,
    withFileTypes: true,
  })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function kept(): Promise<unknown> {
  const posts = await t.deps.db.selectFrom('posts').select('id').execute()
  const { rows } = await countMedia(t.deps.db)
  return {
    posts: posts.length,
    media: rows,
    objects: await filesIn('media'),
    tmp: await filesIn('tmp'),
  }
}

describe('a refused form leaves nothing behind', () => {
  let before: unknown
  beforeEach(async () => {
    before = await kept()
  })
  const expectNothingKept = async () => {
    await expect.poll(kept).toEqual(before)
  }
  afterEach(expectNothingKept)

  const many = (count: number, one: (n: number) => Buffer) =>
    Array.from({ length: count }, (_, n) => one(n))
  it.each<[string, () => Buffer, string?]>([
    [
      'another boundary than it said',
      () => form(title, file()),
      'multipart/form-data; boundary=other',
    ],
    ['an empty boundary', () => form(title, file()), 'multipart/form-data; boundary='],
    [
      'a boundary of 10,000 letters',
      () => form(title, file()),
      `multipart/form-data; boundary=${'b'.repeat(10_000)}`,
    ],
    [
      'another kind of multipart',
      () => form(title, file()),
      `multipart/mixed; boundary=${BOUNDARY}`,
    ],
    ['a thousand fields', () => form(title, file(), ...many(1_000, (n) => text(`f${n}`, 'x')))],
    ['a thousand fields of one name', () => form(file(), ...many(1_000, () => text('title', 'x')))],
    ['a thousand files', () => form(title, ...many(1_000, (n) => file(`media_${n % 10}`)))],
    ['eleven files', () => form(title, ...many(11, (n) => file(`media_${n}`)))],
    ['a file with a name for a number', () => form(title, file('media_x'))],
    ['a file without a number', () => form(title, file('media_'))],
    ['a file with a negative number', () => form(title, file(), file('media_-1'))],
    ['a number of four digits', () => form(title, file(), file('media_0000'))],
    ['the same number in two spellings', () => form(title, file('media_0'), file('media_00'))],
    ['a name of 100,000 letters', () => form(title, file(), text('f'.repeat(100_000), 'x'))],
    ['a file under a name of 100,000 letters', () => form(title, file('m'.repeat(100_000)))],
    ['a field without a name', () => form(title, file(), part('', 'x'))],
    ['a file without a name', () => form(title, part('filename="a.png"', picture))],
    ['a name of every object', () => form(title, file(), text('__proto__', 'x'))],
    ['no bytes', () => form(title, file('media_0', 'a.png', ''))],
    ['no bytes in the second of two', () => form(title, file(), file('media_1', 'b.png', ''))],
    ['fields alone', () => form(title)],
    ['files alone', () => form(file())],
    ['nothing at all', () => form()],
    [
      'a header without an end',
      () =>
        Buffer.concat([
          title,
          Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="a`),
        ]),
    ],
    ['no end', () => Buffer.concat([title, file()])],
    ['bytes that are no text', () => Buffer.from([0xff, 0xfe, 0x00, 0x0d, 0x0a])],
    [
      'a page in place of a picture',
      () => form(title, file('media_0', 'a.png', '<script>alert(1)</script>')),
    ],
    [
      'a drawing with scripts',
      () =>
        form(
          title,
          file(
            'media_0',
            'a.svg',
            '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
          ),
        ),
    ],
    [
      'a playlist',
      () => form(title, file('media_0', 'a.mp4', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')),
    ],
  ])('%s', async (_, body, type) => {
    const answer = await send(body(), type)
    expect(answer.status, JSON.stringify(answer.body)).toBeGreaterThanOrEqual(400)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
    expect(answer.body.message).toMatch(/\w \w.*\.$/s)
    expect(answer.body.message.length).toBeLessThan(300)
  })

  /** A form under way over a connection of its own. */
  function begin(body: Buffer, length = 10_000_000): Socket {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      [
        'POST /api/posts HTTP/1.1',
        'host: localhost',
        `cookie: ${marit.cookie}`,
        `origin: ${PUBLIC_URL}`,
        `content-type: multipart/form-data; boundary=${BOUNDARY}`,
        `content-length: ${length}`,
        '\r\n',
      ].join('\r\n'),
    )
    socket.write(body)
    return socket
  }

  it.each([
    ['in a field', () => Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="ti`)],
    ['in a file', () => Buffer.concat([title, file().subarray(0, -100)])],
    ['between two', () => Buffer.concat([title, file()])],
  ])('a sender who goes away %s', async (_, body) => {
    const socket = begin(body())
    await new Promise((resolve) => socket.write('', resolve))
    socket.destroy()
  })

  it('a sender who stops sending is cut off', async () => {
    const patience = t.app.server.timeout
    t.app.server.setTimeout(200)
    try {
      const socket = begin(Buffer.concat([title, file().subarray(0, -100)]))
      await expect.poll(() => filesIn('tmp')).toHaveLength(1)
      socket.resume()
      await once(socket, 'close')
    } finally {
      t.app.server.setTimeout(patience)
    }
  })

  it('a sender whose form is refused early receives the reason', async () => {
    const socket = begin(form(text('colour', 'red'), title))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 400 /)
    expect(answer.toString()).toContain('Plinth does not know the field “colour”.')
    socket.destroy()
  })
})

describe('a file name', () => {
  it.each([
    ['../../../etc/passwd.png', 'passwd.png'],
    ['..\\\\..\\\\windows\\\\system.png', 'system.png'],
    ['/etc/cron.d/x', 'x'],
    ['a\\"b\\"; name=\\"isApproved.png', 'a"b"; name="isApproved.png'],
    ['CON', 'CON'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['a\u0000b.png', 'ab.png'],
    ['..', 'picture'],
    ['   ', 'picture'],
    ['<img src=x onerror=alert(1)>.png', '<img src=x onerror=alert(1)>.png'],
    [`${'x'.repeat(3_000)}.png`, `${'x'.repeat(251)}.png`],
    ['%2e%2e%2fa.png', '%2e%2e%2fa.png'],
  ])('%j is words and nothing else', async (sent, expected) => {
    const { status, body } = await send(form(title, file('media_0', sent)))
    expect(status, JSON.stringify(body)).toBe(201)
    const row = await t.deps.db
      .selectFrom('media')
      .select('file_name')
      .where('id', '=', body.media[0].picture.id as string)
      .executeTakeFirstOrThrow()
    expect(row.file_name).toBe(expected)
    const objects = await filesIn('media')
    expect(objects).toContain(`${body.media[0].picture.id}.png`)
    expect(objects.every((name) => /^[\da-f-]{36}\.png$/.test(name))).toBe(true)
  })
})
