/** Films and sounds in other formats, made by the library that the product reads them with. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Decoder, Demuxer, Encoder, Muxer, pipeline } from 'node-av/api'
import {
  AV_LOG_QUIET,
  FF_ENCODER_AAC,
  FF_ENCODER_FLAC,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_PCM_S16LE,
} from 'node-av/constants'
import { Log } from 'node-av/lib'

Log.setLevel(AV_LOG_QUIET)

const SOUNDS = {
  ipod: FF_ENCODER_AAC,
  wav: FF_ENCODER_PCM_S16LE,
  flac: FF_ENCODER_FLAC,
} as const

/** The same tracks in another container. */
export const copyInto = (file: string, format: string): Promise<Buffer> =>
  inFile(async (to) => {
    const [source, target] = [await Demuxer.open(file), await Muxer.open(to, { format })]
    await pipeline(source, target).completion
    await source.close()
  })

/** WebM with VP9. */
export const encodeFilm = (file: string): Promise<Buffer> =>
  inFile(async (to) => {
    const [source, target] = [await Demuxer.open(file), await Muxer.open(to, { format: 'webm' })]
    const picture = source.video()
    if (picture === undefined) throw new Error(`no picture in ${file}`)
    const decoder = await Decoder.create(picture)
    const encoder = await Encoder.create(FF_ENCODER_LIBVPX_VP9, {
      decoder,
      bitrate: '2M',
      options: { deadline: 'realtime', 'cpu-used': 8 },
    })
    await pipeline(source, decoder, encoder, target).completion
    await source.close()
  })

export const encodeSound = (file: string, format: keyof typeof SOUNDS): Promise<Buffer> =>
  inFile(async (to) => {
    const [source, target] = [await Demuxer.open(file), await Muxer.open(to, { format })]
    const sound = source.audio()
    if (sound === undefined) throw new Error(`no sound in ${file}`)
    const decoder = await Decoder.create(sound)
    const encoder = await Encoder.create(SOUNDS[format], { decoder, autoResample: true })
    await pipeline(source, decoder, encoder, target).completion
    await source.close()
  })

async function inFile(write: (file: string) => Promise<void>): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-bench-'))
  try {
    const file = path.join(folder, 'made')
    await write(file)
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
