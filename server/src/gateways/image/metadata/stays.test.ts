import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { credentials, withCredentials } from '../../../../test/media/credentials.ts'
import {
  drawPicture,
  makePicture,
  readPixels,
  TURNED_HEIC,
} from '../../../../test/media/pictures.ts'
import { stripMetadata } from './strip.ts'

const PLACE = 'Hardangerveien 7'
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
  xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"
  photoshop:City="${PLACE}" photoshop:Credit="Solheim &amp; Co" xmpRights:WebStatement='https://example.org/l'>
  <dc:creator><rdf:Seq><rdf:li>Marit Sølheim</rdf:li><rdf:li>Ben Ode</rdf:li></rdf:Seq></dc:creator>
  <dc:rights><rdf:Alt><rdf:li xml:lang="x-default">© 2026 &lt;Marit&gt;</rdf:li></rdf:Alt></dc:rights>
  <photoshop:AuthorsPosition>Ceramist, ${PLACE}</photoshop:AuthorsPosition>
  </rdf:Description></rdf:RDF></x:xmpmeta>`
const RIGHTS = {
  creators: ['Marit Sølheim', 'Ben Ode'],
  copyright: '© 2026 <Marit>',
  credit: 'Solheim & Co',
  terms: null,
  statement: 'https://example.org/l',
}

const types = ['image/jpeg', 'image/png', 'image/webp'] as const
const draw = (type: (typeof types)[number]) =>
  drawPicture()
    .withExif({
      IFD0: { Artist: 'Marit Solheim; Ben Ode', Copyright: 'Marit, 2026', Make: 'Canon' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 2/1' },
    })
    .withXmp(XMP)
    .withMetadata({ orientation: 6 })
    .toFormat(type === 'image/jpeg' ? 'jpeg' : type === 'image/png' ? 'png' : 'webp')
    .toBuffer()

describe.each(types)('%s', (type) => {
  test('keeps author, copyright, credit and licence, and nothing else', async () => {
    const file = await draw(type)
    const {
      file: clean,
      takenOut,
      rights,
    } = stripMetadata(Buffer.from(file), type, { keepsName: true })
    expect(rights).toEqual(RIGHTS)
    expect(takenOut).toEqual(['place', 'device', 'person'])
    expect(clean.includes(PLACE)).toBe(false)
    expect(clean.includes('Canon')).toBe(false)
    const { exif, xmp, orientation } = await sharp(clean).metadata()
    expect(orientation).toBe(6)
    expect(exif?.includes('Marit Solheim; Ben Ode')).toBe(true)
    expect(exif?.includes('Marit, 2026')).toBe(true)
    for (const part of ['Marit Sølheim', 'Ben Ode', '© 2026 &lt;Marit&gt;', 'Solheim &amp; Co'])
      expect(xmp?.toString()).toContain(part)
    const [before, after] = [await readPixels(file), await readPixels(clean)]
    expect(after.data.equals(before.data)).toBe(true)
  })

  test('leaves a file as it is that has been cleaned already', async () => {
    const once = stripMetadata(await draw(type), type, { keepsName: true }).file
    const again = stripMetadata(Buffer.from(once), type, { keepsName: true })
    expect(again.file.equals(once)).toBe(true)
    expect(again).toMatchObject({ takenOut: [], rights: RIGHTS })
  })

  test('keeps no name when that is not wanted', async () => {
    const { file, takenOut, rights } = stripMetadata(await draw(type), type)
    expect(file.toString('latin1')).not.toMatch(/Marit|Solheim|Ben Ode/)
    expect(takenOut).toEqual(['place', 'device', 'person'])
    expect(rights).toBeNull()
  })
})

test('reads IPTC where XMP is silent, and a PNG’s own text', async () => {
  const set = (id: number, text: string) =>
    Buffer.concat([Buffer.from([0x1c, 2, id, 0, text.length]), Buffer.from(text)])
  const iptc = Buffer.concat([set(80, 'Ada'), set(80, 'Bo'), set(110, 'Agency'), set(90, 'Bergen')])
  const resource = Buffer.alloc(12)
  resource.write('8BIM', 'latin1')
  resource.writeUInt16BE(0x0404, 4)
  resource.writeUInt32BE(iptc.length, 8)
  const data = Buffer.concat([
    Buffer.from('Photoshop 3.0\0'),
    resource,
    iptc,
    Buffer.alloc(iptc.length % 2),
  ])
  const head = Buffer.from([0xff, 0xed, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  const jpeg = await drawPicture().jpeg().toBuffer()
  const file = Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)])
  const { file: clean, takenOut, rights } = stripMetadata(file, 'image/jpeg', { keepsName: true })
  expect(rights).toMatchObject({ creators: ['Ada', 'Bo'], credit: 'Agency', copyright: null })
  expect(takenOut).toEqual(['place'])
  expect((await sharp(clean).metadata()).xmp?.toString()).toContain('<rdf:li>Bo</rdf:li>')
})

/** GIF has XMP without blocks. The bytes behind it lead readers of blocks to its end. */
async function gifWithXmp(): Promise<Buffer> {
  const gif = await makePicture('image/gif')
  const trailer = [1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0]
  const head = Buffer.from('!\xff\x0bXMP DataXMP', 'latin1')
  return Buffer.concat([
    gif.subarray(0, -1),
    head,
    Buffer.from(XMP),
    Buffer.from([...trailer, 0x3b]),
  ])
}

describe.each(['image/tiff', 'image/gif', 'image/avif', 'image/heic'] as const)('%s', (type) => {
  const drawNamed = async () => {
    if (type === 'image/heic') return readFile(TURNED_HEIC)
    if (type === 'image/gif') return gifWithXmp()
    return drawPicture()
      .withExif({ IFD0: { Artist: 'Marit Solheim; Ben Ode', Make: 'Canon' } })
      .withXmp(XMP)
      .toFormat(type === 'image/avif' ? 'avif' : 'tiff')
      .toBuffer()
  }

  test('stays as it is when it has been cleaned already', async () => {
    const options = { keepsName: true }
    const once = stripMetadata(Buffer.from(await drawNamed()), type, options)
    const again = stripMetadata(Buffer.from(once.file), type, options)
    expect(again.file.equals(once.file)).toBe(true)
    expect(again).toMatchObject({ takenOut: [], rights: once.rights, stays: once.stays })
    expect(again.stays).toContain('creators')
  })
})

test('a packet that no longer fits into an AVIF goes to its end', async () => {
  const short = '<x xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="Ada" exif:GPS="1"/>'
  const file = await drawPicture().withXmp(short).avif({ effort: 0 }).toBuffer()
  const { file: clean, stays } = stripMetadata(Buffer.from(file), 'image/avif', { keepsName: true })
  expect(stays).toEqual(['creators'])
  expect((await sharp(clean).metadata()).xmp?.toString()).toContain('<rdf:li>Ada</rdf:li>')
  expect(clean.includes('GPS')).toBe(false)
  const [before, after] = [await readPixels(file), await readPixels(clean)]
  expect(after.data.equals(before.data)).toBe(true)
})

describe.each(['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const)(
  'Content Credentials in %s',
  (type) => {
    const signed = async (boxes: Buffer): Promise<Buffer> =>
      withCredentials[type]?.(await makePicture(type), boxes) ?? Buffer.alloc(0)
    const strip = (file: Buffer, keepsName = true) =>
      stripMetadata(Buffer.from(file), type, { keepsName })

    test('stay in a file of which nothing else has to change', async () => {
      const file = await signed(credentials())
      const { file: clean, takenOut, stays } = strip(file)
      expect(clean.equals(file)).toBe(true)
      expect([takenOut, stays]).toEqual([[], ['credentials']])
    })

    test('go from a file that tells more', async () => {
      const tail = type === 'image/avif' ? '\0\0\0\x0cuuidmore' : 'more'
      const file = Buffer.concat([await signed(credentials()), Buffer.from(tail)])
      const { file: clean, takenOut, stays } = strip(file)
      expect(clean.includes('c2pa')).toBe(false)
      expect([takenOut, stays]).toEqual([['history', 'rest'], []])
    })

    test('go if they say where or with what it was made', async () => {
      const { file, takenOut, stays } = strip(await signed(credentials('stds.exif', 'GPS 47.37')))
      expect(file.includes('47.37')).toBe(false)
      expect([takenOut, stays]).toEqual([['history'], []])
    })

    test('go if they are not well-formed', async () => {
      const { file } = strip(await signed(Buffer.from('c2pa Quellenhaldenau, 47.371953')))
      expect(file.includes('Quellenhaldenau')).toBe(false)
    })

    test('go with the name of somebody who wants that', async () => {
      const { file, takenOut } = strip(await signed(credentials()), false)
      expect(file.includes('c2pa')).toBe(false)
      expect(takenOut).toEqual(['history'])
    })
  },
)
