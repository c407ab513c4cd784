import { deflateSync } from 'node:zlib'
import type { TakenOut } from '@plinth/contract/media/media.ts'
import type { Exif } from 'sharp'
import { expect, test } from 'vitest'
import { drawPicture, makePicture, pngChunk } from '../../../../test/media/pictures.ts'
import { collectFindings } from './findings.ts'
import { stripMetadata } from './strip.ts'

const metadataIn = (file: Buffer, type: Parameters<typeof stripMetadata>[1] = 'image/jpeg') =>
  stripMetadata(Buffer.from(file), type).takenOut

const exifs: [TakenOut, Exif][] = [
  ['place', { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 2/1' } }],
  ['device', { IFD0: { Make: 'Camera' } }],
  ['device', { IFD2: { LensModel: '50 mm' } }],
  ['person', { IFD0: { Copyright: 'Ada' } }],
  ['time', { IFD2: { DateTimeOriginal: '2025:01:01 10:00:00' } }],
  ['history', { IFD0: { Software: 'Editor 1.0' } }],
  ['comment', { IFD0: { ImageDescription: 'A hill' } }],
]
test.for(exifs)('recognises EXIF: %s', async ([what, exif]) => {
  const file = await drawPicture().withExif(exif).jpeg().toBuffer()
  expect(metadataIn(file)).toEqual([what])
})

const packets: [TakenOut, string][] = [
  ['place', '<rdf:Description photoshop:City="London"/>'],
  ['device', '<rdf:Description aux:SerialNumber="1"/>'],
  ['person', '<dc:creator><rdf:Seq/></dc:creator>'],
  ['time', '<rdf:Description photoshop:DateCreated="2025"/>'],
  ['history', '<rdf:Description xmpMM:InstanceID="x"/>'],
  ['comment', '<dc:subject/>'],
  ['comment', '<rdf:Description own:words="x"/>'],
  ['preview', '<xmp:Thumbnails/>'],
]
test.for(packets)('recognises XMP: %s by %s', ([what, packet]) => {
  const findings = collectFindings()
  // Programs declare every namespace, whether they use it or not.
  findings.xmp(Buffer.from(`<x:xmpmeta xmlns:dc="dc:creator" xmlns:aux="aux:Lens">${packet}`))
  expect(findings.all).toEqual([what])
})

test('recognises IPTC and Photoshop’s resources', () => {
  const set = (id: number, text: string) =>
    Buffer.concat([Buffer.from([0x1c, 2, id, 0, text.length]), Buffer.from(text)])
  const resource = (id: number, data: Buffer) => {
    const head = Buffer.alloc(12)
    head.write('8BIM', 'latin1')
    head.writeUInt16BE(id, 4)
    head.writeUInt32BE(data.length, 8)
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
  }
  const iptc = Buffer.concat([set(0, 'v'), set(90, 'London'), set(80, 'Ada'), set(25, 'hill')])
  const findings = collectFindings()
  findings.photoshop(
    Buffer.concat([
      Buffer.from('Photoshop 3.0\0'),
      resource(0x03ed, Buffer.alloc(16)),
      resource(0x0404, iptc),
      resource(0x040c, Buffer.alloc(5)),
    ]),
  )
  expect(findings.all).toEqual(['place', 'person', 'comment', 'preview'])
})

test('recognises PNG text by its keyword, compressed text and raw profiles', async () => {
  const png = await makePicture('image/png')
  const exif = await drawPicture()
    .withExif({ IFD0: { Model: 'Camera' } })
    .jpeg()
    .toBuffer()
  const start = exif.indexOf('Exif\0\0')
  const hex = exif.subarray(start, start + 200).toString('hex')
  const raw = Buffer.concat([
    Buffer.from('Raw profile type exif\0\0', 'latin1'),
    deflateSync(`\nexif\n     200\n${hex}\n`),
  ])
  const cases: [TakenOut, string, Buffer][] = [
    ['person', 'tEXt', Buffer.from('Author\0Ada')],
    ['time', 'tEXt', Buffer.from('Creation Time\0today')],
    ['history', 'tIME', Buffer.from([7, 233, 1, 1, 1, 1, 1])],
    ['comment', 'iTXt', Buffer.from('Title\0\0\0\0\0A hill')],
    ['device', 'zTXt', raw],
  ]
  for (const [what, type, data] of cases) {
    const file = Buffer.concat([png.subarray(0, 33), pngChunk(type, data), png.subarray(33)])
    expect(metadataIn(file, 'image/png')).toEqual([what])
  }
})

test('does not report blanks, an orientation or a resolution', async () => {
  const blank = await drawPicture()
    .withExif({ IFD0: { ImageDescription: '     ' } })
    .withMetadata({ orientation: 6, density: 300 })
    .jpeg()
    .toBuffer()
  expect(metadataIn(blank)).toEqual([])
})

test('ignores metadata with offsets outside itself', () => {
  const findings = collectFindings()
  findings.exif(Buffer.from('II*\0\xff\xff\xff\x7f', 'latin1'))
  findings.exif(Buffer.from('no EXIF'))
  findings.iptc(Buffer.from([0x1c, 2, 25, 0xff]))
  findings.photoshop(Buffer.from('8BIM\x04\x04', 'latin1'))
  expect(findings.all).toEqual([])
})
