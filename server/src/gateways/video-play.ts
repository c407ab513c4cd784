import type { VideoType } from '@plinth/contract/media.ts'
import { Decoder, Encoder, FilterAPI, type Muxer } from 'node-av/api'
import { AV_FRAME_DATA_DISPLAYMATRIX, FF_ENCODER_AAC, FF_ENCODER_LIBX264 } from 'node-av/constants'
import { Rational, type Frame, type Packet, type Stream } from 'node-av/lib'
import { addCopy, inspect, openTarget } from './video-copy.ts'
import { playFilter, SOUND_FILTER } from './video-filters.ts'
import { isPlainPicture, isPlainSound, openSource, packetsOf, type Source } from './video-source.ts'
import { PLAY_FPS } from './video-tasks.ts'

/** Near to the original for the eye; 8 Mbit/s is what full HD of much movement needs. */
const PICTURE_OPTIONS = {
  maxRate: '8M',
  bufSize: '16M',
  // A player that jumps starts to decode at a whole picture: at the latest four seconds away.
  gopSize: 120,
  options: { preset: 'veryfast', crf: 21 },
} as const
const SOUND_BITRATE = '160k'
const USUAL_FPS = 30

/** Turns the packets of one track into those of the file that plays. */
interface Track {
  index: number
  /** Null stands for the end. */
  take: (packet: Packet | null) => Promise<Packet[]>
  close: () => void
}

/** MP4 with H.264 and AAC: what is that already is copied, the rest is made anew. */
export async function makePlay(file: string, playFile: string, type: VideoType): Promise<void> {
  const source = await openSource(file, type)
  try {
    const target = await openTarget(playFile, 'video/mp4')
    try {
      await convert(source, target)
    } finally {
      await target.close()
    }
  } finally {
    await source.demuxer.close()
  }
  // The end of the file is written as it is closed, where no error is told.
  await inspect(playFile, 'video/mp4')
}

async function convert(source: Source, target: Muxer): Promise<void> {
  const { picture, sound } = source
  const tracks = new Map<number, Track>()
  try {
    tracks.set(
      picture.index,
      isPlainPicture(source) ? copyOf(target, picture) : await newPicture(source, target),
    )
    if (sound !== null) {
      tracks.set(
        sound.index,
        isPlainSound(source) ? copyOf(target, sound) : await newSound(sound, target),
      )
    }
    for await (const packet of packetsOf(source)) {
      const track = tracks.get(packet.streamIndex)
      if (track !== undefined) await pass(track, packet, target)
    }
    for (const track of tracks.values()) {
      await pass(track, null, target)
      await target.writePacket(null, track.index)
    }
  } finally {
    for (const track of tracks.values()) track.close()
  }
}

async function pass(track: Track, packet: Packet | null, target: Muxer): Promise<void> {
  for (const made of await track.take(packet)) {
    await target.writePacket(made, track.index)
    if (made !== packet) made.free()
  }
}

const copyOf = (target: Muxer, stream: Stream): Track => ({
  index: addCopy(target, stream, { keepsTag: false }),
  take: (packet) => Promise.resolve(packet === null ? [] : [packet]),
  close: () => undefined,
})

async function newPicture(source: Source, target: Muxer): Promise<Track> {
  const decoder = await Decoder.create(source.picture, { threadCount: 1 })
  const filter = FilterAPI.create(playFilter(source))
  const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    decoder,
    filter,
    threadCount: 1,
    // Without it the codec thinks of as many frames a second as a second has parts, and asks too much of players.
    context: {
      framerate: new Rational(Math.min(PLAY_FPS, Math.round(source.fps) || USUAL_FPS), 1),
    },
    ...PICTURE_OPTIONS,
  })
  return remake(target, { decoder, filter, encoder })
}

async function newSound(sound: Stream, target: Muxer): Promise<Track> {
  const decoder = await Decoder.create(sound)
  const filter = FilterAPI.create(SOUND_FILTER)
  const encoder = await Encoder.create(FF_ENCODER_AAC, { decoder, filter, bitrate: SOUND_BITRATE })
  return remake(target, { decoder, filter, encoder })
}

function remake(
  target: Muxer,
  { decoder, filter, encoder }: { decoder: Decoder; filter: FilterAPI; encoder: Encoder },
): Track {
  const filtered = async (frame: Frame | null): Promise<Packet[]> => {
    // The filter has turned it: whoever shows it must not do so again.
    frame?.removeSideData(AV_FRAME_DATA_DISPLAYMATRIX)
    const packets = []
    for (const one of await filter.processAll(frame)) {
      packets.push(...(await encoder.encodeAll(one)))
      one.free()
    }
    frame?.free()
    return packets
  }
  return {
    index: target.addStream(encoder),
    take: async (packet) => {
      const packets = []
      for (const frame of await decoder.decodeAll(packet)) packets.push(...(await filtered(frame)))
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
