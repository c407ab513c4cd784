import { inflateSync } from 'node:zlib'
import type { TakenOut } from '@plinth/contract/media/media.ts'
import type { Readers } from './found-photoshop.ts'

/** What a keyword of PNG's list, or a common one beside it, is about. */
const MEANINGS: [TakenOut, RegExp][] = [
  ['person', /^(?:author|artist|copyright|creator)$/i],
  ['time', /^(?:creation time|date:create|exif:DateTime.*)$/i],
  ['history', /^(?:software|date:modify|date:timestamp|signature|parameters|prompt|workflow)$/i],
  ['device', /^(?:source|exif:(?:make|model))$/i],
]
const XMP = 'XML:com.adobe.xmp'
/** Raw profiles as some programs write them: hexadecimal, under a name and a length. */
const RAW_PROFILE = /^Raw profile type (exif|APP1|xmp|iptc|8bim)$/
const EXIF_PREFIX = 'Exif\0\0'
const MAX_TEXT_BYTES = 1_000_000

/** What a chunk of text told: tEXt, zTXt or iTXt. */
export function findInPngText(type: string, data: Buffer, found: Readers): void {
  const keywordEnd = Math.max(0, data.indexOf(0))
  const keyword = data.toString('latin1', 0, keywordEnd)
  if (keyword === XMP) return found.xmp(data.subarray(keywordEnd))
  const [, profile] = RAW_PROFILE.exec(keyword) ?? []
  if (profile !== undefined) return findInProfile(profile, textOf(type, data, keywordEnd), found)
  const [what] = MEANINGS.find(([, pattern]) => pattern.test(keyword)) ?? ['comment' as const]
  found.note(what)
}

function textOf(type: string, data: Buffer, keywordEnd: number): string {
  if (type !== 'zTXt') return data.toString('latin1', keywordEnd + 1)
  try {
    const text = inflateSync(data.subarray(keywordEnd + 2), { maxOutputLength: MAX_TEXT_BYTES })
    return text.toString('latin1')
  } catch {
    // Too long or damaged: it goes unread.
    return ''
  }
}

function findInProfile(profile: string, text: string, found: Readers): void {
  const [, , , ...lines] = text.split('\n')
  const bytes = Buffer.from(lines.join(''), 'hex')
  if (profile === 'xmp') found.xmp(bytes)
  else if (profile === 'iptc' || profile === '8bim') found.iptc(bytes)
  else {
    const isPrefixed = bytes.toString('latin1', 0, EXIF_PREFIX.length) === EXIF_PREFIX
    found.exif(isPrefixed ? bytes.subarray(EXIF_PREFIX.length) : bytes)
  }
}
