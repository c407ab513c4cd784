import { TAKEN_OUT, type TakenOut } from '@plinth/contract/media/media.ts'
import { findInDirectory, findInExif } from './exif.ts'
import { findInIptc, findInPhotoshop, type MetadataReaders } from './photoshop.ts'
import { findInXmp } from './xmp.ts'
import type { Tiff } from './ifd.ts'

/** Notes what the parts told that are taken out of a picture. */
export interface Findings extends MetadataReaders {
  /** Photoshop's image resources, which hold most of the others again. */
  photoshop: (resources: Buffer) => void
  /** One directory of a TIFF. */
  directory: (tiff: Tiff, at: number) => void
  /** In the contract's order. */
  readonly all: TakenOut[]
}

const ORDER = Object.keys(TAKEN_OUT) as TakenOut[]

/**
 * One kind of words goes under one heading: whoever made or owns a picture is a person, programs and their steps are
 * history, anything a person wrote about it is a comment. What cannot be read says nothing.
 */
export function collectFindings(): Findings {
  const all = new Set<TakenOut>()
  const note = (what: TakenOut) => void all.add(what)
  const found: Findings = {
    note,
    exif: (tiff) => readable(() => findInExif(tiff, note)),
    xmp: (packet) => findInXmp(packet, note),
    iptc: (records) => readable(() => findInIptc(records, note)),
    photoshop: (resources) => readable(() => findInPhotoshop(resources, found)),
    directory: (tiff, at) => readable(() => void findInDirectory(tiff, at, note)),
    get all() {
      return ORDER.filter((what) => all.has(what))
    },
  }
  return found
}

/** Metadata that points outside itself is taken out all the same; it only goes unread. */
function readable(read: () => void): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}
