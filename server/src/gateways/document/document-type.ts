import type { DocumentType, PdfType } from '@plinth/contract/media/file-types.ts'
import { withFileBytes } from '../files.ts'
import { readWordFile } from './doc.ts'
import { readWordArchive } from './docx.ts'
import { isTextFile } from './text.ts'

export interface RecognisedDocument {
  type: DocumentType
  /** Whether it contains macros, which run when it is opened. */
  hasMacros: boolean
}

/** Recognises a document by its content. Returns null for anything else. */
export const recogniseDocument = (file: string): Promise<RecognisedDocument | null> =>
  withFileBytes(file, async (bytes) => {
    const word = await unlessBroken(() => readWordFile(bytes))
    if (word !== null) return { ...word, type: 'application/msword' }
    const archive = await unlessBroken(() => readWordArchive(bytes))
    if (archive !== null) {
      const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
      return { ...archive, type }
    }
    return (await isTextFile(bytes)) ? { type: 'text/plain', hasMacros: false } : null
  })

/** A file with offsets outside itself is none of these types. */
async function unlessBroken<T>(read: () => Promise<T | null>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * The header must be at the very start: with other bytes in front, another program could take the file for something
 * else.
 */
const PDF = /^(\xef\xbb\xbf)?[\t\n\f\r ]{0,64}%PDF-[12]\.\d/

/** Returns the type if the file begins as a PDF, otherwise null. */
export function sniffPdfType(head: Uint8Array): PdfType | null {
  return PDF.test(Buffer.from(head).toString('latin1')) ? 'application/pdf' : null
}
