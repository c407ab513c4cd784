import type { TakenOut } from '@plinth/contract/media/media.ts'

/** Properties with the namespace prefixes that programs use. */
const MEANINGS: [TakenOut, RegExp][] = [
  [
    'place',
    /\b(?:exif:GPS|photoshop:(?:City|State|Country)|Iptc4xmp(?:Core:(?:Location|CountryCode)|Ext:Location))/,
  ],
  ['device', /\b(?:tiff:(?:Make|Model)|aux:|exifEX:(?:Lens|Body|Camera)|drone-dji:)/],
  [
    'person',
    /\b(?:dc:(?:creator|rights|publisher|contributor)|photoshop:(?:Credit|Source|AuthorsPosition|CaptionWriter)|xmpRights:|plus:|Iptc4xmp(?:Core:CreatorContactInfo|Ext:PersonInImage)|mwg-rs:|MPRI?:)/,
  ],
  ['time', /\b(?:exif:DateTime|photoshop:DateCreated|xmp:CreateDate|xap:CreateDate)/],
  [
    'history',
    /\b(?:xmpMM:|xapMM:|stEvt:|crs:|photoshop:(?:History|DocumentAncestors)|(?:xmp|xap):(?:CreatorTool|ModifyDate|MetadataDate))/,
  ],
  ['comment', /\b(?:dc:(?:title|description|subject)|exif:UserComment|photoshop:Headline|lr:)/],
  ['preview', /\b(?:xmp:Thumbnails|xap:Thumbnails|xmpGImg:|GImage:)/],
]
const READ_BYTES = 1_000_000
/** Namespace declarations name programs even if none of their properties follow. */
const NAMESPACE = /\bxmlns:[\w-]+\s*=\s*(?:"[^"]*"|'[^']*')/g

/** Notes what an XMP packet contains. A packet without a known property is a comment: somebody wrote it. */
export function findInXmp(packet: Buffer, note: (what: TakenOut) => void): void {
  const text = packet.toString('latin1', 0, READ_BYTES).replaceAll(NAMESPACE, '')
  const matches = MEANINGS.filter(([, pattern]) => pattern.test(text))
  for (const [what] of matches) note(what)
  if (matches.length === 0 && text.trim() !== '') note('comment')
}
