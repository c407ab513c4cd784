import { readFile } from 'node:fs/promises'
import { updateRights } from '@plinth/contract/people/rights.ts'
import type { Receipt } from '@plinth/contract/media/media.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { duringTests } from '../../../../test/lifetime.ts'
import { startExifTool, type Told } from '../../../../test/media/exiftool.ts'
import { createMediaClient, type MediaClient } from '../../../../test/media/media-client.ts'
import { drawPicture, makePicture, TURNED_HEIC } from '../../../../test/media/pictures.ts'
import { makeSound } from '../../../../test/media/sounds.ts'
import { makeVideo } from '../../../../test/media/videos.ts'

const NAME = 'Marit Sølheim'
const COPYRIGHT = '© 2026 Marit Sølheim'
const CREDIT = 'Solheim & Co'
const LICENCE = 'https://example.org/licence'
const DEVICE = 'Obscura'

/** As an editor writes them. */
const WRITTEN = [
  '-XMP-dc:Creator=' + NAME,
  '-XMP-dc:Rights=' + COPYRIGHT,
  '-XMP-photoshop:Credit=' + CREDIT,
  '-XMP-xmpRights:WebStatement=' + LICENCE,
  '-XMP-exif:GPSLatitude=47.371953',
  '-XMP-exif:GPSLongitude=8.541127',
  '-XMP-tiff:Make=' + DEVICE,
  '-XMP-xmp:CreatorTool=Darkroom 4',
]
/** As a camera writes them. */
const EXIF = [
  '-IFD0:Artist=' + NAME,
  '-IFD0:Copyright=' + COPYRIGHT,
  '-IFD0:Make=' + DEVICE,
  '-GPS:GPSLatitude=47.371953',
  '-GPS:GPSLatitudeRef=N',
  '-GPS:GPSLongitude=8.541127',
  '-GPS:GPSLongitudeRef=E',
]

const site = testApp()
const tool = duringTests(startExifTool)
let marit: Person
let nobody: Person
let desk: MediaClient
let nameless: MediaClient
beforeAll(async () => {
  marit = await site.person('Marit')
  nobody = await site.person('Nemo')
  await site.call(updateRights, { as: nobody, body: { keepsName: false } })
  desk = createMediaClient(site, marit)
  nameless = createMediaClient(site, nobody)
})

const told = (all: Told, pattern: RegExp): string[] =>
  Object.entries(all).flatMap(([name, value]) => (pattern.test(name) ? [value] : []))

/** Uploads a file, and returns what its original says as it is downloaded. */
async function kept(client: MediaClient, bytes: Buffer): Promise<{ all: Told; receipt: Receipt }> {
  const { id } = await client.upload(bytes)
  await client.until(id, 'ready')
  const receipt = await client.receipt(id)
  const { status, body } = await client.get(receipt.downloadUrl)
  expect(status).toBe(200)
  return { all: await tool.read(body), receipt }
}

/** No place, no device, no program, whatever else is there. */
function expectNothingElse(all: Told): void {
  expect(told(all, /GPS|Location|Make$|Model|Serial|CreatorTool|Software|Encoder/i)).toEqual([])
  expect(JSON.stringify(all)).not.toMatch(/47\.37|8\.54|Obscura|Darkroom/)
}

const pictures: Record<string, () => Promise<Buffer>> = {
  JPEG: () => makePicture('image/jpeg'),
  PNG: () => makePicture('image/png'),
  WebP: () => makePicture('image/webp'),
  TIFF: () => makePicture('image/tiff'),
  'TIFF of 16 bits': () => drawPicture().toColourspace('rgb16').tiff().toBuffer(),
  GIF: () => makePicture('image/gif'),
  AVIF: () => makePicture('image/avif'),
  HEIC: () => readFile(TURNED_HEIC),
}

describe.each(Object.entries(pictures))('%s', (type, make) => {
  const hasExif = type !== 'GIF'
  const written = async () => {
    const plain = await tool.write(await make(), ['-all=', '-tagsFromFile', '@', '-ICC_Profile'])
    return tool.write(plain, [...WRITTEN, ...(hasExif ? EXIF : [])])
  }

  test('its original keeps author, copyright, credit and licence, and nothing else', async () => {
    const { all, receipt } = await kept(desk, await written())
    expect(told(all, /^XMP-dc:Creator$/)).toEqual([NAME])
    expect(told(all, /^XMP-dc:Rights/)).toEqual([COPYRIGHT])
    expect(told(all, /^XMP-photoshop:Credit$/)).toEqual([CREDIT])
    expect(told(all, /^XMP-xmpRights:WebStatement$/)).toEqual([LICENCE])
    if (hasExif) {
      expect(told(all, /^IFD0:Artist$/)).toEqual([NAME])
      expect(told(all, /^IFD0:Copyright$/)).toEqual([COPYRIGHT])
    }
    expectNothingElse(all)
    expect(receipt.stays).toEqual(['creators', 'copyright', 'credit', 'licence'])
    expect(receipt.takenOut).toContain('place')
    expect(receipt.takenOut).not.toContain('person')
  })

  test('it loses the name of somebody who wants that', async () => {
    const { all, receipt } = await kept(nameless, await written())
    expect(JSON.stringify(all)).not.toMatch(/Marit|Solheim|example\.org/)
    expectNothingElse(all)
    expect(receipt.stays).toEqual([])
    expect(receipt.takenOut).toEqual(expect.arrayContaining(['place', 'device', 'person']))
  })
})

const TAGS = {
  artist: NAME,
  copyright: COPYRIGHT,
  comment: '47.371953, 8.541127',
  location: '+47.371953+008.541127/',
  make: DEVICE,
}
const films: Record<string, () => Promise<Buffer>> = {
  MP4: () => makeVideo({ tags: TAGS }),
  MOV: () => makeVideo({ type: 'video/quicktime', tags: TAGS }),
  WebM: () => makeVideo({ type: 'video/webm', picture: 'vp8', sound: 'opus', tags: TAGS }),
  MP3: () => makeSound({ format: 'mp3', codec: 'mp3', tags: TAGS }),
  M4A: () => makeSound({ format: 'ipod', codec: 'aac', tags: TAGS }),
  WAV: () => makeSound({ format: 'wav', codec: 'pcm16', tags: TAGS }),
  FLAC: () => makeSound({ format: 'flac', codec: 'flac', tags: TAGS }),
  Vorbis: () => makeSound({ format: 'ogg', codec: 'vorbis', tags: TAGS }),
  Opus: () => makeSound({ format: 'ogg', codec: 'opus', tags: TAGS }),
  'FLAC in OGG': () => makeSound({ format: 'ogg', codec: 'flac', tags: TAGS }),
}

describe.each(Object.entries(films))('%s', (type, make) => {
  test('its original keeps author and copyright, and nothing else', async () => {
    const { all, receipt } = await kept(desk, await make())
    // ExifTool does not read the tags of FLAC in OGG.
    if (type !== 'FLAC in OGG') {
      expect(told(all, /artist$|author$/i)).toContain(NAME)
      expect(told(all, /copyright/i)).toContain(COPYRIGHT)
    }
    expectNothingElse(all)
    expect(receipt.stays).toEqual(['creators', 'copyright'])
    expect(receipt.takenOut).not.toContain('person')
  })

  test('it loses the name of somebody who wants that', async () => {
    const { all, receipt } = await kept(nameless, await make())
    expect(JSON.stringify(all)).not.toMatch(/Marit|Sølheim/)
    expectNothingElse(all)
    expect(receipt.stays).toEqual([])
    expect(receipt.takenOut).toContain('person')
  })

  test('is the same when its own download is uploaded again', async () => {
    const first = await desk.upload(await make())
    await desk.until(first.id, 'ready')
    const { downloadUrl } = await desk.receipt(first.id)
    const { body } = await desk.get(downloadUrl)
    const { receipt } = await kept(desk, body)
    expect(receipt.takenOut).toEqual([])
    expect(receipt.stays).toEqual(['creators', 'copyright'])
  })
})

test('credit and licence in the XMP of a film stay, too', async () => {
  const film = await tool.write(await makeVideo(), WRITTEN)
  const { all, receipt } = await kept(desk, film)
  expect(told(all, /^XMP-dc:Creator$/)).toEqual([NAME])
  expect(told(all, /^XMP-photoshop:Credit$/)).toEqual([CREDIT])
  expect(told(all, /^XMP-xmpRights:WebStatement$/)).toEqual([LICENCE])
  expectNothingElse(all)
  expect(receipt.stays).toEqual(['creators', 'copyright', 'credit', 'licence'])
})

test('the largest copy of a picture says whose it is', async () => {
  const picture = await drawPicture(1_300, 40).tiff().toBuffer()
  const { id } = await desk.upload(await tool.write(picture, [...WRITTEN, ...EXIF]))
  await desk.untilDone(id)
  for (const name of ['1300.avif', '1300.webp']) {
    const all = await tool.read((await desk.get(`/media/${id}/${name}`)).body)
    expect(told(all, /^XMP-dc:Creator$/)).toEqual([NAME])
    expect(told(all, /^XMP-dc:Rights/)).toEqual([COPYRIGHT])
    expectNothingElse(all)
  }
})
