import { TAKEN_OUT, type TakenOut } from '@plinth/contract/media/media.ts'
import type { CredentialPart } from './credentials.ts'
import { findInDirectory, findInExif } from './exif.ts'
import { findInIptc, findInPhotoshop, type MetadataReaders } from './photoshop.ts'
import { hasRights, NO_RIGHTS, type Note, type Rights, type RightsNote } from './rights.ts'
import { findInXmp } from './xmp.ts'
import type { Tiff } from './ifd.ts'

/** Notes what the removed parts of a picture contain. */
export interface Findings extends MetadataReaders {
  /** Photoshop's image resources, which contain most of the other formats. */
  photoshop: (resources: Buffer) => void
  /** Content Credentials. They stay if nothing else has to go. */
  credentials: (part: CredentialPart) => void
  /** Says that the format had no place for what should go back. */
  lose: () => void
  /** One directory of a TIFF. */
  directory: (tiff: Tiff, at: number) => void
  /** In the contract's order. */
  readonly all: TakenOut[]
  /** What the file says about whose it is: by XMP, otherwise by IPTC, otherwise by EXIF. */
  readonly rights: Rights
  /** What goes back into the file: in EXIF what EXIF said, and all of it in XMP if more than EXIF said it. */
  readonly stays: { exif: Rights; xmp: Rights | null } | null
  /** What will be left in the file; null if nothing. */
  readonly left: Rights | null
  readonly credentialParts: readonly CredentialPart[]
}

const ORDER = Object.keys(TAKEN_OUT) as TakenOut[]

/**
 * Collects findings by heading: whoever made or owns a picture is a person, programs and their steps are history,
 * anything a person wrote about it is a comment. Metadata that cannot be read adds nothing.
 */
export function collectFindings({ keepsRights = false } = {}): Findings {
  const all = new Set<TakenOut>()
  const credentialParts: CredentialPart[] = []
  let isLost = false
  const note: Note = (what, of) => {
    if (of !== 'rights' || !keepsRights) all.add(what)
  }
  const sources = { xmp: { ...NO_RIGHTS }, iptc: { ...NO_RIGHTS }, exif: { ...NO_RIGHTS } }
  const noteIn = (source: Rights): RightsNote => {
    return (what, value) => {
      if (isEmpty(source[what])) source[what] = value
    }
  }
  const findings: Findings = {
    note,
    exif: (tiff) => readable(() => findInExif(tiff, note, noteIn(sources.exif))),
    xmp: (packet) => findInXmp(packet, note, noteIn(sources.xmp)),
    iptc: (records) => readable(() => findInIptc(records, note, noteIn(sources.iptc))),
    credentials: (part) => void credentialParts.push(part),
    lose: () => {
      isLost = true
      all.add('person')
    },
    photoshop: (resources) => readable(() => findInPhotoshop(resources, findings)),
    directory: (tiff, at) =>
      readable(() => void findInDirectory(tiff, at, note, noteIn(sources.exif))),
    said: noteIn(sources.exif),
    get all() {
      return ORDER.filter((what) => all.has(what))
    },
    get rights() {
      return [sources.iptc, sources.exif].reduce(merged, sources.xmp)
    },
    credentialParts,
    get left() {
      return keepsRights && !isLost && hasRights(findings.rights) ? findings.rights : null
    },
    get stays() {
      if (!keepsRights) return null
      const isInXmp = [sources.xmp, sources.iptc].some(saysAnything)
      return { exif: sources.exif, xmp: isInXmp ? findings.rights : null }
    },
  }
  return findings
}

const isEmpty = (value: Rights[keyof Rights]): boolean => value === null || value.length === 0
const saysAnything = (rights: Rights): boolean => Object.values(rights).some((one) => !isEmpty(one))

const merged = (first: Rights, second: Rights): Rights => ({
  creators: first.creators.length > 0 ? first.creators : second.creators,
  copyright: first.copyright ?? second.copyright,
  credit: first.credit ?? second.credit,
  terms: first.terms ?? second.terms,
  statement: first.statement ?? second.statement,
})

/** Metadata with offsets outside itself stays unread. It is removed all the same. */
function readable(read: () => void): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}
