import type { VideoType } from '@plinth/contract/media/media.ts'
import { Muxer } from 'node-av/api'
import type { Stream } from 'node-av/lib'

const CONTAINERS = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  // FFmpeg's name for MP4 that claims to be sound alone.
  'audio/mp4': 'ipod',
} as const

/** Opens a file to be written: its index goes first, and it names no software. */
export const openTarget = (file: string, type: VideoType | 'audio/mp4'): Promise<Muxer> =>
  Muxer.open(file, {
    format: CONTAINERS[type],
    useAsyncWrite: false,
    useSyncQueue: false,
    options: { fflags: '+bitexact', ...(type === 'video/webm' ? {} : { movflags: '+faststart' }) },
  })

/** Adds a track that is copied as it is, but without its words. */
export function addCopy(
  target: Muxer,
  stream: Stream,
  { keepsTag }: { keepsTag: boolean },
): number {
  const index = target.addStream(stream)
  const added = target.getStream(index)
  if (added === undefined) throw new Error('a track that was added is not there')
  added.metadata = null
  // The four letters of one container may mean nothing in another.
  if (!keepsTag) added.codecpar.codecTag = 0
  return index
}
