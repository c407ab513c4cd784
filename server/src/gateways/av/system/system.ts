/** FFmpeg as the operator has installed it, through its programs. */
import type { Av, AvFile } from '../av.ts'
import { convert } from './convert.ts'
import { factsOf } from './facts.ts'
import { COPYING, mapOf, openingOf, reading, writing, type Opening } from './opening.ts'
import { PACKET_LINES, packetsOf } from './packets.ts'
import type { Programs } from './programs.ts'
import { outputOf, unitsOf, usedByPrograms, wholeOutputOf } from './run.ts'
import { stillsOf } from './stills.ts'

/** What ffprobe says of a file with very many tags. */
const MAX_FACTS_BYTES = 16 * 1024 * 1024
const SAMPLE_BYTES = 4

export const systemAv = (programs: Programs): Av => ({
  open: async (file, how) => openFile(openingOf(programs, file, how)),
  used: usedByPrograms,
})

/** How ffprobe names a decoder that it may not run. */
const NOT_ALLOWED = /Codec \((?<name>\w+)\) not on whitelist/g

/**
 * Ffprobe gives up on a file with a track whose decoder it may not open, such as a cover. It is allowed to open that
 * decoder then, while what it decodes to find facts stays limited to the others.
 */
async function probe(ffprobe: string, { input, decoders }: Opening): Promise<string> {
  const show = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json']
  const ask = async (...more: string[]) => {
    const words = [...show, ...input, ...more]
    return (await wholeOutputOf(ffprobe, words, { maxBytes: MAX_FACTS_BYTES })).toString('utf8')
  }
  try {
    return await ask()
  } catch (error) {
    const others = [...(error as Error).message.matchAll(NOT_ALLOWED)].map(
      ({ groups }) => groups?.name ?? '',
    )
    if (others.length === 0) throw error
    const all = [...decoders, ...new Set(others)].join(',')
    return ask(...['v', 'a', 's'].flatMap((kind) => [`-codec_whitelist:${kind}`, all]))
  }
}

async function openFile(opening: Opening): Promise<AvFile> {
  const { ffmpeg, ffprobe } = opening.programs
  const facts = factsOf(await probe(ffprobe, opening))
  const read = (...words: string[]) => outputOf(ffmpeg, [...reading(opening), ...words])

  return {
    facts,
    // A program opens the file for as long as it runs.
    [Symbol.asyncDispose]: () => Promise.resolve(),

    copy: async (target, tracks, watch) => {
      const copies = [...tracks.flatMap(mapOf), ...COPYING]
      // Older versions would round the end of sound to a millisecond.
      const rate = target.type === 'audio/mp4' ? tracks[0]?.sampleRate : undefined
      const unit = rate === undefined ? [] : ['-movie_timescale', String(rate)]
      const output = read(...copies, ...unit, ...writing(target), ...copies, ...PACKET_LINES)
      for await (const packet of packetsOf(output)) watch(packet)
    },

    holdsFrame: async (track, watch) => {
      if (watch !== undefined) {
        const output = read(...mapOf(track), ...COPYING, ...PACKET_LINES)
        for await (const packet of packetsOf(output)) watch(packet)
      }
      const one = track.kind === 'video' ? ['-frames:v', '1'] : ['-frames:a', '1']
      for await (const _ of packetsOf(read(...mapOf(track), ...one, ...PACKET_LINES))) return true
      return false
    },

    samples: async (track, take) => {
      const output = read(...mapOf(track), '-c:a', 'pcm_f32le', '-f', 'f32le', 'pipe:1')
      for await (const piece of unitsOf(output, track.channels * SAMPLE_BYTES))
        take(new Float32Array(new Uint8Array(piece).buffer))
    },

    stills: (track, wanted) => stillsOf(opening, track, wanted),

    convert: (target, parts) => convert(opening, target, parts),
  }
}
