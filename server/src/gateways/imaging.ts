import type { ImageType, RenditionFormat } from '@plinth/contract/media.ts'

export interface ImageFacts {
  type: ImageType
  /** As shown, orientation applied. */
  width: number
  height: number
  /** base64 of the thumbhash. */
  thumbhash: string
}

/** Work on pictures, in a child process that can die alone. Files are paths on this machine. */
export interface ImagingGateway {
  /** Decodes the whole picture once. Throws ImagingError with a sentence for its owner. */
  inspect: (file: string) => Promise<ImageFacts>
  /** One rendition: sRGB, orientation applied, no metadata. */
  render: (file: string, options: { width: number; format: RenditionFormat }) => Promise<Buffer>
  close: () => Promise<void>
}
