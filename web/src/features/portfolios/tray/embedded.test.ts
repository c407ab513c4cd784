import { Buffer } from 'node:buffer'
import { expect, it } from 'vitest'
import { readEmbedded } from './embedded.ts'

/** An IPTC record: text in one of its fields. */
const field = (number: number, text: string): Buffer => {
  const bytes = Buffer.from(text, 'utf8')
  return Buffer.concat([
    Buffer.from([0x1c, 2, number, bytes.length >> 8, bytes.length & 255]),
    bytes,
  ])
}

/** A JPEG whose only segment holds IPTC, as photographers' programs write it. */
function jpegWith(...fields: Buffer[]): Blob {
  const utf8 = Buffer.from([0x1c, 1, 90, 0, 3, 0x1b, 0x25, 0x47])
  const iptc = Buffer.concat([utf8, ...fields])
  const block = Buffer.concat([
    Buffer.from('Photoshop 3.0\0', 'latin1'),
    Buffer.from('8BIM', 'latin1'),
    Buffer.from([4, 4, 0, 0, 0, 0, iptc.length >> 8, iptc.length & 255]),
    iptc,
    Buffer.alloc(iptc.length % 2),
  ])
  const length = block.length + 2
  return new Blob([
    Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xed, length >> 8, length & 255]),
      block,
      Buffer.from([0xff, 0xd9]),
    ]),
  ])
}

it('reads title, description and keywords from IPTC', async () => {
  const photo = jpegWith(
    field(5, 'Ember & Rye'),
    field(25, 'jar'),
    field(25, 'honey'),
    field(120, 'A jar on a shelf'),
  )
  expect(await readEmbedded(photo)).toEqual({
    title: 'Ember & Rye',
    description: 'A jar on a shelf',
    keywords: ['jar', 'honey'],
  })
})

/** A JPEG whose only segment holds XMP, as photographers' programs write it. */
function jpegWithXmp(properties: string): Blob {
  const packet = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
      xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/">${properties}</rdf:Description>
    </rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
  const block = Buffer.from(`http://ns.adobe.com/xap/1.0/\0${packet}`, 'utf8')
  const length = block.length + 2
  return new Blob([
    Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe1, length >> 8, length & 255]),
      block,
      Buffer.from([0xff, 0xd9]),
    ]),
  ])
}
const inLanguage = (name: string, text: string) =>
  `<${name}><rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt></${name}>`

it('reads title, description, keywords and alternative text from XMP', async () => {
  const photo = jpegWithXmp(
    [
      inLanguage('dc:title', 'Ember &amp; Rye'),
      inLanguage('dc:description', 'A jar on a shelf'),
      '<dc:subject><rdf:Bag><rdf:li>jar</rdf:li><rdf:li>honey</rdf:li></rdf:Bag></dc:subject>',
      inLanguage('Iptc4xmpCore:AltTextAccessibility', 'Three jars against deep blue'),
    ].join(''),
  )
  expect(await readEmbedded(photo)).toEqual({
    title: 'Ember & Rye',
    description: 'A jar on a shelf',
    alt: 'Three jars against deep blue',
    keywords: ['jar', 'honey'],
  })
})

it('reads one keyword of XMP, and leaves out what is blank', async () => {
  const photo = jpegWithXmp(
    `${inLanguage('dc:title', ' ')}<dc:subject><rdf:Bag><rdf:li>jar</rdf:li></rdf:Bag></dc:subject>`,
  )
  expect(await readEmbedded(photo)).toEqual({ keywords: ['jar'] })
})

it('finds nothing in a picture that says nothing', async () => {
  expect(await readEmbedded(jpegWith())).toEqual({ keywords: [] })
})
