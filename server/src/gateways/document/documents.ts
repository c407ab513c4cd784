import { stat } from 'node:fs/promises'
import { MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'
import {
  ACCEPTED_SENTENCES,
  DOCUMENT_TYPES,
  PDF_TYPES,
  type DocumentType,
  type PdfType,
} from '@plinth/contract/media/file-types.ts'
import { AppError } from '../../http/errors.ts'
import { createWorker, type Asker } from '../process/worker.ts'
import type { CleanedFile } from '../files.ts'
import type { PdfComment } from './annotations.ts'
import { recogniseDocument } from './document-type.ts'
import { SHEET_SIZE, type ArchiveList, type DocumentTasks } from './documents-tasks.ts'
import { typeOfFile } from '../file-type.ts'

export { WAVEFORM_SIZE } from './documents-tasks.ts'

interface DocumentFacts extends CleanedFile {
  type: PdfType | DocumentType
  /** Only for a PDF. */
  pages: number | null
  /** Size of the picture shown for it, in pixels. */
  width: number
  height: number
}

/** Inspects documents and draws pictures for files that have none, in worker processes that may crash without harm. */
export interface DocumentsGateway {
  /** Inspects a PDF or document, which is kept unchanged. Throws `media.unsupported` or `media.unreadable`. */
  inspect: (file: string, asker?: Asker) => Promise<DocumentFacts>
  /** Writes a JPEG: the first page of a PDF, the first lines of a text, or else a sheet with the file's name. */
  picture: (file: string, pictureFile: string, named: { fileName: string }) => Promise<void>
  /**
   * Writes JPEGs of a PDF's pages into a folder, `1.jpg` and so on, those from one number to another. Returns how many
   * pages the PDF has.
   */
  pages: (file: string, folder: string, which: { from: number; to: number }) => Promise<number>
  /**
   * Lays a text or a Word document out as a PDF, without its own layout. Returns how many pages there are, of which the
   * PDF has `MAX_PROOF_PAGES` at most; 0 if it can't be shown as pages. Throws `media.unsupported` for anything else.
   */
  paper: (file: string, pdfFile: string, named: { fileName: string }) => Promise<number>
  /** Reads the list of files in a ZIP archive without opening any of them. Returns null for formats that only look like one. */
  archive: (file: string) => Promise<ArchiveList | null>
  /** Reads what people wrote into a PDF. Throws `media.unsupported` for anything else. */
  comments: (file: string, asker?: Asker) => Promise<PdfComment[]>
  /** Writes a JPEG of a waveform. */
  waveform: (peaks: string, pictureFile: string) => Promise<void>
  close: () => Promise<void>
}

const CPU_MS = 20_000
/** Somebody waits for each look, and others for the process. */
const INSPECT_WALL_MS = 120_000
/** PDF.js keeps a large PDF's page on the JavaScript heap. */
const HEAP_MB = 512

const NOT_PDF = 'This file is no PDF. Choose the PDF with the comments in it.'
const NOT_TEXT = 'This file is no text. Its pages are drawn as they are.'
const MACROS = 'This document contains macros. Save it without them and upload that one.'

/** Two worker processes, each with one task at a time, so that a slow document does not hold up the next upload. */
export function createDocuments(options: { cpuMs?: number } = {}): DocumentsGateway {
  const startWorker = (niceness: number) =>
    createWorker<DocumentTasks>({
      child: new URL('./documents-child.ts', import.meta.url),
      subject: 'document',
      niceness,
      heapMb: HEAP_MB,
    })
  const inspectWorker = startWorker(5)
  const drawWorker = startWorker(10)
  const limits = { cpuMs: options.cpuMs ?? CPU_MS }
  const looking = { ...limits, wallMs: INSPECT_WALL_MS }

  return {
    inspect: async (file, asker = {}) => {
      const type = await typeOf(file)
      const { size: bytes } = await stat(file)
      if (type === 'application/pdf') {
        const { version, ...inspection } = await inspectWorker.run(
          'inspectPdf',
          { file },
          { ...looking, ...asker },
        )
        const details = version === null ? [] : [version]
        return {
          ...unchanged({ format: PDF_TYPES[type].name, details, pages: inspection.pages, bytes }),
          ...inspection,
          type,
        }
      }
      const details = await detailsOf(file, type, asker)
      const format = DOCUMENT_TYPES[type].name
      return {
        ...unchanged({ format, details, pages: null, bytes }),
        ...SHEET_SIZE,
        type,
        pages: null,
      }
    },
    picture: async (file, pictureFile, { fileName }) => {
      const type = await typeOf(file)
      if (type === 'application/pdf') await drawWorker.run('drawPdf', { file, pictureFile }, limits)
      else await drawWorker.run('drawSheet', { file, pictureFile, type, fileName }, limits)
    },
    pages: (file, folder, { from, to }) =>
      drawWorker.run(
        'drawPages',
        { file, folder, from, to },
        { cpuMs: limits.cpuMs * (to - from + 1), rank: 1 },
      ),
    paper: async (file, pdfFile, { fileName }) => {
      const type = await typeOf(file)
      if (type === 'application/pdf') throw new AppError('media.unsupported', NOT_TEXT)
      if (type === 'application/msword') return 0
      const { size } = await stat(file)
      if (size > MAX_MEDIA_BYTES) return 0
      return drawWorker.run(
        'layOut',
        { file, pdfFile, type, fileName },
        { cpuMs: limits.cpuMs * 2, rank: 1 },
      )
    },
    archive: (file) => drawWorker.run('listArchive', { file }, limits),
    comments: async (file, asker = {}) => {
      const found = await typeOfFile(file)
      if (found?.kind !== 'pdf') throw new AppError('media.unsupported', NOT_PDF)
      return inspectWorker.run('readComments', { file }, { ...looking, ...asker })
    },
    waveform: (peaks, pictureFile) =>
      drawWorker.run('drawWaveform', { peaks, pictureFile }, limits),
    close: async () => {
      inspectWorker.close()
      drawWorker.close()
    },
  }

  async function detailsOf(file: string, type: DocumentType, asker: Asker): Promise<string[]> {
    if (type === 'text/plain') {
      const { encoding } = await inspectWorker.run(
        'inspectText',
        { file },
        { ...looking, ...asker },
      )
      return encoding === null ? [] : [encoding]
    }
    const { hasMacros } = (await recogniseDocument(file)) ?? { hasMacros: false }
    if (hasMacros) throw new AppError('media.unsupported', MACROS)
    return []
  }
}

async function typeOf(file: string): Promise<PdfType | DocumentType> {
  const found = await typeOfFile(file)
  if (found?.kind === 'pdf' || found?.kind === 'document') return found.type
  throw new AppError('media.unsupported', ACCEPTED_SENTENCES.any)
}

/** Documents are stored byte for byte. */
function unchanged(
  known: Pick<CleanedFile['kept'], 'format' | 'details' | 'pages' | 'bytes'>,
): CleanedFile {
  const facts = { ...known, width: null, height: null, durationMs: null }
  return { received: facts, kept: facts, isSame: true, takenOut: [] }
}
