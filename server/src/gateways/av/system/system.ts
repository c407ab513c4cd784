/** FFmpeg as the operator has installed it, through its programs. */
import type { Av, AvFile, AvTrack } from '../av.ts'
import { convert } from './convert.ts'
import { factsOf, type ProbedTrack } from './facts.ts'
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

async function openFile(opening: Opening): Promise<AvFile> {
  const { ffmpeg, ffprobe } = opening.programs
  const show = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json']
  const json = await wholeOutputOf(ffprobe, [...show, ...opening.input], {
    maxBytes: MAX_FACTS_BYTES,
  })
  const facts = factsOf(json.toString('utf8'))
  const trackOf = ({ index }: AvTrack): ProbedTrack => {
    const track = facts.tracks.find((one) => one.index === index)
    if (track === undefined) throw new Error('a track of another file')
    return track
  }
  const read = (...words: string[]) => outputOf(ffmpeg, [...reading(opening), ...words])

  return {
    facts,
    // A program opens the file for as long as it runs.
    [Symbol.asyncDispose]: () => Promise.resolve(),

    copy: async (target, tracks, watch) => {
      const copies = [...tracks.flatMap(mapOf), ...COPYING]
      const output = read(...copies, ...writing(target), ...copies, ...PACKET_LINES)
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

    stills: (track, wanted) => stillsOf(opening, trackOf(track), wanted),

    convert: (target, { picture, sound }) =>
      convert(opening, target, {
        picture: picture && { ...picture, track: trackOf(picture.track) },
        sound,
      }),
  }
}
