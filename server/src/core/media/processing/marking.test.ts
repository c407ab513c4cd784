import { updateRights } from '@plinth/contract/people/rights.ts'
import {
  createPortfolio,
  getPortfolio,
  updatePortfolio,
} from '@plinth/contract/portfolios/portfolios.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { createMediaClient, type MediaClient } from '../../../../test/media/media-client.ts'
import { drawPicture } from '../../../../test/media/pictures.ts'
import { makePdf } from '../../../../test/media/documents.ts'
import { MARK, renditionKey } from '../media-rules.ts'

const RESERVED = 'http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED-AIMLTRAINING'
const site = testApp()
let marit: Person
let desk: MediaClient
beforeAll(async () => {
  marit = await site.person('Marit', { isCreator: true })
  desk = createMediaClient(site, marit)
})

const signed = () =>
  drawPicture(700, 400)
    .withExif({ IFD0: { Artist: 'Marit Solheim', Make: 'Canon' } })
    .jpeg()
    .toBuffer()
/** What each file of this media but the original says. */
async function xmpOf(id: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const name of await desk.objects(id)) {
    if (!/\.(avif|webp|jpg)$/.test(name) || name.startsWith('original')) continue
    const { body } = await desk.get(`/media/${id}/${name}`)
    found.set(name, (await sharp(body).metadata()).xmp?.toString() ?? '')
  }
  return found
}
async function ready(file: Buffer, name: string): Promise<string> {
  const { id } = await desk.upload(file, name)
  await desk.untilDone(id)
  return id
}
const publish = async (id: string, more: object = {}): Promise<string> => {
  const { url } = await desk.read(id)
  const body = { category: 'crafting', fileName: 'jar.jpg', fileUrl: url, ...more }
  return (await site.call(createPortfolio, { as: marit, body })).body.id
}
const expectAll = async (id: string, isReserved: boolean) => {
  const all = await xmpOf(id)
  expect(all.size).toBeGreaterThan(0)
  for (const [name, xmp] of all) expect([name, xmp.includes(RESERVED)]).toEqual([name, isReserved])
}
const isSaidInFiles = async (workId: string) =>
  (await site.call(getPortfolio, { params: { id: workId } })).body.isReservedInFiles

test('renditions say whose they are and that they are reserved, the original only whose it is', async () => {
  const id = await ready(await signed(), 'jar.jpg')
  const all = await xmpOf(id)
  expect([...all.keys()].toSorted()).toEqual(['320.avif', '320.webp', '640.avif', '640.webp'])
  for (const xmp of all.values()) {
    expect(xmp).toContain(RESERVED)
    expect(xmp).toContain('<rdf:li>Marit Solheim</rdf:li>')
  }
  const original = await desk.get(`/media/${id}/original.jpg`)
  const { exif, xmp } = await sharp(original.body).metadata()
  expect(exif?.includes('Marit Solheim')).toBe(true)
  expect(exif?.includes('Canon')).toBe(false)
  expect(xmp).toBeUndefined()
  expect(await desk.receipt(id)).toMatchObject({ takenOut: ['device'], stays: ['creators'] })
  const workId = await publish(id)
  expect(await isSaidInFiles(workId)).toBe(true)
})

test('tiles and posters say it, too', async () => {
  const tiff = await ready(await drawPicture(700, 400).tiff().toBuffer(), 'carp.tif')
  expect([...(await xmpOf(tiff)).keys()].some((name) => name.startsWith('tile-'))).toBe(true)
  await expectAll(tiff, true)
  const pdf = await ready(makePdf(), 'book.pdf')
  expect([...(await xmpOf(pdf)).keys()]).toContain('poster.jpg')
  await expectAll(pdf, true)
})

test('follow the switch of a work, there and back, with the same pixels and sizes', async () => {
  const id = await ready(await signed(), 'jar.jpg')
  const workId = await publish(id)
  const before = await desk.get(`/media/${id}/640.avif`)
  const set = (isReserved: boolean) =>
    site.call(updatePortfolio, { as: marit, params: { id: workId }, body: { isReserved } })
  await set(false)
  await site.runJob(MARK)
  await expectAll(id, false)
  const after = await desk.get(`/media/${id}/640.avif`)
  expect(after.body.length).toBe(before.body.length)
  expect(after.headers.etag).not.toBe(before.headers.etag)
  const pixels = (file: Buffer) => sharp(file).raw().toBuffer()
  expect((await pixels(after.body)).equals(await pixels(before.body))).toBe(true)
  expect(await isSaidInFiles(workId)).toBe(false)
  await set(true)
  await site.runJob(MARK)
  await expectAll(id, true)
  expect((await desk.get(`/media/${id}/640.avif`)).body.equals(before.body)).toBe(true)
  expect(await isSaidInFiles(workId)).toBe(true)
})

test('follow the account where they are in no work', async () => {
  const person = await site.person('Ada', { isCreator: true })
  const own = createMediaClient(site, person)
  const { id } = await own.upload(await signed(), 'jar.jpg')
  await own.untilDone(id)
  await site.call(updateRights, { as: person, body: { reservesTraining: false } })
  await site.runJob(MARK)
  await expectAll(id, false)
  const later = await own.upload(await signed(), 'later.jpg')
  await own.untilDone(later.id)
  await expectAll(later.id, false)
  const reserved = {
    category: 'crafting',
    fileName: 'jar.jpg',
    fileUrl: later.url,
    isReserved: true,
  }
  await site.call(createPortfolio, { as: person, body: reserved })
  await site.runJob(MARK)
  await expectAll(later.id, true)
})

test('old files are brought up to date, and one that cannot be is left after three tries', async () => {
  const [old, broken] = [await ready(await signed(), 'a.jpg'), await ready(await signed(), 'b.jpg')]
  const { db, storage } = site.deps
  for (const name of ['320.avif', '320.webp', '640.avif', '640.webp']) {
    const format = name.endsWith('avif') ? 'avif' : 'webp'
    const file = await drawPicture(320, 180).toFormat(format, { effort: 0 }).toBuffer()
    await storage.put(renditionKey(old, name), file)
  }
  await storage.put(renditionKey(broken, '320.avif'), Buffer.from('this is no picture'))
  await sql`update media set carries_reservation = null, rights = null
    where id = any (${[old, broken]}::uuid[])`.execute(db)
  for (let count = 0; count < 2; count += 1) await site.runJob(MARK)
  await expectAll(old, true)
  const { rows } = await sql<{ id: string; carries: boolean | null; failures: number }>`
    select id, carries_reservation as carries, marking_failures as failures from media
    where id = any (${[old, broken]}::uuid[])`.execute(db)
  expect(rows.find(({ id }) => id === old)).toMatchObject({ carries: true, failures: 0 })
  expect(rows.find(({ id }) => id === broken)).toMatchObject({ carries: null, failures: 3 })
  const sizes = await sql<{ name: string; bytes: string }>`
    select name, bytes::text from media_renditions where media_id = ${old}`.execute(db)
  for (const { name, bytes } of sizes.rows)
    expect([name, await storage.size(renditionKey(old, name))]).toEqual([name, Number(bytes)])
})

test('no name stays in the files of somebody who wants none', async () => {
  const person = await site.person('Bea', { isCreator: true })
  const own = createMediaClient(site, person)
  await site.call(updateRights, { as: person, body: { keepsName: false } })
  const { id } = await own.upload(await signed(), 'jar.jpg')
  await own.untilDone(id)
  const original = await own.get(`/media/${id}/original.jpg`)
  expect(original.body.includes('Solheim')).toBe(false)
  for (const xmp of (await xmpOf(id)).values()) expect(xmp).not.toContain('Solheim')
  expect((await own.receipt(id)).takenOut).toEqual(['device', 'person'])
})
