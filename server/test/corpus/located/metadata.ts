/** Metadata from cameras and programs, all with the place: EXIF, XMP, IPTC and Photoshop's resources. */
import {
  COUNTRY,
  LATITUDE,
  LATITUDE_PARTS,
  LONGITUDE,
  LONGITUDE_PARTS,
  TOWN,
  utf16le,
  WORDS,
  XMP_LATITUDE,
  XMP_LONGITUDE,
} from './canaries.ts'
import { makeStructure, type Field, type Order } from '../tiff.ts'

export const gpsFields = (): Field[] => [
  [0, 'byte', Buffer.from([2, 3, 0, 0])],
  [1, 'ascii', 'N'],
  [2, 'rational', LATITUDE_PARTS],
  [3, 'ascii', 'E'],
  [4, 'rational', LONGITUDE_PARTS],
  [6, 'rational', [[4_317, 10]]],
  [27, 'undefined', Buffer.from(`ASCII\0\0\0${TOWN}`)],
  [28, 'undefined', Buffer.from(`ASCII\0\0\0${WORDS}`)],
]
/** The coordinates only, without text. */
export const bareGpsFields = (): Field[] => gpsFields().slice(0, 5)
export const GPS_TAG = 34_853
export const EXIF_TAG = 34_665

export interface ExifOptions {
  order?: Order
  orientation?: number
  /** GPS fields; null for none. */
  gps?: Field[] | null
  /** Further fields of the first directory. */
  fields?: Field[]
  /** Fields of the EXIF directory. */
  exif?: Field[]
  /** A whole JPEG in the second directory. */
  thumbnail?: Buffer
}

/** The TIFF structure that EXIF is. */
export function makeExif(options: ExifOptions = {}): Buffer {
  const {
    order = 'II',
    orientation,
    gps = gpsFields(),
    fields = [],
    exif = [],
    thumbnail,
  } = options
  const first: Field[] = [[271, 'ascii', 'Obscura'], [272, 'ascii', 'Obscura 7'], ...fields]
  if (orientation !== undefined) first.push([274, 'short', [orientation]])
  if (exif.length > 0) first.push([EXIF_TAG, 'directories', [exif]])
  if (gps !== null) first.push([GPS_TAG, 'directories', [gps]])
  const chain = [first]
  if (thumbnail !== undefined) {
    chain.push([
      [259, 'short', [6]],
      [513, 'data', thumbnail],
      [514, 'long', [thumbnail.length]],
    ])
  }
  return makeStructure(order, chain)
}

/** Text fields of EXIF outside the GPS directory. */
export const wordFields = {
  description: [270, 'ascii', WORDS],
  windowsComment: [40_092, 'byte', utf16le(`${WORDS}\0`)],
} satisfies Record<string, Field>
export const exifWordFields = {
  makerNote: [37_500, 'undefined', Buffer.from(`OBSCURA\0\0\x01GPS:${WORDS}`)],
  userComment: [37_510, 'undefined', Buffer.concat([Buffer.from('UNICODE\0'), utf16le(WORDS)])],
} satisfies Record<string, Field>

const packet = (body: string) =>
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${body}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
const SPACES =
  'xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:xmpNote="http://ns.adobe.com/xmp/note/"'

/** XMP with its properties as attributes. */
export const xmpAttributes = (more = '') =>
  packet(
    `<rdf:Description rdf:about="" ${SPACES} exif:GPSLatitude="${XMP_LATITUDE}" exif:GPSLongitude="${XMP_LONGITUDE}" photoshop:City="${TOWN}" ${more}/>`,
  )
/** XMP with its properties as elements. */
export const xmpElements = () =>
  packet(
    `<rdf:Description rdf:about="" ${SPACES}><exif:GPSLatitude>${LATITUDE}</exif:GPSLatitude><exif:GPSLongitude>${LONGITUDE}</exif:GPSLongitude><photoshop:Country>${COUNTRY}</photoshop:Country></rdf:Description>`,
  )

/** IPTC's records: town, country, headline. */
export const iptcRecords = (): Buffer =>
  Buffer.concat(
    (
      [
        [90, TOWN],
        [101, COUNTRY],
        [120, WORDS],
      ] as const
    ).map(([dataSet, text]) => {
      const head = Buffer.from([0x1c, 2, dataSet, 0, text.length])
      return Buffer.concat([head, Buffer.from(text)])
    }),
  )

/** One of Photoshop's image resources. */
export function photoshopResource(id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.write('8BIM', 'latin1')
  head.writeUInt16BE(id, 4)
  head.writeUInt32BE(data.length, 8)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
export const PHOTOSHOP_IPTC = 0x0404
export const PHOTOSHOP_EXIF = 0x0422
