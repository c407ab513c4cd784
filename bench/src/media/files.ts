/** The files that the media benches upload: the demo world's own, and others converted from them on the fly. */
import { readdir, readFile, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import os from 'node:os'
import { Decoder, Demuxer, Encoder, Muxer, pipeline } from 'node-av/api'
import {
  AV_LOG_QUIET,
  FF_ENCODER_AAC,
  FF_ENCODER_FLAC,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_PCM_S16LE,
} from 'node-av/constants'
import { Log } from 'node-av/lib'

const WORLD = path.join(import.meta.dirname, '../../../server/seeds/world')
const FIXTURES = path.join(import.meta.dirname, '../../fixtures')
const PICTURE = 'works/carp-for-a-kitchen.jpg'
const FILM = 'videos/dune-walk.mp4'
const SOUND = 'audio/low-tide-bells.mp3'
/** Camera and location, so that the server has metadata to remove. */
const WORDS = {
  IFD0: { Make: 'Obscura', Artist: 'Bench' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 22/1 19/1' },
}
const FRAMES = 8

type Bytes = Uint8Array<ArrayBuffer>
export interface FormatFile {
  name: string
  make: () => Promise<Uint8Array>
}

const worldFile = (name: string): string => path.join(WORLD, name)
const picture = (): Sharp => sharp(worldFile(PICTURE)).withExif(WORDS)

/** One file of every type that Plinth accepts, and two animated pictures. */
export const formatFiles: readonly FormatFile[] = [
  { name: 'JPEG', make: () => picture().jpeg({ quality: 95 }).toBuffer() },
  { name: 'PNG', make: () => picture().png().toBuffer() },
  { name: 'WebP', make: () => picture().webp({ quality: 90 }).toBuffer() },
  { name: 'WebP, moving', make: async () => (await moving()).webp().toBuffer() },
  { name: 'AVIF', make: () => picture().avif({ effort: 2 }).toBuffer() },
  { name: 'GIF', make: () => picture().gif().toBuffer() },
  { name: 'GIF, moving', make: async () => (await moving()).gif().toBuffer() },
  {
    name: 'TIFF, 16 bit',
    make: () => picture().toColourspace('rgb16').tiff({ compression: 'deflate' }).toBuffer(),
  },
  { name: 'HEIC', make: () => readFile(path.join(FIXTURES, 'carp.heic')) },
  { name: 'MP4', make: () => readFile(worldFile(FILM)) },
  { name: 'MOV', make: () => copyInto(worldFile(FILM), 'mov') },
  { name: 'WebM', make: () => encodeFilm(worldFile(FILM)) },
  { name: 'MP3', make: () => readFile(worldFile(SOUND)) },
  { name: 'M4A', make: () => encodeSound(worldFile(SOUND), 'ipod') },
  { name: 'WAV', make: () => encodeSound(worldFile(SOUND), 'wav') },
  { name: 'OGG', make: () => readFile(worldFile('audio/cutting-room-loop.ogg')) },
  { name: 'FLAC', make: () => encodeSound(worldFile(SOUND), 'flac') },
  { name: 'PDF', make: () => readFile(worldFile('documents/plinth-lookbook.pdf')) },
  { name: '.doc', make: () => readFile(path.join(FIXTURES, 'letter.doc')) },
  { name: '.docx', make: () => readFile(path.join(FIXTURES, 'letter.docx')) },
  { name: '.txt', make: () => readFile(worldFile('README.md')) },
]

/** An animated pan across the picture. */
async function moving(): Promise<Sharp> {
  const side = 480
  const frames = await Promise.all(
    Array.from({ length: FRAMES }, (_, index) =>
      sharp(worldFile(PICTURE))
        .resize(1_200)
        .extract({ left: index * 80, top: 300, width: side, height: side })
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
}

export interface LargePicture {
  name: string
  /** A JPEG with a camera's quality settings. */
  bytes: Bytes
}

/**
 * Yields pictures of the demo world, the largest first, enlarged to `width` pixels, with film grain of the given
 * strength so that they compress like photographs.
 */
export async function* largePictures(
  count: number,
  width: number,
  strength = 10,
): AsyncGenerator<LargePicture> {
  for (const name of await largestWorks(count)) {
    const size = { width, height: Math.round((width * 3) / 4) }
    const enlarged = await sharp(worldFile(`works/${name}`))
      .resize({ ...size, fit: 'cover', kernel: 'lanczos3' })
      .composite([{ input: await grain(size, strength), blend: 'soft-light' }])
      .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
      .toBuffer()
    yield { name: name.replace('.jpg', ''), bytes: new Uint8Array(enlarged) }
  }
}

const grain = (size: { width: number; height: number }, sigma: number): Promise<Buffer> =>
  sharp({
    create: {
      ...size,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer()

async function largestWorks(count: number): Promise<string[]> {
  const names = (await readdir(worldFile('works'))).sort()
  const sized = await Promise.all(
    names.map(async (name) => {
      const { width, height } = await sharp(worldFile(`works/${name}`)).metadata()
      return { name, pixels: width * height }
    }),
  )
  return sized
    .toSorted((a, b) => b.pixels - a.pixels)
    .slice(0, count)
    .map(({ name }) => name)
}

Log.setLevel(AV_LOG_QUIET)

const SOUNDS = {
  ipod: FF_ENCODER_AAC,
  wav: FF_ENCODER_PCM_S16LE,
  flac: FF_ENCODER_FLAC,
} as const

/** Copies the tracks into another container, without encoding them again. */
const copyInto = (file: string, format: string): Promise<Buffer> =>
  inFile(async (to) => {
    const [source, target] = [await Demuxer.open(file), await Muxer.open(to, { format })]
    await pipeline(source, target).completion
    await source.close()
  })

/** Encodes the film as WebM with VP9. */
const encodeFilm = (file: string): Promise<Buffer> =>
  inFile(async (to) => {
    const [source, target] = [await Demuxer.open(file), await Muxer.open(to, { format: 'webm' })]
    const stream = source.video()
    if (stream === undefined) throw new Error(`no picture in ${file}`)
    const decoder = await Decoder.create(stream)
    const encoder = await Encoder.create(FF_ENCODER_LIBVPX_VP9, {
      decoder,
      bitrate: '2M',
      options: { deadline: 'realtime', 'cpu-used': 8 },
    })
    await pipeline(source, decoder, encoder, target).completion
    await source.close()
  })

const encodeSound = (file: string, format: keyof typeof SOUNDS): Promise<Buffer> =>
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
    const file = path.join(folder, 'encoded')
    await write(file)
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
