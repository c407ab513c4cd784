import { ISO_6709, TOWN, utf16be, WORDS, collectFiles, type LocatedFile } from './canaries.ts'
import {
  bareGpsFields,
  exifWordFields,
  iptcRecords,
  makeExif,
  PHOTOSHOP_EXIF,
  PHOTOSHOP_IPTC,
  photoshopResource,
  wordFields,
  xmpAttributes,
  xmpElements,
  type ExifOptions,
} from './metadata.ts'
import { drawQuarters } from './quarters.ts'

const EXIF = 'Exif\0\0'
const XMP = 'http://ns.adobe.com/xap/1.0/\0'
const MORE_XMP = 'http://ns.adobe.com/xmp/extension/\0'
const PHOTOSHOP = 'Photoshop 3.0\0'
/** The id of the packet that is split into chunks. */
const GUID = '5F3A9C0B7E1D42868A94D1C3B07E2F61'

export function segment(marker: number, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as Buffer)))
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}
export const exifSegment = (options?: ExifOptions) => segment(0xe1, EXIF, makeExif(options))

/** Inserts segments after the first two bytes and JFIF's segment. */
export function withSegments(jpeg: Buffer, ...segments: Buffer[]): Buffer {
  const at = jpeg.readUInt8(3) === 0xe0 ? 4 + jpeg.readUInt16BE(4) : 2
  return Buffer.concat([jpeg.subarray(0, at), ...segments, jpeg.subarray(at)])
}

const withoutEnd = (jpeg: Buffer) => jpeg.subarray(0, -2)
const END = Buffer.from([0xff, 0xd9])

function extendedXmp(): Buffer[] {
  const more = Buffer.from(xmpElements())
  const half = Math.ceil(more.length / 2)
  const pieces = [more.subarray(0, half), more.subarray(half)].map((piece, index) => {
    const sizes = Buffer.alloc(8)
    sizes.writeUInt32BE(more.length, 0)
    sizes.writeUInt32BE(index * half, 4)
    return segment(0xe1, MORE_XMP, GUID, sizes, piece)
  })
  return [segment(0xe1, XMP, xmpAttributes(`xmpNote:HasExtendedXMP="${GUID}"`)), ...pieces]
}

export async function locatedJpegs(): Promise<LocatedFile[]> {
  const { files, add } = collectFiles('JPEG')
  const plain = await drawQuarters().jpeg().toBuffer()
  const progressive = await drawQuarters().jpeg({ progressive: true }).toBuffer()
  const small = await drawQuarters().resize(80).jpeg().toBuffer()
  const thumbnail = withSegments(small, exifSegment())
  const dress = (...segments: Buffer[]) => withSegments(plain, ...segments)

  add('GPS in EXIF, little end first', dress(exifSegment({ order: 'II' })))
  add('GPS in EXIF, big end first', dress(exifSegment({ order: 'MM' })))
  add('GPS in EXIF, numbers alone', dress(exifSegment({ gps: bareGpsFields() })))
  for (let orientation = 2; orientation <= 8; orientation += 1) {
    const turned = await drawQuarters(orientation).jpeg().toBuffer()
    const order = orientation % 2 === 0 ? 'II' : 'MM'
    add(`orientation ${orientation}`, withSegments(turned, exifSegment({ order, orientation })))
  }
  add('GPS in a second EXIF', dress(exifSegment({ gps: null }), exifSegment()))
  add('EXIF before JFIF', Buffer.concat([plain.subarray(0, 2), exifSegment(), plain.subarray(2)]))
  add('EXIF behind the picture', Buffer.concat([withoutEnd(plain), exifSegment(), END]))
  add(
    'progressive, EXIF and XMP',
    withSegments(progressive, exifSegment(), segment(0xe1, XMP, xmpAttributes())),
  )
  add('thumbnail with its own EXIF', dress(exifSegment({ gps: null, thumbnail })), {
    takenOut: 'preview',
  })
  add('maker note', dress(exifSegment({ gps: null, exif: [exifWordFields.makerNote] })), {
    takenOut: 'device',
  })
  add('comment in UTF-16', dress(exifSegment({ gps: null, exif: [exifWordFields.userComment] })), {
    takenOut: 'comment',
  })
  add(
    'words of Windows',
    dress(exifSegment({ gps: null, fields: [wordFields.windowsComment, wordFields.description] })),
    { takenOut: 'comment' },
  )
  add('XMP, attributes', dress(segment(0xe1, XMP, xmpAttributes())))
  add('XMP, elements', dress(segment(0xe1, XMP, xmpElements())))
  add('XMP in UTF-16', dress(segment(0xe1, XMP, utf16be(xmpElements()))), { takenOut: 'comment' })
  add('XMP in pieces', dress(...extendedXmp()))
  const iptc = photoshopResource(PHOTOSHOP_IPTC, iptcRecords())
  add('IPTC', dress(segment(0xed, PHOTOSHOP, iptc)))
  add(
    'IPTC in two segments',
    dress(
      segment(0xed, PHOTOSHOP, photoshopResource(0x03ed, Buffer.alloc(16))),
      segment(0xed, PHOTOSHOP, iptc),
    ),
  )
  add(
    "EXIF in Photoshop's resources",
    dress(segment(0xed, PHOTOSHOP, photoshopResource(PHOTOSHOP_EXIF, makeExif()))),
  )
  add('comment', dress(segment(0xfe, WORDS)), { takenOut: 'comment' })
  add('thumbnail of JFIF', dress(segment(0xe0, 'JFXX\0\x10', thumbnail)), { takenOut: 'preview' })
  const list = segment(0xe2, 'MPF\0', makeExif({ gps: null }))
  add('second picture behind the end', Buffer.concat([dress(list), thumbnail]), {
    takenOut: 'rest',
  })
  add('film behind the end', Buffer.concat([plain, Buffer.from(`\0\0\0\x40ftypmp42${ISO_6709}`)]), {
    takenOut: 'rest',
  })
  add('content credentials', dress(segment(0xeb, 'JP\0\x01\0\0\0\x01', WORDS)), {
    takenOut: 'history',
  })
  add('segment of a camera', dress(segment(0xe4, `OBSCURA ${TOWN} ${WORDS}`)), {
    takenOut: 'comment',
  })
  // The receipt has no word for bytes outside any segment.
  add('words between two segments', dress(exifSegment({ gps: null }), Buffer.from(WORDS)), {
    takenOut: null,
  })
  return files
}
