import {
  MARK_FILES,
  marksTableUrl,
  NO_DROP,
  readProofComments,
  versionMarksUrl,
  type ReadComments,
} from '@plinth/contract/proofing/exports.ts'
import type { MarkPlace } from '@plinth/contract/proofing/marks.ts'
import {
  addProofMark,
  addProofReply,
  deleteProofMark,
  listProofMarks,
  setProofMarkState,
  type ProofMarks,
} from '@plinth/contract/proofing/rooms.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../../../test/app.ts'
import {
  addProject,
  deliver,
  delivering,
  setStatus,
} from '../../../../../test/content/deliveries.ts'
import { makePdf } from '../../../../../test/media/documents.ts'
import {
  deliveryPictureKey,
  deliveryPreviewKey,
  deliveryProofKey,
} from '../../../../core/media/media-rules.ts'
import { newId } from '../../../../db/id.ts'
import type { KeptProof } from '../../delivery/delivery-proof-queries.ts'
import { WHOLE } from './marked.example.ts'

const site = testApp({ JOBS: 'off' })
let client: Person
let creator: Person
let stranger: Person
let admin: Person
let id: string
const files = { film: '', uneven: '', picture: '', book: '', other: '' }

const FRAMES = { unit: [1, 30_000], start: 0, steps: [[1_001, 1_999]] } as const
const UNEVEN = {
  unit: [1, 1_000],
  start: 0,
  steps: [
    [33, 5],
    [500, 1],
  ],
} as const

/** What the jobs would have made of a file. */
async function become(fileId: string, kind: string, proof: object | null): Promise<void> {
  await sql`
    update delivery_files set kind = ${kind}, proof = ${proof === null ? null : JSON.stringify(proof)}::jsonb,
      proof_state = ${proof === null ? 'none' : 'ready'}, preview_state = 'ready', has_picture = true,
      preview_width = 60, preview_height = 40
    where id = ${fileId}::uuid`.execute(site.deps.db)
}

const colour = (background: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .webp({ lossless: true })
    .toBuffer()

beforeAll(async () => {
  client = await site.person('Leila', { lastName: 'Farahani' })
  creator = await site.person('Theo', { lastName: 'Lindqvist', isCreator: true })
  stranger = await site.person('Sten')
  admin = await site.person('Ada', { isAdmin: true })
  id = await addProject(site.deps.db, { client, creator })
  const room = delivering(site, id)
  const names = ['film.mov', 'phone.mp4', 'label.png', 'book.pdf', 'notes.txt']
  const sent: string[] = []
  for (const name of names)
    sent.push((await room.send(creator, Buffer.from(`${name} ${newId()}`), name)).id)
  await deliver(site.deps.db, { projectId: id, ownerId: creator.id, fileIds: sent })
  await setStatus(site.deps.db, id, 'delivered')
  ;[files.film = '', files.uneven = '', files.picture = '', files.book = '', files.other = ''] =
    sent
  const film = (frames: object): Partial<KeptProof> => ({
    film: {
      width: 1_280,
      height: 720,
      durationMs: 66_733,
      hasSound: false,
      isPlayable: true,
      frames: frames as never,
    },
    objects: [],
  })
  await become(files.film, 'video', film(FRAMES))
  await become(files.uneven, 'video', film(UNEVEN))
  await become(files.picture, 'image', null)
  const sizes = [1, 2, 3].map(() => ({ width: 400, height: 800 }))
  await become(files.book, 'pdf', { pages: { sizes, all: 3 }, objects: [] })
  const { storage } = site.deps
  await storage.put(deliveryPreviewKey(files.picture), await colour('#ff0000'))
  await storage.put(deliveryPictureKey(files.picture), await colour('#0000ff'))
  await storage.put(deliveryProofKey(files.book, 'page.webp', 2), await colour('#ff0000'))
  await storage.put(deliveryProofKey(files.book, 'page-plain.webp', 2), await colour('#0000ff'))
})

async function mark(as: Person, versionId: string, text: string, place: Partial<MarkPlace> = {}) {
  const markId = newId()
  const body = { versionId, place: { ...WHOLE, ...place }, text }
  expect((await site.call(addProofMark, { as, params: { id, markId }, body })).status).toBe(200)
  return markId
}

const file = async (as: Person | undefined, url: string) => {
  const answer = await site.app.inject({
    url,
    headers: as === undefined ? {} : { cookie: as.cookie },
  })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.payload,
    bytes: answer.rawPayload,
  }
}

describe('files of a room', () => {
  it('hold every comment, as a table', async () => {
    const first = await mark(client, files.film, 'Too slow to start.', {
      from: 1_001 * 1_798,
      to: 1_001 * 1_800,
    })
    await mark(creator, files.picture, '=SUM(A1)', { shape: 'point', points: [0.25, 0.5] })
    const gone = await mark(client, files.picture, 'Taken back.')
    await site.call(deleteProofMark, { as: client, params: { id, markId: gone } })
    await site.call(addProofReply, {
      as: creator,
      params: { id, markId: first, replyId: newId() },
      body: { text: 'Half a second?' },
    })
    const { headers, text } = await file(client, marksTableUrl(id))
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining('filename="Three posters, comments.csv"'),
      'cache-control': 'private, no-store',
    })
    const rows = text
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
    expect(rows).toHaveLength(3)
    expect(rows[1]).toContain(
      '1,film.mov,1,,00:00:59:28,00:01:00:00,1799,1801,,Open,Leila Farahani,Too slow to start.,Theo Lindqvist: Half a second?',
    )
    expect(rows[2]).toContain(`1,label.png,1,,,,,,Point,Open,Theo Lindqvist,'=SUM(A1),`)
  })

  it('hold the comments of a film for editing programs', async () => {
    await mark(client, files.film, 'The last frame.', { from: 1_001 * 1_999 })
    const edl = await file(creator, versionMarksUrl(id, files.film, 'edl'))
    expect(edl.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': expect.stringContaining('filename="film.mov, comments.edl"'),
    })
    // 29.97: numbers 0 and 1 of the second minute are left out.
    expect(edl.text).toContain('FCM: DROP FRAME')
    expect(edl.text).toContain(
      '* LOC: 01:00:59;28 RED     Leila Farahani: Too slow to start. / Theo Lindqvist: Half',
    )
    expect(edl.text).toContain(
      '002  AX       V     C        01:01:06;21 01:01:06;22 01:01:06;21 01:01:06;22',
    )
    expect(edl.text).toContain('|M:Leila Farahani: The last frame. |D:1')
    const plain = await file(creator, `${versionMarksUrl(id, files.film, 'edl')}?${NO_DROP}`)
    expect(plain.text).toContain('FCM: NON-DROP FRAME')
    expect(plain.text).toContain('* LOC: 01:01:06:19 RED')
    const xml = await file(client, versionMarksUrl(id, files.film, 'fcpxml'))
    expect(xml.headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(xml.text).toContain('<marker start="2000999/30000s" duration="1001/30000s"')
  })

  it('are not there for what editing programs could not show', async () => {
    await mark(client, files.uneven, 'Here.', { from: 33 })
    for (const format of ['edl', 'fcpxml'] as const) {
      expect(await file(client, versionMarksUrl(id, files.uneven, format))).toMatchObject({
        status: 409,
        text: expect.stringContaining('no steady frame rate'),
      })
      for (const other of [files.picture, files.book])
        expect((await file(client, versionMarksUrl(id, other, format))).status).toBe(404)
    }
    await sql`update delivery_files set proof = null, proof_state = 'waiting' where id = ${files.uneven}::uuid`.execute(
      site.deps.db,
    )
    expect(await file(client, versionMarksUrl(id, files.uneven, 'edl'))).toMatchObject({
      status: 409,
      text: expect.stringContaining('still making the preview'),
    })
  })

  it('are for the two of a project, for staff after a dispute, and for nobody else', async () => {
    const urls = [
      marksTableUrl(id),
      ...MARK_FILES.map((one) => versionMarksUrl(id, files.film, one)),
    ]
    for (const url of urls) {
      expect((await file(undefined, url)).status).toBe(401)
      for (const other of [stranger, admin]) expect((await file(other, url)).status).toBe(404)
      for (const own of [client, creator]) expect((await file(own, url)).status).toBe(200)
    }
    for (const url of [
      marksTableUrl('x'),
      marksTableUrl(newId()),
      versionMarksUrl(id, 'x', 'edl'),
      versionMarksUrl(id, newId(), 'pdf'),
      versionMarksUrl('x', files.film, 'fcpxml'),
    ])
      expect((await file(client, url)).status).toBe(404)
    const disputed = await addProject(site.deps.db, { client, creator, status: 'disputed' })
    expect((await file(admin, marksTableUrl(disputed))).status).toBe(404)
    await sql`
      insert into project_disputes (project_id, opened_by, from_status, opened_at)
      values (${disputed}, 'client', 'delivered', now())`.execute(site.deps.db)
    expect((await file(admin, marksTableUrl(disputed))).status).toBe(200)
    expect((await file(stranger, marksTableUrl(disputed))).status).toBe(404)
  })
})

interface Paper {
  texts: string[]
  notes: { subtype: string; text: string; author: string; rect: number[] }[]
  /** The colour in the middle of each picture. */
  pictures: string[]
}

async function readPaper(bytes: Buffer): Promise<Paper> {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false })
  const pdf = await task.promise
  const paper: Paper = { texts: [], notes: [], pictures: [] }
  for (let at = 1; at <= pdf.numPages; at += 1) {
    const page = await pdf.getPage(at)
    const { items } = await page.getTextContent()
    paper.texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
    for (const { subtype, contentsObj, titleObj, rect } of (await page.getAnnotations()) as {
      subtype: string
      contentsObj: { str: string }
      titleObj: { str: string }
      rect: number[]
    }[])
      paper.notes.push({ subtype, text: contentsObj.str, author: titleObj.str, rect })
  }
  await task.destroy()
  for (let at = bytes.indexOf(JPEG); at >= 0; at = bytes.indexOf(JPEG, at + 1)) {
    const { data } = await sharp(bytes.subarray(at))
      .resize(1, 1)
      .raw()
      .toBuffer({ resolveWithObject: true })
    paper.pictures.push((data[0] ?? 0) > (data[2] ?? 0) ? 'red' : 'blue')
  }
  return paper
}
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

describe('a report to print', () => {
  const paperOf = async (as: Person, versionId: string) => {
    const { status, headers, bytes } = await file(as, versionMarksUrl(id, versionId, 'pdf'))
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    return readPaper(bytes)
  }

  it('has the picture as its reader may see it, with marks that are annotations too', async () => {
    const box = await mark(client, files.picture, 'Łódź, darker.', {
      shape: 'box',
      points: [0.5, 0.5, 0.25, 0.25],
    })
    await mark(client, files.picture, 'Along here.', {
      shape: 'line',
      points: [0, 0, 0.5, 0.5, 1, 0],
    })
    await mark(client, files.picture, 'To there.', { shape: 'arrow', points: [0, 0, 1, 1] })
    await site.call(setProofMarkState, {
      as: creator,
      params: { id, markId: box },
      body: { state: 'done' },
    })
    const [forClient, forCreator] = [
      await paperOf(client, files.picture),
      await paperOf(creator, files.picture),
    ]
    expect([forClient.pictures, forCreator.pictures]).toEqual([['red'], ['blue']])
    expect(forClient.texts[0]).toContain('Three posters')
    expect(forClient.texts[0]).toContain('label.png, version 1')
    expect(forClient.texts[0]).toContain('4 comments, 3 open')
    expect(forClient.texts[0]).toContain('Łódź, darker.')
    expect(forClient.texts[0]).not.toContain('Taken back')
    expect(forClient.notes.map(({ subtype, text, author }) => [subtype, text, author])).toEqual([
      ['Circle', '=SUM(A1)', 'Theo Lindqvist'],
      ['Square', 'Łódź, darker.', 'Leila Farahani'],
      ['Ink', 'Along here.', 'Leila Farahani'],
      ['Ink', 'To there.', 'Leila Farahani'],
    ])
    // A picture of 3 by 2 is 499 points wide, and its middle is where the box begins.
    const [left = 0, bottom = 0, right = 0, top = 0] = forClient.notes[1]?.rect ?? []
    expect(right - left).toBeCloseTo(499 / 4, 0)
    expect(top - bottom).toBeCloseTo(499 / 6, 0)
    expect(left).toBeCloseTo(595 / 2, 0)
  })

  it('has the pages of a document that are written about, and goes on over pages', async () => {
    await mark(client, files.book, 'About all of it.')
    await mark(client, files.book, 'x'.repeat(2_000), {
      page: 2,
      shape: 'point',
      points: [0.5, 0.5],
    })
    for (let at = 0; at < 30; at += 1) await mark(creator, files.book, `Remark ${at}`, { page: 2 })
    const { texts, pictures } = await paperOf(client, files.book)
    expect(texts[0]).toMatch(/The whole document.*About all of it\..*Page 2/)
    expect(pictures).toEqual(['red'])
    expect(texts.length).toBeGreaterThan(2)
    expect(texts.at(-1)).toContain('Remark 29')
    expect(texts.join(' ').match(/x/g)?.length).toBeGreaterThanOrEqual(2_000)
  })

  it('has time codes of films and no marks on their first picture', async () => {
    await mark(client, files.film, 'Here.', { from: 0, shape: 'point', points: [0.5, 0.5] })
    const { texts, notes } = await paperOf(client, files.film)
    expect(texts[0]).toContain('00:00:59:28 to 00:01:00:00, frame 1799 to 1801')
    expect(texts[0]).toContain('Half a second?')
    expect(notes).toEqual([])
  })
})

describe('comments of a PDF', () => {
  const pdfWith = (remarks: string[], pages = 1) =>
    makePdf({
      box: [400, 800],
      pages,
      objects: remarks.map((entries) => `<</Type/Annot${entries}>>`),
      page: `/Annots[${remarks.map((_, at) => `${10 + at} 0 R`).join(' ')}]`,
    })
  const square = (text: string, author = 'Anna') =>
    `/Subtype/Square/Rect[100 600 200 700]/Contents(${text})/T(${author})`
  const read = (as: Person | undefined, payload: Buffer, versionId = files.book, roomId = id) =>
    site.request({
      method: 'POST',
      url: endpointUrl(readProofComments, { params: { id: roomId, versionId } }),
      payload,
      headers: { 'content-type': 'application/pdf' },
      ...(as === undefined ? {} : { as }),
    })
  const marksOf = async (as: Person) => {
    const { body } = await site.call(listProofMarks, { as, params: { id }, query: {} })
    return (body as ProofMarks).marks.filter(({ versionId }) => versionId === files.book)
  }

  it('become marks of whoever reads them in, once', async () => {
    const before = (await marksOf(client)).length
    const pdf = pdfWith([square('One step darker.'), square('Mine.', 'Leila Farahani')])
    expect(await read(client, pdf)).toMatchObject({
      status: 200,
      body: { added: 2, known: 0, left: 0 },
    })
    const made = (await marksOf(client)).slice(before)
    expect(made).toMatchObject([
      {
        number: before + 1,
        text: 'Anna: One step darker.',
        by: { isViewer: true },
        state: 'open',
        place: { shape: 'box', points: [0.25, 0.125, 0.25, 0.125], page: 1, from: null, to: null },
      },
      { number: before + 2, text: 'Mine.' },
    ])
    expect((await read(client, pdf)).body).toEqual({ added: 0, known: 2, left: 0 })
    const longer = pdfWith([square('One step darker.'), square('New.'), square('New.')])
    expect((await read(client, longer)).body).toEqual({ added: 2, known: 1, left: 0 })
    // Taken back, it does not return; for somebody else it is a comment of their own.
    await site.call(deleteProofMark, { as: client, params: { id, markId: made[0]?.id ?? '' } })
    expect((await read(client, pdf)).body).toEqual({ added: 0, known: 2, left: 0 })
    expect((await read(creator, pdf)).body).toEqual({ added: 2, known: 0, left: 0 })
  })

  it('are told to the other side, if there are new ones', async () => {
    const other = await addProject(site.deps.db, { client, creator })
    const sent = await delivering(site, other).send(creator, makePdf(), 'other.pdf')
    await deliver(site.deps.db, { projectId: other, ownerId: creator.id, fileIds: [sent.id] })
    const told = async () => {
      const { rows } = await sql`
        select from project_events e join notices n on n.project_event_id = e.id
        where e.project_id = ${other}::uuid and e.kind = 'remarked'
          and e.actor_id = ${client.id}::uuid`.execute(site.deps.db)
      return rows.length
    }
    expect((await read(client, makePdf(), sent.id, other)).body).toMatchObject({ added: 0 })
    expect(await told()).toBe(0)
    const pdf = pdfWith([square('Told of.')])
    expect((await read(client, pdf, sent.id, other)).body).toMatchObject({ added: 1 })
    expect(await told()).toBe(1)
  })

  it('make no doubles when they are read twice at once', async () => {
    const pdf = pdfWith(Array.from({ length: 40 }, (_, at) => square(`At once ${at}`)))
    const before = (await marksOf(client)).length
    const answers = await Promise.all([read(client, pdf), read(client, pdf), read(client, pdf)])
    const counts = answers.map(({ body }) => (body as ReadComments).added)
    expect(counts.toSorted()).toEqual([0, 0, 40])
    const marks = await marksOf(client)
    expect(marks).toHaveLength(before + 40)
    expect(new Set(marks.map(({ number }) => number)).size).toBe(marks.length)
  })

  it('are left out on pages that the version does not have, and cut where they are too long', async () => {
    const { body } = await read(client, pdfWith([square('On every page')], 5))
    expect(body).toEqual({ added: 3, known: 0, left: 2 })
    await read(client, pdfWith([square('y'.repeat(3_000))]))
    const last = (await marksOf(client)).at(-1)
    expect(last?.text).toHaveLength(2_000)
    expect(last?.text.endsWith('y […]')).toBe(true)
  })

  it('are refused from others, for other files, and of anything but a PDF', async () => {
    const pdf = pdfWith([square('No.')])
    expect((await read(undefined, pdf)).status).toBe(401)
    for (const other of [stranger, admin]) expect((await read(other, pdf)).status).toBe(404)
    expect((await read(client, pdf, newId())).status).toBe(404)
    expect((await read(client, pdf, 'x')).status).toBe(400)
    expect((await read(client, pdf, files.book, newId())).status).toBe(404)
    for (const other of [files.film, files.picture, files.other])
      expect((await read(client, pdf, other)).body).toMatchObject({ code: 'conflict' })
    expect((await read(client, Buffer.from('no PDF'))).body).toMatchObject({
      code: 'media.unsupported',
    })
    expect((await read(client, pdf.subarray(0, 200))).body).toMatchObject({
      code: 'media.unreadable',
    })
    expect((await read(client, makePdf())).body).toEqual({ added: 0, known: 0, left: 0 })
  })

  it('keep to what a room holds, and to rooms that are not closed', async () => {
    await sql`
      insert into proof_marks (id, room_id, version_id, number, author_id, shape, points, text, change)
      select gen_random_uuid(), ${id}, ${files.picture}, 1000 + n, ${client.id}, 'whole', '{}', 'x', 1
      from generate_series(1, 5000 - (select count(*)::int from proof_marks where room_id = ${id}) - 1) n`.execute(
      site.deps.db,
    )
    expect((await read(client, pdfWith([square('One'), square('too many')]))).body).toMatchObject({
      code: 'conflict',
    })
    expect((await read(client, pdfWith([square('The last one')]))).body).toMatchObject({ added: 1 })
    await setStatus(site.deps.db, id, 'completed')
    expect((await read(client, pdfWith([square('Too late')]))).status).toBe(403)
    await setStatus(site.deps.db, id, 'delivered')
  })
})
