import type { TakenOut } from '@plinth/contract/media/media.ts'
import { readRights } from './packet.ts'
import { textOf, type Note, type RightsNote } from './rights.ts'

/** Properties with the namespace prefixes that programs use. */
const MEANINGS: [TakenOut, RegExp][] = [
  [
    'place',
    /\b(?:exif:GPS|photoshop:(?:City|State|Country)|Iptc4xmp(?:Core:(?:Location|CountryCode)|Ext:Location))/,
  ],
  ['device', /\b(?:tiff:(?:Make|Model)|aux:|exifEX:(?:Lens|Body|Camera)|drone-dji:)/],
  [
    'person',
    /\b(?:dc:(?:publisher|contributor)|photoshop:(?:Source|AuthorsPosition|CaptionWriter)|xmpRights:(?:Owner|Certificate)|plus:(?!DataMining\b)|Iptc4xmp(?:Core:CreatorContactInfo|Ext:PersonInImage)|mwg-rs:|MPRI?:)/,
  ],
  ['time', /\b(?:exif:DateTime|photoshop:DateCreated|xmp:CreateDate|xap:CreateDate)/],
  [
    'history',
    /\b(?:xmpMM:|xapMM:|stEvt:|crs:|photoshop:(?:History|DocumentAncestors)|(?:xmp|xap):(?:CreatorTool|ModifyDate|MetadataDate))/,
  ],
  ['comment', /\b(?:dc:(?:title|description|subject)|exif:UserComment|photoshop:Headline|lr:)/],
  ['preview', /\b(?:xmp:Thumbnails|xap:Thumbnails|xmpGImg:|GImage:)/],
]
/** What names the author and the rights. */
const RIGHTS =
  /\b(?:dc:(?:creator|rights)|photoshop:Credit|xmpRights:(?:Marked|UsageTerms|WebStatement))\b/
const READ_BYTES = 1_000_000
/** Namespace declarations name programs even if none of their properties follow. */
const NAMESPACE = /\bxmlns:[\w-]+\s*=\s*(?:"[^"]*"|'[^']*')/g

/** Notes what an XMP packet contains. A packet without a known property is a comment: somebody wrote it. */
export function findInXmp(packet: Buffer, note: Note, said: RightsNote = () => undefined): void {
  const text = textOf(packet.subarray(0, READ_BYTES)).replaceAll(NAMESPACE, '')
  const matches = MEANINGS.filter(([, pattern]) => pattern.test(text))
  for (const [what] of matches) note(what)
  const hasRights = RIGHTS.test(text)
  if (hasRights) {
    note('person', 'rights')
    readRights(text, said)
  }
  if (matches.length === 0 && !hasRights && text.trim() !== '') note('comment')
}
