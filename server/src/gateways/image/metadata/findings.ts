import { TAKEN_OUT, type TakenOut } from '@plinth/contract/media/media.ts'
import { findInDirectory, findInExif } from './exif.ts'
import { findInIptc, findInPhotoshop, type MetadataReaders } from './photoshop.ts'
import { findInXmp } from './xmp.ts'
import type { Tiff } from './ifd.ts'

/** Notes what the removed parts of a picture contain. */
export interface Findings extends MetadataReaders {
  /** Photoshop's image resources, which contain most of the other formats. */
  photoshop: (resources: Buffer) => void
  /** One directory of a TIFF. */
  directory: (tiff: Tiff, at: number) => void
  /** In the contract's order. */
  readonly all: TakenOut[]
}

const ORDER = Object.keys(TAKEN_OUT) as TakenOut[]

/**
 * Collects findings by heading: whoever made or owns a picture is a person, programs and their steps are history,
 * anything a person wrote about it is a comment. Metadata that cannot be read adds nothing.
 */
export function collectFindings(): Findings {
  const all = new Set<TakenOut>()
  const note = (what: TakenOut) => void all.add(what)
  const findings: Findings = {
    note,
    exif: (tiff) => readable(() => findInExif(tiff, note)),
    xmp: (packet) => findInXmp(packet, note),
    iptc: (records) => readable(() => findInIptc(records, note)),
    photoshop: (resources) => readable(() => findInPhotoshop(resources, findings)),
    directory: (tiff, at) => readable(() => void findInDirectory(tiff, at, note)),
    get all() {
      return ORDER.filter((what) => all.has(what))
    },
  }
  return findings
}

/** Metadata with offsets outside itself stays unread. It is removed all the same. */
function readable(read: () => void): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}
