import type { DocumentType } from '@plinth/contract/media/file-types.ts'
import type { PdfComment } from './annotations.ts'

/** Tasks of the documents' worker process. Files are paths on this machine. */
export interface DocumentTasks {
  inspectPdf: (task: { file: string }) => Promise<PdfInspection>
  inspectText: (task: { file: string }) => Promise<TextInspection>
  /** Draws the first page as JPEG. */
  drawPdf: (task: { file: string; pictureFile: string }) => Promise<void>
  /**
   * Draws pages of a PDF as JPEG into a folder, `1.jpg` and so on. Returns how many the PDF has.
   */
  drawPages: (task: PagesTask) => Promise<number>
  /** Reads what people wrote into a PDF, up to the last page that is shown. */
  readComments: (task: { file: string }) => Promise<PdfComment[]>
  /** Lays a document out as pages of a PDF. Returns how many there are; 0 if it can't be shown as pages. */
  layOut: (task: PaperTask) => Promise<number>
  /** Reads the list of an archive. Returns null for what is none. */
  listArchive: (task: { file: string }) => Promise<ArchiveList | null>
  /** Draws a sheet of paper as JPEG, with the first lines of a text. */
  drawSheet: (task: SheetTask) => Promise<void>
  drawWaveform: (task: { peaks: string; pictureFile: string }) => Promise<void>
}

export interface PdfInspection {
  pages: number
  /** For example `1.7`; null if the file does not tell. */
  version: string | null
  /** Size of the first page's picture in pixels. */
  width: number
  height: number
}

export interface PagesTask {
  file: string
  folder: string
  /** The first and the last one, counted from 1. Those after the end of the PDF are left out. */
  from: number
  to: number
}

export interface PaperTask {
  file: string
  /** Where the PDF goes. It has `MAX_PROOF_PAGES` at most, also if there are more. */
  pdfFile: string
  type: DocumentType
  /** Tells Markdown from other texts, and is below each page. */
  fileName: string
}

export interface ArchiveList {
  /** At most `MAX_ARCHIVE_ENTRIES` files, folder by folder. */
  entries: { name: string; bytes: number }[]
  /** How many files the archive has. */
  all: number
  /** All of them together, unpacked; null if there are too many to be read. */
  bytes: number | null
}

export interface TextInspection {
  /** For example `UTF-8`; null if it cannot be told from similar encodings. */
  encoding: string | null
}

export interface SheetTask {
  file: string
  pictureFile: string
  type: DocumentType
  fileName: string
}

/** Size of the sheet shown for a document: A4 at 150 dpi. */
export const SHEET_SIZE = { width: 1_240, height: 1_754 }

/** Size of the drawing shown for an audio file. */
export const WAVEFORM_SIZE = { width: 1_920, height: 1_080 }

export const DAMAGED_DOCUMENT =
  'We can’t read this document. The file is damaged or incomplete. Export it again and upload that one.'

/** Messages to and from the worker process's thread. `code` is that of an error of this machine. */
export interface ThreadRequest {
  kind: keyof DocumentTasks
  task: unknown
}
export type ThreadAnswer = { value: unknown } | { refusal: string } | { code: unknown }
