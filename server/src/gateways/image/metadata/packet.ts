import { cleanNames, cleanText, hasRights, type RightsNote, type Rights } from './rights.ts'

/**
 * Value of IPTC's and PLUS's property for "prohibited for AI and machine learning training". The plain
 * `DMI-PROHIBITED` would also ask search engines to stay away.
 */
export const TRAINING_PROHIBITED = 'http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED-AIMLTRAINING'

const BEGIN = '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
const END = '<?xpacket end="w"?>'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)

const listed = (name: string, kind: 'Seq' | 'Alt', values: string[]): string => {
  const language = kind === 'Alt' ? ' xml:lang="x-default"' : ''
  const items = values.map((value) => `<rdf:li${language}>${escape(value)}</rdf:li>`).join('')
  return `<${name}><rdf:${kind}>${items}</rdf:${kind}></${name}>`
}

function propertiesOf(rights: Rights | null, isReserved: boolean): string {
  const { creators = [], copyright, credit, terms, statement } = rights ?? {}
  return [
    creators.length > 0 ? listed('dc:creator', 'Seq', creators) : '',
    copyright ? listed('dc:rights', 'Alt', [copyright]) : '',
    credit ? `<photoshop:Credit>${escape(credit)}</photoshop:Credit>` : '',
    terms ? listed('xmpRights:UsageTerms', 'Alt', [terms]) : '',
    statement ? `<xmpRights:WebStatement>${escape(statement)}</xmpRights:WebStatement>` : '',
    isReserved ? `<plus:DataMining>${TRAINING_PROHIBITED}</plus:DataMining>` : '',
  ].join('')
}

const written = (properties: string): Buffer =>
  Buffer.from(
    `${BEGIN}<x:xmpmeta xmlns:x="adobe:ns:meta/">` +
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"' +
      ' xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"' +
      ' xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"' +
      ' xmlns:plus="http://ns.useplus.org/ldf/xmp/1.0/">' +
      `${properties}</rdf:Description></rdf:RDF></x:xmpmeta>`,
  )

/**
 * The XMP packet of a rendition; null if there is nothing to say. With and without the reservation it has the same
 * length, so that one can replace the other inside a file without moving anything.
 */
export function packetOf(rights: Rights | null, isReserved: boolean): Buffer | null {
  if (!isReserved && !hasRights(rights)) return null
  return padded(written(propertiesOf(rights, isReserved)), roomFor(rights))
}

/** A packet of this length that says nothing. */
export const emptyPacket = (length: number): Buffer => padded(written(''), length - END.length)

/** The XMP packet of an original, which only repeats what was in it. It is at least `length` bytes long. */
export const rightsPacket = (rights: Rights, length = 0): Buffer =>
  padded(written(propertiesOf(rights, false)), length - END.length)

const roomFor = (rights: Rights | null): number => written(propertiesOf(rights, true)).length

const padded = (packet: Buffer, length: number): Buffer =>
  Buffer.concat([packet, Buffer.alloc(Math.max(0, length - packet.length), ' '), Buffer.from(END)])

/** The place of an XMP packet of ours in a file; null if it has none. */
export function findPacket(file: Buffer): { start: number; end: number } | null {
  const start = file.indexOf(BEGIN)
  const end = start === -1 ? -1 : file.indexOf(END, start)
  return end === -1 ? null : { start, end: end + END.length }
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return NAMED[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex as string, 16)
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
  })

/** The values of a property: of an element with a list or a text, or of an attribute. */
function valuesOf(packet: string, name: string): string[] {
  const [, element] = new RegExp(`<${name}\\b[^>]*>([\\s\\S]*?)</${name}>`).exec(packet) ?? []
  if (element !== undefined) {
    const items = [...element.matchAll(/<rdf:li\b[^>]*>([^<]*)<\/rdf:li>/g)].map(
      ([, item = '']) => item,
    )
    return (items.length > 0 ? items : element.includes('<') ? [] : [element]).map(unescaped)
  }
  const [, double, single] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(packet) ?? []
  const attribute = double ?? single
  return attribute === undefined ? [] : [unescaped(attribute)]
}

/** Notes what an XMP packet says about whose the file is. It uses the prefixes that all programs use. */
export function readRights(packet: string, note: RightsNote): void {
  note('creators', cleanNames(valuesOf(packet, 'dc:creator')))
  const first = (name: string) => cleanText(valuesOf(packet, name)[0] ?? '')
  note('copyright', first('dc:rights'))
  note('credit', first('photoshop:Credit'))
  note('terms', first('xmpRights:UsageTerms'))
  note('statement', first('xmpRights:WebStatement'))
}
