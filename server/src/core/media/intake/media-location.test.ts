import type { Receipt } from '@plinth/contract/media/media.ts'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { testApp, type Answer } from '../../../../test/app.ts'
import { findCanaries, type LocatedFile } from '../../../../test/corpus/located/canaries.ts'
import { locatedFiles } from '../../../../test/corpus/located/corpus.ts'
import { areQuarters, readQuarters } from '../../../../test/corpus/located/quarters.ts'
import { createMediaClient, type MediaClient } from '../../../../test/media/media-client.ts'
import { CANARY } from '../../../../test/media/pictures.ts'
import { packetOf } from '../../../gateways/image/imaging.ts'
import { NO_RIGHTS } from '../../../gateways/image/metadata/rights.ts'
import { forEachConcurrently } from '../processing/concurrency.ts'

/** Size in bytes of metadata that holds an orientation and nothing else. */
const ORIENTATION_BYTES = 40
/** All that renditions say about a file without an author: that it is kept out of AI training. */
const RESERVED = packetOf(null, true)!
/** The same of the fixture that HEIC files are made of. Its author stays, as all authors do. */
const RESERVED_BY_AUTHOR = packetOf({ ...NO_RIGHTS, creators: [CANARY] }, true)!

const files = await locatedFiles()
const answers = new Map<LocatedFile, Answer>()
const site = testApp()
let desk: MediaClient

beforeAll(async () => {
  desk = createMediaClient(site, await site.person('Alice'))
  await forEachConcurrently(files, 4, async (file) => {
    answers.set(file, await desk.send(file.bytes))
  })
})

test('has more than a hundred files to check', () => {
  expect(files.length).toBeGreaterThan(100)
})

test.each(files)('$name: contains the place, but no served file does', async (file) => {
  expect(findCanaries(file.bytes)).not.toEqual([])
  const answer = answers.get(file)
  expect(answer).toMatchObject({ status: 201 })
  await desk.until(answer?.body.id, 'ready')
  const receipt = await desk.untilDone(answer?.body.id)
  expect(receipt).toMatchObject({ media: { state: 'ready' }, failure: null })
  expect(findCanaries(Buffer.from(JSON.stringify(receipt)))).toEqual([])
  if (file.takenOut !== null) expect(receipt.takenOut).toContain(file.takenOut)
  const served = await fetchAll(receipt)
  expect(served.size).toBeGreaterThan(0)
  for (const [name, bytes] of served) {
    expect([name, findCanaries(bytes)]).toEqual([name, []])
    if (isPicture(name, bytes)) expect([name, await tellingOf(bytes)]).toEqual([name, []])
  }
  if (file.quarters !== null) await checkQuarters(served, file.quarters)
})

/** Every file of an upload by name, including the original as it is downloaded. */
async function fetchAll({ media, downloadUrl }: Receipt): Promise<Map<string, Buffer>> {
  const names = await desk.objects(media.id)
  const urls = [
    ['download', downloadUrl],
    ...names.map((name) => [name, `/media/${media.id}/${name}`] as const),
  ] as const
  const served = new Map<string, Buffer>()
  for (const [name, url] of urls) {
    const { status, body } = await desk.get(url)
    expect([name, status]).toEqual([name, 200])
    served.set(name, body)
  }
  return served
}

/** Whether our decoder opens the file; a HEIC is only searched byte by byte. */
const isPicture = (name: string, bytes: Buffer): boolean =>
  /\.(jpg|png|webp|avif|gif|tiff)$/.test(name) && bytes.length > 0

/** The kinds of metadata in a picture besides a bare orientation and what the picture says about AI training. */
async function tellingOf(bytes: Buffer): Promise<string[]> {
  const { exif, xmp, iptc, tifftagPhotoshop, comments } = await sharp(bytes).metadata()
  const isBare = exif === undefined || exif.length <= ORIENTATION_BYTES
  return [
    ...(isBare ? [] : ['exif']),
    ...(xmp === undefined || xmp.equals(RESERVED) || xmp.equals(RESERVED_BY_AUTHOR) ? [] : ['xmp']),
    ...(iptc === undefined ? [] : ['iptc']),
    ...(tifftagPhotoshop === undefined ? [] : ['photoshop']),
    ...(comments === undefined ? [] : ['comments']),
  ]
}

/** Checks that every file showing the whole picture shows it upright. */
async function checkQuarters(
  served: Map<string, Buffer>,
  wanted: NonNullable<LocatedFile['quarters']>,
): Promise<void> {
  for (const [name, bytes] of served) {
    if (!isPicture(name, bytes) || name.startsWith('tile-')) continue
    const quarters = await readQuarters(bytes)
    expect([name, quarters, areQuarters(quarters, wanted)]).toEqual([name, quarters, true])
  }
}
