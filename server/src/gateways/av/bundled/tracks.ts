import { Decoder, Encoder, FilterAPI, Muxer } from 'node-av/api'
import { AV_FRAME_DATA_DISPLAYMATRIX, FF_ENCODER_AAC } from 'node-av/constants'
import { Dictionary, type Frame, type Packet, type Stream } from 'node-av/lib'
import { MUXERS, soundFilter, type AvTarget } from '../av.ts'

/** Turns packets of one track into packets of another file. */
export interface Track {
  index: number
  /** Null marks the end. */
  take: (packet: Packet | null) => Promise<Packet[]>
  close: () => void
}

export async function writeThrough(
  track: Track,
  packet: Packet | null,
  target: Muxer,
): Promise<void> {
  for (const output of await track.take(packet)) {
    await target.writePacket(output, track.index)
    if (output !== packet) output.free()
  }
}

export const copyTrack = (target: Muxer, stream: Stream): Track => ({
  index: addCopy(target, stream, { keepsTag: false }),
  take: (packet) => Promise.resolve(packet === null ? [] : [packet]),
  close: () => undefined,
})

/** Converts sound to AAC with at most two channels. */
export async function transcodeSound(
  sound: Stream,
  target: Muxer,
  { bitrate, filter: before }: { bitrate: string; filter?: string },
): Promise<Track> {
  const decoder = await Decoder.create(sound)
  const filter = FilterAPI.create(soundFilter(before))
  const encoder = await Encoder.create(FF_ENCODER_AAC, { decoder, filter, bitrate })
  return transcode(target, { decoder, filter, encoder })
}

/** `choose` decides which filtered frames to keep, and may change their time. */
export function transcode(
  target: Muxer,
  { decoder, filter, encoder }: { decoder: Decoder; filter: FilterAPI; encoder: Encoder },
  choose: (frame: Frame) => boolean = () => true,
): Track {
  const filtered = async (frame: Frame | null): Promise<Packet[]> => {
    // The filter has already rotated the frame, so players must not do it again.
    frame?.removeSideData(AV_FRAME_DATA_DISPLAYMATRIX)
    const packets = []
    for (const one of await filter.processAll(frame)) {
      if (choose(one)) packets.push(...(await encoder.encodeAll(one)))
      one.free()
    }
    return packets
  }
  return {
    index: target.addStream(encoder),
    take: async (packet) => {
      const packets = []
      for (const frame of await decoder.decodeAll(packet)) {
        packets.push(...(await filtered(frame)))
        frame.free()
      }
      if (packet === null)
        packets.push(...(await filtered(null)), ...(await encoder.encodeAll(null)))
      return packets
    },
    close: () => {
      decoder.close()
      filter.close()
      encoder.close()
    },
  }
}

/** Opens a file for writing. Its index comes first, and it does not name our software. */
export async function openTarget({ file, type, tags }: AvTarget): Promise<Muxer> {
  const target = await Muxer.open(file, {
    format: MUXERS[type],
    useAsyncWrite: false,
    useSyncQueue: false,
    options: { fflags: '+bitexact', ...(type === 'video/webm' ? {} : { movflags: '+faststart' }) },
  })
  if (tags !== undefined) target.getFormatContext().metadata = Dictionary.fromObject({ ...tags })
  return target
}

/** Adds a track that is copied unchanged, but without its metadata. */
export function addCopy(
  target: Muxer,
  stream: Stream,
  { keepsTag }: { keepsTag: boolean },
): number {
  const index = target.addStream(stream)
  const added = target.getStream(index)
  if (added === undefined) throw new Error('a track that was added is not there')
  added.metadata = null
  // One container's four-letter code may mean nothing in another.
  if (!keepsTag) added.codecpar.codecTag = 0
  return index
}
