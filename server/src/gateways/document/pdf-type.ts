import type { PdfType } from '@plinth/contract/media/media.ts'

/** At the very start: what stands before it would make the file something else to whoever opens it there. */
const PDF = /^(\xef\xbb\xbf)?[\t\n\f\r ]{0,64}%PDF-[12]\.\d/

/** The type that a file's first bytes state, or null. */
export function sniffPdfType(head: Uint8Array): PdfType | null {
  return PDF.test(Buffer.from(head).toString('latin1')) ? 'application/pdf' : null
}
