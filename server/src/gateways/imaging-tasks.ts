import type { ImageType, RenditionFormat } from '@plinth/contract/media.ts'

/** What the imaging child does; files are paths on this machine. */
export interface ImagingSkills {
  /** Decodes the whole picture once. */
  inspect: (task: { file: string; type: ImageType }) => Promise<Seen>
  /** Looks at the cleaned file and not at what came: so what was checked is what is kept. */
  clean: (task: { file: string; cleanFile: string; type: ImageType }) => Promise<Seen>
  render: (task: RenderTask) => Promise<Uint8Array>
}

export interface RenderTask {
  file: string
  width: number
  format: RenditionFormat
}

/** The picture as shown, orientation applied; thumbhash in base64. */
export interface Seen {
  width: number
  height: number
  thumbhash: string
}

/** Photographers' largest files have 150 megapixels. */
export const MAX_MEGAPIXELS = 200
export const MAX_SIDE = 65_535

export const DAMAGED =
  'This picture cannot be read: the file is damaged or incomplete. Export it again and send that.'
