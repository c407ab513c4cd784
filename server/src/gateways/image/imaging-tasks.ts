import type { ImageType } from '@plinth/contract/media/file-types.ts'
import type { RenditionFormat } from '@plinth/contract/media/media.ts'
import type { AuthoredFile } from '../files.ts'
import type { Rights } from './metadata/rights.ts'

/** Tasks of the imaging worker process. Files are paths on this machine. */
export interface ImagingTasks {
  /** Decodes the whole picture once. */
  inspect: (task: { file: string; type: ImageType }) => Promise<ImageInspection>
  /** Inspects the cleaned file, not the uploaded one, so that what we checked is what we store. */
  clean: (task: CleanTask) => Promise<CleanedImage>
  /** Writes a format that the other tasks open quickly. */
  decode: (task: { file: string; workFile: string }) => Promise<void>
  /** Returns the number of bytes written. */
  render: (task: RenderTask) => Promise<number>
  /** Returns the size of both copies, or null if the picture is too large to open. */
  preview: (task: PreviewTask) => Promise<PreviewSize | null>
  /** Writes the same WebP with a name all over it. */
  name: (task: NameTask) => Promise<void>
  /** Writes a PNG with a watermark and nothing else. */
  mark: (task: { markFile: string }) => Promise<void>
  /** Returns what it wrote into the folder, or null for what is not shown as one still picture. */
  pyramids: (task: { file: string; folder: string; type: ImageType }) => Promise<Pyramids | null>
  /** Returns the names of the files that it wrote into the folder. */
  tiles: (task: { file: string; folder: string; mark: Mark }) => Promise<string[]>
}

export interface CleanTask {
  file: string
  cleanFile: string
  type: ImageType
  /** Author, copyright, credit and licence stay. */
  keepsName: boolean
}

/** What renditions say about rights. */
export interface Mark {
  rights: Rights | null
  /** Kept out of AI training. */
  isReserved: boolean
}

export const NO_MARK: Mark = { rights: null, isReserved: false }

export interface PreviewTask {
  file: string
  /** Gets the copy with a watermark. */
  previewFile: string
  /** Gets the copy without one. */
  pictureFile: string
  type: ImageType
}

export interface NamedCopy {
  namedFile: string
  name: string
  /** For a name of letters that our fonts lack. */
  otherwise: string
  /** The file has the watermark already. */
  isMarked: boolean
}

export interface NameTask extends NamedCopy {
  file: string
}

/** The same picture twice, cut into tiles: under a watermark, and without. */
export interface Pyramids extends PreviewSize {
  levels: number
  /** Where each tile belongs, as level, column and row with hyphens between them, and the files of both copies. */
  tiles: { place: string; marked: string; plain: string }[]
}

export interface PreviewSize {
  width: number
  height: number
}

export interface RenderOptions {
  width: number
  format: RenditionFormat
  /** The largest rendition: the original's colours and hardly any loss. */
  isTop: boolean
  /** For an animated picture: WebP is animated too, AVIF shows the first frame. */
  isAnimated: boolean
  mark?: Mark
}

export interface RenderTask extends RenderOptions {
  file: string
  rendition: string
}

export interface ImageInspection {
  /** As shown, with the orientation applied. */
  width: number
  height: number
  /** base64 of the thumbhash. */
  thumbhash: string
  /** The most frequent colour first, as #rrggbb. */
  palette: string[]
  /** What it looks like (`look.ts`), to recognise copies by; null for a plain surface. */
  look: string | null
  isAnimated: boolean
}

export interface CleanedImage extends ImageInspection, AuthoredFile {}

export const DAMAGED =
  'We can’t read this picture. The file is damaged or incomplete. Export it again and upload that one.'
