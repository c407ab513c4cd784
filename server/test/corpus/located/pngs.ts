import { deflateSync } from 'node:zlib'
import { pngChunk } from '../../media/pictures.ts'
import { SPELLED, TOWN, WORDS, collectFiles, type LocatedFile } from './canaries.ts'
import { iptcRecords, makeExif, xmpAttributes, xmpElements } from './metadata.ts'
import { drawQuarters } from './quarters.ts'

/** Signature and first chunk. */
const HEAD_BYTES = 33
const END_BYTES = 12
const XMP = 'XML:com.adobe.xmp'

const withChunks = (png: Buffer, ...chunks: Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, HEAD_BYTES), ...chunks, png.subarray(HEAD_BYTES)])
const beforeEnd = (png: Buffer, chunk: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, -END_BYTES), chunk, png.subarray(-END_BYTES)])

const plainText = (keyword: string, text: string) =>
  pngChunk('tEXt', Buffer.from(`${keyword}\0${text}`))
const packedText = (keyword: string, text: string) =>
  pngChunk('zTXt', Buffer.concat([Buffer.from(`${keyword}\0\0`), deflateSync(text)]))
const wideText = (keyword: string, text: string, isPacked = false) =>
  pngChunk(
    'iTXt',
    Buffer.concat([
      Buffer.from(`${keyword}\0${isPacked ? '\x01' : '\0'}\0\0\0`),
      isPacked ? deflateSync(text) : Buffer.from(text),
    ]),
  )
/** ImageMagick's text format for profiles without a PNG chunk. */
function rawProfile(name: string, bytes: Buffer): string {
  const lines = bytes.toString('hex').match(/.{1,72}/g) ?? []
  return `\n${name}\n${String(bytes.length).padStart(8)}\n${lines.join('\n')}\n`
}

export async function locatedPngs(): Promise<LocatedFile[]> {
  const { files, add } = collectFiles('PNG')
  const plain = await drawQuarters().png().toBuffer()
  const turned = await drawQuarters(6).png().toBuffer()
  const palette = await drawQuarters().png({ palette: true }).toBuffer()
  const dress = (...chunks: Buffer[]) => withChunks(plain, ...chunks)
  const exif = (order: 'II' | 'MM', orientation = 1) =>
    pngChunk('eXIf', makeExif({ order, orientation }))

  add('eXIf, little end first', dress(exif('II')))
  add('eXIf, big end first', dress(exif('MM')))
  add('eXIf, turned', withChunks(turned, exif('II', 6)))
  add('eXIf behind the pixels', beforeEnd(palette, exif('MM')))
  add('XMP', dress(wideText(XMP, xmpAttributes())))
  add('XMP, compressed', dress(wideText(XMP, xmpElements(), true)), { takenOut: null })
  add('tEXt', dress(plainText('Comment', WORDS)), { takenOut: 'comment' })
  add('tEXt, two fields', dress(plainText('Warning', TOWN), plainText('GPS', SPELLED)), {
    takenOut: 'comment',
  })
  add('zTXt', dress(packedText('Description', WORDS)), { takenOut: 'comment' })
  add('iTXt, compressed', withChunks(palette, wideText('Location', WORDS, true)), {
    takenOut: 'comment',
  })
  const exifBytes = Buffer.concat([Buffer.from('Exif\0\0'), makeExif()])
  add(
    'raw profile of EXIF',
    dress(packedText('Raw profile type exif', rawProfile('exif', exifBytes))),
  )
  add(
    'raw profile of IPTC',
    dress(plainText('Raw profile type iptc', rawProfile('iptc', iptcRecords()))),
  )
  add('chunk of a program', dress(pngChunk('geOt', Buffer.from(WORDS))), { takenOut: 'comment' })
  add('behind the end', Buffer.concat([plain, Buffer.from(WORDS)]), { takenOut: 'rest' })
  return files
}
