import type { DocumentType, PdfType } from '@plinth/contract/media/media.ts'
import { withFileBytes } from '../files.ts'
import { readWordFile } from './doc.ts'
import { readWordArchive } from './docx.ts'
import { isTextFile } from './text.ts'

export interface RecognisedDocument {
  type: DocumentType
  /** Programs that run when it is opened. */
  hasMacros: boolean
}

/** What a file is by its content, or null for anything that is no document. */
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

/** A file that points outside of itself is none of these. */
async function unlessBroken<T>(read: () => Promise<T | null>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** At the very start: what stands before it would make the file something else to whoever opens it there. */
const PDF = /^(\xef\xbb\xbf)?[\t\n\f\r ]{0,64}%PDF-[12]\.\d/

/** The type that a file's first bytes state, or null. */
export function sniffPdfType(head: Uint8Array): PdfType | null {
  return PDF.test(Buffer.from(head).toString('latin1')) ? 'application/pdf' : null
}
