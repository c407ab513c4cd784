import { open } from 'node:fs/promises'
import type { ImageType, VideoType } from '@plinth/contract/media.ts'
import { SNIFF_BYTES, sniffImageType } from './image-type.ts'
import { sniffVideoType } from './video-type.ts'

export type FileType = { kind: 'image'; type: ImageType } | { kind: 'video'; type: VideoType }

/** What a file is by its first bytes, or null for anything Plinth does not take. */
export async function typeOfFile(file: string): Promise<FileType | null> {
  const head = await readHead(file)
  const image = sniffImageType(head)
  if (image !== null) return { kind: 'image', type: image }
  const video = sniffVideoType(head)
  return video === null ? null : { kind: 'video', type: video }
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
