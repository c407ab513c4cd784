import type {
  ImageType,
  RenditionFormat,
  TakenOut,
  FileFacts,
} from '@plinth/contract/media/media.ts'

/** What the imaging child does; files are paths on this machine. */
export interface ImagingTasks {
  /** Decodes the whole picture once. */
  inspect: (task: { file: string; type: ImageType }) => Promise<ImageInspection>
  /** Looks at the cleaned file and not at what came: so what was checked is what is kept. */
  clean: (task: { file: string; cleanFile: string; type: ImageType }) => Promise<CleanedImage>
  /** Writes what the others open quickly. */
  decode: (task: { file: string; workFile: string }) => Promise<void>
  /** Answers how many bytes it wrote. */
  render: (task: RenderTask) => Promise<number>
  /** Answers the size of what it wrote; null where the picture is too large to be opened. */
  preview: (task: PreviewTask) => Promise<PreviewSize | null>
  /** Answers the names of what it wrote into the folder. */
  tiles: (task: { file: string; folder: string }) => Promise<string[]>
}

export interface PreviewTask {
  file: string
  previewFile: string
  type: ImageType
}

export interface PreviewSize {
  width: number
  height: number
}

export interface RenderOptions {
  width: number
  format: RenditionFormat
  /** The largest one: the colours of the original, hardly any loss. */
  isTop: boolean
  /** Of a picture that moves: WebP moves as well, AVIF is the first frame. */
  isAnimated: boolean
}

export interface RenderTask extends RenderOptions {
  file: string
  rendition: string
}

export interface ImageInspection {
  /** As shown, orientation applied. */
  width: number
  height: number
  /** base64 of the thumbhash. */
  thumbhash: string
  /** Most present colour first, as #rrggbb. */
  palette: string[]
  isAnimated: boolean
}

export interface CleanedImage extends ImageInspection {
  received: FileFacts
  kept: FileFacts
  isSame: boolean
  takenOut: TakenOut[]
}

export const DAMAGED =
  'This picture cannot be read: the file is damaged or incomplete. Export it again and send that.'
