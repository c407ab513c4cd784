import type { VideoType } from '@plinth/contract/media.ts'
import { Decoder, Muxer } from 'node-av/api'
import { AV_NOPTS_VALUE } from 'node-av/constants'
import type { Packet, Stream } from 'node-av/lib'
import { Refusal } from './child-serve.ts'
import {
  checkDuration,
  isPlainPicture,
  isPlainSound,
  openSource,
  packetsOf,
  ratio,
  type Source,
} from './video-source.ts'
import { DAMAGED_VIDEO, type VideoSeen } from './video-tasks.ts'

const CONTAINERS = { 'video/mp4': 'mp4', 'video/quicktime': 'mov', 'video/webm': 'webm' } as const
/** A file may state a little more than it holds: its last frame, or a track that ends sooner. */
const MISSING_SECONDS = 1
const MISSING_SHARE = 0.1

/** Opens a file to be written: its index goes first, and it names no software. */
export const openTarget = (file: string, type: VideoType): Promise<Muxer> =>
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

/** Copies picture and sound; titles, places, devices, chapters and all other tracks stay behind. */
export async function copyClean(file: string, cleanFile: string, type: VideoType): Promise<void> {
  const source = await openSource(file, type)
  try {
    const target = await openTarget(cleanFile, type)
    try {
      const stated = source.demuxer.duration
      const held = await copyTracks(source, target)
      checkDuration(held)
      const missing = stated - held
      if (missing > MISSING_SECONDS && missing > stated * MISSING_SHARE) {
        throw new Refusal(DAMAGED_VIDEO)
      }
    } finally {
      await target.close()
    }
  } finally {
    await source.demuxer.close()
  }
}

/** Answers the seconds from the first moment to the last. */
async function copyTracks(source: Source, target: Muxer): Promise<number> {
  const tracks = new Map<number, number>()
  for (const stream of [source.picture, source.sound]) {
    if (stream !== null) tracks.set(stream.index, addCopy(target, stream, { keepsTag: true }))
  }
  let [first, last] = [Infinity, -Infinity]
  for await (const packet of packetsOf(source)) {
    const index = tracks.get(packet.streamIndex)
    if (index === undefined) continue
    const { start, end } = timesOf(packet)
    if (start < first) first = start
    if (end > last) last = end
    checkDuration(last - first)
    await target.writePacket(packet, index)
  }
  for (const index of tracks.values()) await target.writePacket(null, index)
  return Math.max(0, last - first)
}

function timesOf({ pts, duration, timeBase }: Packet): { start: number; end: number } {
  if (pts === AV_NOPTS_VALUE) return { start: Infinity, end: -Infinity }
  const unit = ratio(timeBase)
  return { start: Number(pts) * unit, end: Number(pts + duration) * unit }
}

/** What a cleaned file is; at least one of its frames can be decoded. */
export async function inspect(file: string, type: VideoType): Promise<VideoSeen> {
  const source = await openSource(file, type)
  try {
    await decodeOne(source)
    const { width, height, sound, demuxer } = source
    if (!(demuxer.duration > 0)) throw new Refusal(DAMAGED_VIDEO)
    return {
      width,
      height,
      durationMs: Math.round(demuxer.duration * 1_000),
      hasSound: sound !== null,
      isPlayable: type === 'video/mp4' && isPlainPicture(source) && isPlainSound(source),
    }
  } finally {
    await source.demuxer.close()
  }
}

async function decodeOne(source: Source): Promise<void> {
  const decoder = await Decoder.create(source.picture, { threadCount: 1 })
  try {
    for await (const packet of packetsOf(source)) {
      if (packet.streamIndex !== source.picture.index) continue
      if (await holdsFrame(decoder, packet)) return
    }
    if (!(await holdsFrame(decoder, null))) throw new Refusal(DAMAGED_VIDEO)
  } finally {
    decoder.close()
  }
}

async function holdsFrame(decoder: Decoder, packet: Packet | null): Promise<boolean> {
  const frames = await decoder.decodeAll(packet)
  for (const frame of frames) frame.free()
  return frames.length > 0
}
