import type { TakenOut } from '@plinth/contract/media/media.ts'
import { cleanNames, cleanText, textOf, type Note, type RightsNote } from './rights.ts'

/** Readers of the formats that Photoshop's resources contain. */
export interface MetadataReaders {
  note: Note
  /** Notes what a text of its own says about whose the file is. */
  said: RightsNote
  exif: (tiff: Buffer) => void
  xmp: (packet: Buffer) => void
  iptc: (records: Buffer) => void
}

const IIM_MARKER = 0x1c
const APPLICATION_RECORD = 2
/** Data sets of IPTC's application record. */
const IIM_MEANINGS: [TakenOut, number[]][] = [
  ['place', [26, 27, 90, 92, 95, 100, 101]],
  ['person', [80, 85, 110, 115, 116, 118, 122]],
  ['time', [55, 60, 62, 63]],
  ['history', [65, 70]],
  ['comment', [5, 7, 12, 15, 20, 25, 40, 105, 120]],
]
const IIM_MEANING_OF = new Map(
  IIM_MEANINGS.flatMap(([what, sets]) => sets.map((set) => [set, what] as const)),
)

const BY_LINE = 80
const CREDIT = 110
const COPYRIGHT = 116
const OF_RIGHTS = new Set([BY_LINE, CREDIT, COPYRIGHT])

/** Reads IPTC's records: marker, record, data set, length, data. */
export function findInIptc(records: Buffer, note: Note, said: RightsNote): void {
  const names: string[] = []
  let at = records.indexOf(IIM_MARKER)
  while (at >= 0 && at + 5 <= records.length && records.readUInt8(at) === IIM_MARKER) {
    const length = records.readUInt16BE(at + 3)
    const set = records.readUInt8(at + 2)
    const what = IIM_MEANING_OF.get(set)
    if (records.readUInt8(at + 1) === APPLICATION_RECORD && what !== undefined && length > 0) {
      note(what, OF_RIGHTS.has(set) ? 'rights' : undefined)
      const text = textOf(records.subarray(at + 5, at + 5 + length))
      if (set === BY_LINE) names.push(text)
      if (set === CREDIT) said('credit', cleanText(text))
      if (set === COPYRIGHT) said('copyright', cleanText(text))
    }
    at += 5 + length
  }
  said('creators', cleanNames(names))
}

const PHOTOSHOP = 'Photoshop 3.0\0'
const IPTC = 0x0404
const EXIF = 0x0422
const XMP = 0x0424
const THUMBNAILS = new Set([0x0409, 0x040c])
/** Resolution, and checksums of the IPTC data: neither reveals anything. */
const SILENT = new Set([0x03ed, 0x0425])

/** Reads Photoshop's resources: signature, id, name, length, data. Name and data are padded to an even length. */
export function findInPhotoshop(resources: Buffer, findings: MetadataReaders): void {
  let at = resources.toString('latin1', 0, PHOTOSHOP.length) === PHOTOSHOP ? PHOTOSHOP.length : 0
  while (resources.toString('latin1', at, at + 4) === '8BIM') {
    const id = resources.readUInt16BE(at + 4)
    const nameBytes = 1 + resources.readUInt8(at + 6)
    const sizeAt = at + 6 + nameBytes + (nameBytes % 2)
    const size = resources.readUInt32BE(sizeAt)
    const data = resources.subarray(sizeAt + 4, sizeAt + 4 + size)
    if (id === IPTC) findings.iptc(data)
    else if (id === EXIF) findings.exif(data)
    else if (id === XMP) findings.xmp(data)
    else if (THUMBNAILS.has(id)) findings.note('preview')
    else if (!SILENT.has(id)) findings.note('history')
    at = sizeAt + 4 + size + (size % 2)
  }
}
