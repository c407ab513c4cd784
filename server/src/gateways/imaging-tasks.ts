import type { ImageType, RenditionFormat } from '@plinth/contract/media.ts'

/** What the parent asks of the child; files are paths on this machine. */
export type ImagingTask =
  | { kind: 'inspect'; file: string; type: ImageType }
  | { kind: 'clean'; file: string; cleanFile: string; type: ImageType }
  | { kind: 'render'; file: string; width: number; format: RenditionFormat }

export interface ImagingRequest {
  task: ImagingTask
  /** Time on a processor, so that a busy machine makes a picture late and not impossible. */
  cpuMs: number
}

/** The picture as shown, orientation applied; thumbhash in base64. */
export interface Seen {
  width: number
  height: number
  thumbhash: string
}

/** `refusal` is a sentence for the picture's owner, `fault` the code of an error of this machine. */
export type ImagingAnswer =
  | { seen: Seen }
  | { rendered: Uint8Array }
  | { refusal: string }
  | { fault: string }

/** The child's last words: it ends itself because it has grown past a limit of its own. */
export interface LastWords {
  spent: 'memory' | 'time'
}

/** Photographers' largest files have 150 megapixels. */
export const MAX_MEGAPIXELS = 200
export const MAX_SIDE = 65_535

export const DAMAGED =
  'This picture cannot be read: the file is damaged or incomplete. Export it again and send that.'
