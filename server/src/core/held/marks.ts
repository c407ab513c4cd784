import { createHash } from 'node:crypto'
import { linksIn } from '@plinth/contract/people/levels.ts'

/** Shorter texts are written by many by chance. */
const MIN_LENGTH = 24
/** Pieces of a text that are compared: so many letters, at each place. */
const PIECE = 4
const BITS = 64
const BAND_BITS = 8n
const BANDS = BITS / Number(BAND_BITS)
/** Hashes of links begin above those of bands. */
const FIRST_LINK = BANDS * 256

export interface Marks {
  /** A simhash as a signed 64-bit number; null for a text that is too short. */
  near: bigint | null
  marks: number[]
}

/** What a text is recognised by. Empty marks if there is nothing to recognise. */
export function marksOf(text: string): Marks {
  const links = [...new Set(linksIn(text).map(linkMark))]
  const plain = plainOf(text)
  if (plain.length < MIN_LENGTH) return { near: null, marks: links }
  const near = simhash(plain)
  return { near: BigInt.asIntN(BITS, near), marks: [...bandsOf(near), ...links] }
}

/** The letters of a text alone: no case, accents, figures, punctuation and links, which are what changes in copies. */
const plainOf = (text: string): string =>
  linksIn(text)
    .reduce((rest, link) => rest.replace(link, ' '), text)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim()

/** The same page, however it is written: without scheme, `www.`, query and the slash at its end. */
const linkMark = (link: string): number => {
  const plain = link
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
  // 30 bits, so that a mark fits PostgreSQL's integer.
  return FIRST_LINK + (createHash('sha256').update(plain).digest().readUInt32BE() >>> 2)
}

/** Texts that share most of their pieces have hashes that differ in few bits. */
function simhash(plain: string): bigint {
  const sums = new Int32Array(BITS)
  for (let at = 0; at + PIECE <= plain.length; at += 1) {
    const hash = hash64(plain.slice(at, at + PIECE))
    for (let bit = 0; bit < BITS; bit += 1) {
      const half = bit < 32 ? hash.low : hash.high
      sums[bit] = (sums[bit] ?? 0) + ((half >>> (bit & 31)) & 1 ? 1 : -1)
    }
  }
  let result = 0n
  for (const [bit, sum] of sums.entries()) if (sum > 0) result |= 1n << BigInt(bit)
  return result
}

/** FNV-1a in two halves that begin differently, each mixed at its end; fast rather than secure. */
function hash64(piece: string): { low: number; high: number } {
  let low = 0x811c9dc5
  let high = 0x01000193
  for (let at = 0; at < piece.length; at += 1) {
    const unit = piece.charCodeAt(at)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ unit, 0x5bd1e995)
  }
  return { low: mixed(low), high: mixed(high) }
}

function mixed(hash: number): number {
  let mix = hash ^ (hash >>> 16)
  mix = Math.imul(mix, 0x85ebca6b)
  mix ^= mix >>> 13
  mix = Math.imul(mix, 0xc2b2ae35)
  return (mix ^ (mix >>> 16)) >>> 0
}

const bandsOf = (hash: bigint): number[] =>
  Array.from(
    { length: BANDS },
    (_, band) => band * 256 + Number((hash >> (BigInt(band) * BAND_BITS)) & 0xffn),
  )
