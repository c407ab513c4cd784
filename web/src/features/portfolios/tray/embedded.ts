import ExifReader from 'exifreader'
import type { Embedded } from './tray-rules.ts'

/** Programs write what a picture says about itself near its beginning. */
const READ_BYTES = 512 * 1024

type Value = string | number | object | undefined

/** The words of an XMP or IPTC field, which are one text, or a list of them. */
function wordsOf(tag: unknown): string[] {
  if (Array.isArray(tag)) return tag.flatMap(wordsOf)
  if (typeof tag !== 'object' || tag === null) return []
  const { value, description } = tag as { value?: Value; description?: Value }
  if (Array.isArray(value) && value.some((one) => typeof one === 'object'))
    return value.flatMap(wordsOf)
  return typeof description === 'string' && description.trim() !== '' ? [description] : []
}

/** Title, description, keywords and alternative text that a picture's IPTC or XMP holds. */
export async function readEmbedded(file: Blob): Promise<Embedded> {
  const bytes = await file.slice(0, READ_BYTES).arrayBuffer()
  const tags = ExifReader.load(bytes, { expanded: true })
  const [iptc, xmp] = [tags.iptc, tags.xmp] as (Record<string, unknown> | undefined)[]
  const first = (...places: unknown[]) => places.flatMap(wordsOf)[0]
  const [fromXmp, fromIptc] = [wordsOf(xmp?.['subject']), wordsOf(iptc?.['Keywords'])]
  const title = first(xmp?.['title'], iptc?.['Object Name'], iptc?.['Headline'])
  const description = first(xmp?.['description'], iptc?.['Caption/Abstract'])
  const alt = first(xmp?.['AltTextAccessibility'])
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(alt === undefined ? {} : { alt }),
    keywords: fromXmp.length > 0 ? fromXmp : fromIptc,
  }
}
