/** FFmpeg as a library, through node-av. Only worker processes load it. */
import { Decoder, Demuxer } from 'node-av/api'
import { AV_LOG_QUIET, AV_SAMPLE_FMT_FLT } from 'node-av/constants'
import { Log, type Frame, type Packet } from 'node-av/lib'
import type { Av, AvFile, AvTrack } from '../av.ts'
import { factsOf } from './facts.ts'
import { packetFacts, packetsOf } from './packets.ts'
import { transcodePicture } from './picture.ts'
import { stillsOf } from './stills.ts'
import {
  addCopy,
  copyTrack,
  openTarget,
  transcodeSound,
  writeThrough,
  type Track,
} from './tracks.ts'

Log.setLevel(AV_LOG_QUIET)

export const bundledAv: Av = {
  open: async (file, { format, formats, decoders, exportsAll }) => {
    const demuxer = await Demuxer.open(file, {
      format,
      // No playlists, no network, and only the decoders for the codecs that Plinth takes.
      options: {
        format_whitelist: formats.join(','),
        protocol_whitelist: 'file',
        codec_whitelist: decoders.join(','),
        ...(exportsAll ? { export_all: 1, export_xmp: 1 } : {}),
      },
    })
    return fileOf(demuxer)
  },
  used: () => ({ cpuMs: 0, rssBytes: 0 }),
}

function fileOf(demuxer: Demuxer): AvFile {
  const streamOf = ({ index }: AvTrack) => {
    const stream = demuxer.streams[index]
    if (stream === undefined) throw new Error('a track of another file')
    return stream
  }

  return {
    facts: factsOf(demuxer),
    [Symbol.asyncDispose]: () => demuxer.close(),

    copy: async (to, tracks, watch) => {
      await using target = await openTarget(to)
      const indexes = new Map(
        tracks.map((track) => [track.index, addCopy(target, streamOf(track), { keepsTag: true })]),
      )
      for await (const packet of packetsOf(demuxer)) {
        const index = indexes.get(packet.streamIndex)
        if (index === undefined) continue
        watch(packetFacts(packet))
        await target.writePacket(packet, index)
      }
      for (const index of indexes.values()) await target.writePacket(null, index)
    },

    holdsFrame: async (track, watch) => {
      const decoder = await Decoder.create(streamOf(track), { threadCount: 1 })
      let holds = false
      try {
        for await (const packet of packetsOf(demuxer)) {
          if (packet.streamIndex !== track.index) continue
          holds ||= await decodes(decoder, packet)
          watch?.(packetFacts(packet))
          if (holds && watch === undefined) return true
        }
        return holds || (await decodes(decoder, null))
      } finally {
        decoder.close()
      }
    },

    samples: async (track, take) => {
      const decoder = await Decoder.create(streamOf(track), {
        resample: { sampleFormat: AV_SAMPLE_FMT_FLT },
      })
      const takeAll = (frames: Frame[]) => {
        for (const frame of frames) {
          take(samplesOf(frame))
          frame.free()
        }
      }
      try {
        for await (const packet of packetsOf(demuxer)) {
          if (packet.streamIndex === track.index) takeAll(decoder.decodeAllSync(packet))
        }
        takeAll(decoder.decodeAllSync(null))
      } finally {
        decoder.close()
      }
    },

    stills: (track, wanted) => stillsOf({ demuxer, stream: streamOf(track) }, wanted),

    convert: async (to, { picture, sound }) => {
      await using target = await openTarget(to)
      const tracks = new Map<number, Track>()
      let isDone = () => false
      try {
        if (picture !== null) {
          const { track, encoding } = picture
          const stream = streamOf(track)
          if (encoding === null) tracks.set(track.index, copyTrack(target, stream))
          else {
            const converted = await transcodePicture(stream, target, encoding)
            tracks.set(track.index, converted)
            isDone = converted.isDone
          }
        }
        if (sound !== null) {
          const { track, bitrate, ...rest } = sound
          const stream = streamOf(track)
          tracks.set(
            track.index,
            bitrate === null
              ? copyTrack(target, stream)
              : await transcodeSound(stream, target, { bitrate, ...rest }),
          )
        }
        for await (const packet of packetsOf(demuxer)) {
          const track = tracks.get(packet.streamIndex)
          if (track !== undefined) await writeThrough(track, packet, target)
          if (isDone()) break
        }
        for (const track of tracks.values()) {
          await writeThrough(track, null, target)
          await target.writePacket(null, track.index)
        }
      } finally {
        for (const track of tracks.values()) track.close()
      }
    },
  }
}

async function decodes(decoder: Decoder, packet: Packet | null): Promise<boolean> {
  const frames = await decoder.decodeAll(packet)
  for (const frame of frames) frame.free()
  return frames.length > 0
}

function samplesOf({ data, nbSamples, channels }: Frame): Float32Array {
  const [bytes] = data ?? []
  if (bytes === undefined) return new Float32Array()
  return new Float32Array(bytes.buffer, bytes.byteOffset, nbSamples * channels)
}
