import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'

const folder = path.resolve(import.meta.dirname, '../.plinth/test/pictures')

/** Writes a file that the browser can upload. Returns its path. */
async function writeTestFile(name: string, buffer: Buffer): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, name)
  await writeFile(file, buffer)
  return file
}

/** Metadata as a camera writes it. */
const CAMERA = {
  IFD0: { Make: 'CanaryCam', Model: 'C-1' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '60/1 23/1 0/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '5/1 19/1 0/1',
  },
}

/** A picture of one colour: its renditions take a moment, where those of noise take a minute on both cores. */
const plainPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#24566b' } })

/** A photograph of 4,000 by 3,000 pixels with a place and a camera in its metadata. */
export async function twelveMegapixelJpeg(): Promise<string> {
  const buffer = await plainPicture(4_000, 3_000).withExif(CAMERA).jpeg().toBuffer()
  return writeTestFile('harbour-at-six.jpg', buffer)
}

/** Large enough to get tiles, but narrow, so that no wide rendition is made before them. */
export async function tallJpeg(): Promise<string> {
  const buffer = await plainPicture(1_270, 6_400).withExif(CAMERA).jpeg().toBuffer()
  return writeTestFile('mast-from-below.jpg', buffer)
}

/** An uncompressed picture of 40 MB. */
export async function fortyMegabytePng(): Promise<string> {
  const buffer = await plainPicture(4_200, 3_250).png({ compressionLevel: 0 }).toBuffer()
  return writeTestFile('one field.png', buffer)
}

/**
 * A small picture in one colour but for a pixel. No two are the same file, because one that was taken down can't be
 * sent again.
 */
export async function smallPng(name: string, background: string): Promise<string> {
  const raw = { width: 1, height: 1, channels: 3 } as const
  const buffer = await sharp({ create: { width: 640, height: 800, channels: 3, background } })
    .composite([{ input: randomBytes(3), raw, left: 0, top: 0 }])
    .png()
    .toBuffer()
  return writeTestFile(name, buffer)
}

/** Three labels side by side, 1,500 by 1,000 pixels, in these colours. */
export async function threeLabels(name: string, colours: readonly string[]): Promise<string> {
  const ground = sharp({
    create: { width: 1_500, height: 1_000, channels: 3, background: '#2b474d' },
  })
  const labels = colours.map((background, at) => ({
    input: { create: { width: 300, height: 420, channels: 3, background } } as const,
    left: 120 + at * 480,
    top: 380,
  }))
  return writeTestFile(name, await ground.composite(labels).png().toBuffer())
}

/**
 * A PDF with one page for each of these words, in a font that every reader has, and with comments of Anna on the lower
 * half of its first page.
 */
export function plainPdf(
  name: string,
  words: readonly string[],
  comments: readonly string[] = [],
): Promise<string> {
  const first = 4
  const pages = words.map((_, index) => `${first + 2 * index} 0 R`)
  const squares = comments.map(
    (text) => `<</Type/Annot/Subtype/Square/Rect[0 0 300 200]/T(Anna)/Contents(${text})>>`,
  )
  const notes = squares.length === 0 ? '' : `/Annots[${squares.join('')}]`
  const bodies = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${pages.join(' ')}]/Count ${words.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...words.flatMap((word, index) => {
      const drawn = `BT /F1 40 Tf 60 300 Td (${word}) Tj ET`
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</Font<</F1 3 0 R>>>>/Contents ${first + 2 * index + 1} 0 R${index === 0 ? notes : ''}>>`,
        `<</Length ${drawn.length}>>\nstream\n${drawn}\nendstream`,
      ]
    }),
  ]
  let file = '%PDF-1.7\n'
  const places = bodies.map((body, index) => {
    const at = file.length
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const start = file.length
  const count = bodies.length + 1
  file += `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}`
  file += `trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`
  return writeTestFile(name, Buffer.from(file, 'latin1'))
}

/** A small picture with so many bytes after its end that it is uploaded in several chunks. */
export async function largePng(
  name: string,
  background: string,
  megabytes: number,
): Promise<string> {
  const picture = await sharp({ create: { width: 640, height: 800, channels: 3, background } })
    .png()
    .toBuffer()
  return writeTestFile(name, Buffer.concat([picture, Buffer.alloc(megabytes * 1024 * 1024)]))
}

/** A sound of one tone. */
export async function shortWav(name: string, seconds = 1): Promise<string> {
  const rate = 8_000
  const samples = rate * seconds
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples * 2, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples * 2, 40)
  const tone = Buffer.alloc(samples * 2)
  for (let at = 0; at < samples; at += 1) {
    tone.writeInt16LE(Math.round(Math.sin((at * 440 * 2 * Math.PI) / rate) * 12_000), at * 2)
  }
  return writeTestFile(name, Buffer.concat([head, tone]))
}

/** A small photograph, no two of which are the same file. */
export async function smallJpeg(name: string): Promise<string> {
  const raw = { width: 320, height: 240, channels: 3 } as const
  const buffer = await sharp(randomBytes(320 * 240 * 3), { raw })
    .jpeg()
    .toBuffer()
  return writeTestFile(name, buffer)
}

/** A text under any name. */
export const textFile = (name: string): Promise<string> =>
  writeTestFile(name, Buffer.from('Only words.'))

/** An archive of texts, by their paths in it. */
export const zipOfTexts = (name: string, texts: Record<string, string>): Promise<string> =>
  writeTestFile(name, zipped(texts))

const zipped = (texts: Record<string, string>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(Object.entries(texts).map(([place, text]) => [place, strToU8(text)])),
    ),
  )

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A Word document with a heading and paragraphs. */
export function wordFile(
  name: string,
  { heading, paragraphs }: { heading: string; paragraphs: readonly string[] },
): Promise<string> {
  const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
  const title = `<w:p><w:pPr><w:pStyle w:val="H1"/></w:pPr>${run(heading)}</w:p>`
  const body = title + paragraphs.map((text) => `<w:p>${run(text)}</w:p>`).join('')
  const parts = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATION}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document ${W}><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `<w:styles ${W}><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style></w:styles>`,
  }
  return writeTestFile(name, zipped(parts))
}
