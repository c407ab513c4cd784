import type { DocumentType } from '@plinth/contract/media/media.ts'

/** What the documents' child does; files are paths on this machine. */
export interface DocumentTasks {
  inspectPdf: (task: { file: string }) => Promise<PdfInspection>
  inspectText: (task: { file: string }) => Promise<TextInspection>
  /** The first page as JPEG. */
  drawPdf: (task: { file: string; pictureFile: string }) => Promise<void>
  /** A sheet of paper as JPEG, with the first lines of a text. */
  drawSheet: (task: SheetTask) => Promise<void>
  drawWaveform: (task: { peaks: string; pictureFile: string }) => Promise<void>
}

export interface PdfInspection {
  pages: number
  /** `1.7`; null where the file does not say. */
  version: string | null
  /** Of the first page as it is drawn, in pixels. */
  width: number
  height: number
}

export interface TextInspection {
  /** `UTF-8` …; null where it cannot be told from others of its kind. */
  encoding: string | null
}

export interface SheetTask {
  file: string
  pictureFile: string
  type: DocumentType
  fileName: string
}

/** Of a sheet that stands for a document: A4 at 150 dots to the inch. */
export const SHEET_SIZE = { width: 1_240, height: 1_754 }

/** Of the drawing that stands for a piece of sound. */
export const WAVEFORM_SIZE = { width: 1_920, height: 1_080 }

export const DAMAGED_DOCUMENT =
  'This document cannot be read: the file is damaged or incomplete. Export it again and send that.'

/** What goes to the child's thread and comes back; `code` is that of an error of this machine. */
export interface ThreadRequest {
  kind: keyof DocumentTasks
  task: unknown
}
export type ThreadAnswer = { value: unknown } | { refusal: string } | { code: unknown }
