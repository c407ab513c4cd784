import { readFile, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { listProjectFiles } from '@plinth/contract/projects/project-calls.ts'
import sharp from 'sharp'
import { beforeEach, expect, it } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { addProject, delivering } from '../../../../test/content/deliveries.ts'
import { makePdf } from '../../../../test/media/documents.ts'
import { makePicture, pngHeader, readPixels, TURNED_HEIC } from '../../../../test/media/pictures.ts'
import { makeVideo } from '../../../../test/media/videos.ts'
import { deliveryPreviewKey } from '../../../core/media/media-rules.ts'
import { withTempFile } from '../../../gateways/files.ts'
import { MAKE_PREVIEW, SWEEP_FILES } from './delivery-rules.ts'

const SOON = { timeout: 100_000 }

const site = testApp()
let creator: Person
let projectId: string
let room: ReturnType<typeof delivering>
beforeEach(async () => {
  creator = await site.person('Mara', { isCreator: true })
  projectId = await addProject(site.deps.db, { client: await site.person('Clara'), creator })
  room = delivering(site, projectId)
})

/** Returns the file once its preview is finished. */
async function settled(id: string): Promise<DeliveryFile> {
  const found: { file?: DeliveryFile | undefined } = {}
  await expect
    .poll(async () => {
      const { body } = await site.call(listProjectFiles, { as: creator, params: { id: projectId } })
      found.file = (body as DeliveryFile[]).find((one) => one.id === id)
      return found.file?.previewState
    }, SOON)
    .not.toBe('waiting')
  if (found.file === undefined) throw new Error('no file')
  return found.file
}
const sent = async (file: Buffer, fileName: string): Promise<DeliveryFile> =>
  settled((await room.send(creator, file, fileName)).id)
/** The copy with a watermark, which only the client is shown. */
const markedCopy = async (id: string): Promise<Buffer> => {
  const object = await site.deps.storage.open(deliveryPreviewKey(id))
  if (object === null) throw new Error('no preview')
  return buffer(object.stream)
}
const bytesOf = async (url: string | null | undefined): Promise<Buffer> =>
  (await site.app.inject({ url: url ?? '' })).rawPayload

/** Ten times as large, so that it is drawn in a worker. */
const enlarged = (picture: Buffer): Promise<Buffer> =>
  sharp(picture).resize({ width: 1_400, kernel: 'linear' }).jpeg().toBuffer()

/** Counts the 8 × 8 fields in which a preview differs from the picture by more than its encoding explains. */
async function markedFields(preview: Buffer, picture: Buffer): Promise<number> {
  const { data, info } = await readPixels(preview)
  const plain = await sharp(picture)
    .autoOrient()
    .resize(info.width, info.height, { fit: 'fill' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
  const marked = new Set<number>()
  for (let at = 0; at < data.length; at += 1) {
    if (Math.abs((data[at] ?? 0) - (plain[at] ?? 0)) < 48) continue
    const pixel = Math.floor(at / 4)
    const [x, y] = [pixel % info.width, Math.floor(pixel / info.width)]
    marked.add(Math.floor((y * 8) / info.height) * 8 + Math.floor((x * 8) / info.width))
  }
  return marked.size
}

it('pictures get a small copy with a watermark all over it, and a clean one for their maker', async () => {
  const [wide, upright] = [
    await enlarged(await makePicture('image/png', 140, 70)),
    await makePicture('image/png', 250, 450),
  ]
  const files = [await sent(wide, 'wide.jpg'), await sent(upright, 'upright.png')]
  expect(files).toMatchObject([
    { kind: 'image', previewState: 'ready', preview: { width: 1_280, height: 640 } },
    { kind: 'image', previewState: 'ready', preview: { width: 250, height: 450 } },
  ])
  for (const [index, picture] of [wide, upright].entries()) {
    const preview = await markedCopy(files[index]?.id ?? '')
    const { format, width, height } = await sharp(preview).metadata()
    expect({ format, width, height }).toEqual({
      format: 'webp',
      width: files[index]?.preview?.width,
      height: files[index]?.preview?.height,
    })
    // Without a watermark there would be none, and with one word in the middle only a few.
    expect(await markedFields(preview, picture)).toBeGreaterThan(48)
    const clean = await bytesOf(files[index]?.preview?.url)
    expect(await markedFields(clean, picture)).toBe(0)
  }
})

it('a guest’s copy has the watermark all over it in turn with their name', async () => {
  const { env, imaging } = site.deps
  const picture = await makePicture('image/png', 640, 480)
  const named = (from: Buffer, name: string, isMarked: boolean) =>
    withTempFile(env.dataDir, async (file) => {
      await writeFile(file, from)
      return withTempFile(env.dataDir, async (namedFile) => {
        await imaging.name(file, { namedFile, name, otherwise: 'Guest 1', isMarked })
        return readFile(namedFile)
      })
    })
  const copies = await Promise.all(['Aino', 'Runa'].map((name) => named(picture, name, false)))
  for (const copy of copies) expect(await markedFields(copy, picture)).toBeGreaterThan(48)
  // Only the names differ, so two versions of a picture are compared as if they had none.
  const [one = picture, other = picture] = copies
  const same = await named(picture, 'Aino', false)
  expect(await markedFields(one, same)).toBe(0)
  const differing = await markedFields(one, other)
  expect(differing).toBeGreaterThan(16)
  // Where the watermark is there already, the name comes between its lines.
  const twice = await named(one, 'Runa', true)
  expect(await markedFields(twice, one)).toBeGreaterThan(16)
})

it('the watermark is readable on white, on black and on transparent areas', async () => {
  const grounds = [
    { r: 255, g: 255, b: 255, alpha: 1 },
    { r: 0, g: 0, b: 0, alpha: 1 },
    { r: 0, g: 0, b: 0, alpha: 0 },
  ]
  for (const background of grounds) {
    const plain = sharp({ create: { width: 600, height: 400, channels: 4, background } })
    const { id } = await sent(await plain.png().toBuffer(), 'plain.png')
    const { channels } = await sharp(await markedCopy(id)).stats()
    const seen = channels.map(({ min, max }) => max - min)
    expect(Math.max(...seen)).toBeGreaterThan(90)
  }
})

it('a HEIC, the first page of a PDF and a video frame get previews too', async () => {
  const files = await Promise.all([
    sent(await readFile(TURNED_HEIC), 'phone.heic'),
    sent(makePdf(), 'poster.pdf'),
    sent(await makeVideo({ width: 320, height: 180 }), 'film.mp4'),
  ])
  expect(files).toMatchObject([
    { kind: 'image', previewState: 'ready', preview: { width: 64, height: 96 } },
    { kind: 'pdf', previewState: 'ready' },
    { kind: 'video', previewState: 'ready', preview: { width: 320, height: 180 } },
  ])
  const page = files[1]?.preview
  expect(Math.max(page?.width ?? 0, page?.height ?? 0)).toBe(1_280)
  const [film] = files.slice(2)
  const { channels } = await sharp(await bytesOf(film?.preview?.url)).stats()
  expect(channels).toHaveLength(3)
})

it('other files get no preview', async () => {
  for (const [file, fileName] of [
    [Buffer.from('PK\u0003\u0004 an archive'), 'fonts.zip'],
    [Buffer.from('hello'), 'read me.txt'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'logo.svg'],
  ] as const) {
    expect(await room.send(creator, file, fileName)).toMatchObject({ previewState: 'none' })
  }
  // More pixels than the limit allows.
  expect(await sent(pngHeader(60_000, 60_000), 'huge.png')).toMatchObject({ previewState: 'none' })
})

it('a malicious file gets no preview and stays unchanged', async () => {
  const [jpeg, film] = [await makePicture('image/jpeg', 800, 600), await makeVideo()]
  const poison: [Buffer, string][] = [
    [jpeg.subarray(0, jpeg.length / 2), 'cut.jpg'],
    [film.subarray(0, 300), 'cut.mp4'],
    [Buffer.from('%PDF-1.7\nnothing'), 'cut.pdf'],
  ]
  for (const [file, fileName] of poison) {
    const { previewState, preview, url } = await sent(file, fileName)
    expect({ fileName, previewState, preview }).toEqual({
      fileName,
      previewState: 'failed',
      preview: null,
    })
    expect((await bytesOf(url)).equals(file)).toBe(true)
  }
})

it('the sweep makes a preview whose job ended with its process', async () => {
  const { db, jobs } = site.deps
  const file = await sent(await makePicture('image/png'), 'a.png')
  await db
    .updateTable('delivery_files')
    .set({ preview_state: 'waiting', preview_width: null, preview_height: null })
    .where('id', '=', file.id)
    .execute()
  await site.runJob(SWEEP_FILES)
  expect(await settled(file.id)).toMatchObject({ previewState: 'ready' })
  // So does one from before there was a clean copy; its preview stays meanwhile.
  await db
    .updateTable('delivery_files')
    .set({ has_picture: null })
    .where('id', '=', file.id)
    .execute()
  expect(await settled(file.id)).toMatchObject({
    preview: { url: expect.stringContaining('/preview.webp?') },
  })
  await site.runJob(SWEEP_FILES)
  await expect
    .poll(async () => (await settled(file.id)).preview?.url, SOON)
    .toContain('/picture.webp?')
  // The job runs again for one that is finished and for one that never existed.
  for (const fileId of [file.id, '01900000-0000-7000-8000-000000000000']) {
    await jobs.send(db, MAKE_PREVIEW, { fileId })
  }
  expect(await settled(file.id)).toEqual(expect.objectContaining({ id: file.id }))
})
