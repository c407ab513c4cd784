import { open } from 'node:fs/promises'
import type {
  AudioType,
  DocumentType,
  ImageType,
  PdfType,
  VideoType,
} from '@plinth/contract/media/file-types.ts'
import { sniffAudioType } from './audio/audio-type.ts'
import { recogniseDocument, sniffPdfType } from './document/document-type.ts'
import { SNIFF_BYTES, sniffImageType } from './image/image-type.ts'
import { isSoundAlone } from './av/mp4.ts'
import { sniffVideoType } from './video/video-type.ts'

export type FileType =
  | { kind: 'image'; type: ImageType }
  | { kind: 'video'; type: VideoType }
  | { kind: 'audio'; type: AudioType }
  | { kind: 'pdf'; type: PdfType }
  | { kind: 'document'; type: DocumentType }

/**
 * Tells a file's type by its content, never by its name. Returns null for types that Plinth does not take. A file that
 * is valid as several types counts as the one it begins as.
 */
export async function typeOfFile(file: string): Promise<FileType | null> {
  const head = await readHead(file)
  const image = sniffImageType(head)
  if (image !== null) return { kind: 'image', type: image }
  const video = sniffVideoType(head)
  // Sound recorders often write the brand of a video container.
  if (video !== null && (await isSoundAlone(file))) return { kind: 'audio', type: 'audio/mp4' }
  if (video !== null) return { kind: 'video', type: video }
  const audio = sniffAudioType(head)
  if (audio !== null) return { kind: 'audio', type: audio }
  const pdf = sniffPdfType(head)
  if (pdf !== null) return { kind: 'pdf', type: pdf }
  const document = await recogniseDocument(file)
  return document === null ? null : { kind: 'document', type: document.type }
}

/** Of an archive with files, and of an empty one. */
const ZIP_STARTS = new Set(['504b0304', '504b0506'])
/** Whether a file begins as a ZIP archive. */
export async function isZipFile(file: string): Promise<boolean> {
  return ZIP_STARTS.has(Buffer.from(await readHead(file)).toString('hex', 0, 4))
}

export async function readHead(file: string): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
