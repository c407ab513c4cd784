import { createHash } from 'node:crypto'
import { MAX_PROOF_TEXT } from '@plinth/contract/limits.ts'
import type { MarkPlace } from '@plinth/contract/proofing/marks.ts'
import type { PdfComment } from '../../../../gateways/document/annotations.ts'

export interface ReadMark {
  id: string
  place: MarkPlace
  text: string
}

/**
 * The comments of a PDF as marks of this person on this version. The id of each follows from the comment itself, so that
 * a copy with further comments adds only those. What is there twice is twice.
 */
export function marksOf(
  comments: readonly PdfComment[],
  of: { versionId: string; authorId: string; authorName: string },
): ReadMark[] {
  const seen = new Map<string, number>()
  return comments.map(({ page, shape, points, author, text, answers }) => {
    const place: MarkPlace = { shape, points, page, from: null, to: null }
    const known = JSON.stringify([of.versionId, of.authorId, place, author, text])
    const nth = (seen.get(known) ?? 0) + 1
    seen.set(known, nth)
    const lines = [{ author, text }, ...answers].map((one) => named(one, of.authorName))
    return { id: idOf(`${known} ${nth}`), place, text: cut(lines.join('\n\n')) }
  })
}

/** With who wrote it, unless that is who reads it in: the mark says so. */
const named = ({ author, text }: { author: string; text: string }, reader: string): string =>
  author === '' || author === reader ? text : `${author}: ${text}`

const MORE = ' […]'
const cut = (text: string): string =>
  text.length <= MAX_PROOF_TEXT
    ? text
    : text.slice(0, MAX_PROOF_TEXT - MORE.length).toWellFormed() + MORE

/** A UUID of version 8, which is made of a hash. */
function idOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
