import type { VideoType } from '@plinth/contract/media/file-types.ts'
import type { Usage } from '../process/tasks.ts'

/**
 * What Plinth needs of FFmpeg, and no more. `bundled/` calls it as a library, `system/` starts the operator's programs.
 * What is taken, made and refused is decided outside of both.
 */
export interface Av {
  /** Opens a file as one format and nothing else. Throws if it cannot be read as that. Disposing of it closes it. */
  open: (file: string, how: HowToOpen) => Promise<AvFile>
  /** What programs have used that it started. */
  used: () => Usage
}

export interface HowToOpen {
  /** FFmpeg's name of the demuxer. */
  format: string
  /** The names under which that demuxer may open files. */
  formats: readonly string[]
  /** The decoders that may run. */
  decoders: readonly string[]
  /** Whether to report metadata as well that FFmpeg has no names for. Only the demuxer `mov` knows how. */
  exportsAll: boolean
}

/** An opened file. Each of its functions reads it from its start, and only one of them may be called, once. */
export interface AvFile extends AsyncDisposable {
  facts: AvFacts
  /** Copies tracks unchanged, but without their metadata. Throws if a packet is damaged. */
  copy: (target: AvTarget, tracks: readonly AvTrack[], watch: Watch) => Promise<void>
  /** Whether a frame of this track can be decoded. With `watch`, all of its packets are read as well. */
  holdsFrame: (track: AvTrack, watch?: Watch) => Promise<boolean>
  /** Decodes a track and hands over its samples, interleaved. */
  samples: (track: AvTrack, take: (interleaved: Float32Array) => void) => Promise<void>
  /** Yields frames from which a poster may be chosen. Each is valid until the next one is requested. */
  stills: (track: AvTrack, wanted: WantedStills) => AsyncGenerator<Still>
  /** Writes a new file with the tracks that are named. */
  convert: (target: AvTarget, parts: Conversion) => Promise<void>
}

/** What a file says of itself. */
export interface AvFacts {
  seconds: number
  tags: Readonly<Record<string, string>>
  tracks: readonly AvTrack[]
}

/** What a file says of one of its tracks. Numbers that it does not state, or that its kind does not have, are 0. */
export interface AvTrack {
  index: number
  kind: 'video' | 'audio' | 'subtitle' | 'other'
  /** FFmpeg's name. */
  codec: string
  /** Four letters; empty if there are none. */
  code: string
  /** Whether it is a picture that goes with sound. */
  isCover: boolean
  tags: Readonly<Record<string, string>>
  seconds: number
  /** The fraction of a second in which its times are counted. */
  timeBase: TimeBase
  /** When it begins, in that unit. */
  start: number
  width: number
  height: number
  /** Width of a pixel, divided by its height. */
  aspect: number
  fps: number
  /** FFmpeg's name of the pixel format. */
  pixels: string
  isHdr: boolean
  hasColorSpace: boolean
  /** The display matrix of nine numbers that phones write; null if there is none. */
  matrix: readonly number[] | null
  channels: number
  sampleRate: number
  bits: number
  /** Whether it is the kind of AAC that every browser plays. */
  isLowComplexity: boolean
}

export type TimeBase = readonly [over: number, under: number]

export interface AvPacket {
  /** In seconds; null if the file does not say when it is shown. */
  start: number | null
  seconds: number
  bytes: number
}

/** Called for each packet of the tracks that are read. What it throws ends the reading. */
type Watch = (packet: AvPacket) => void

export interface AvTarget {
  file: string
  type: VideoType | 'audio/mp4'
  /** The only metadata of the new file, by FFmpeg's names; none if undefined. A container drops what it has no place for. */
  tags?: Readonly<Record<string, string>>
}

/** Tracks without an encoding are copied. */
export interface Conversion {
  picture: { track: AvTrack; encoding: PictureEncoding | null } | null
  sound: {
    track: AvTrack
    bitrate: string | null
    /** A filter before the one that makes what the encoder takes. */
    filter?: string
  } | null
}

export type Size = readonly [width: number, height: number]

/** How to make H.264 of a picture. */
export interface PictureEncoding {
  /** FFmpeg's filters, for frames that are upright already or for those that are not. */
  filter: (isUpright: boolean) => string
  /** Of the frames that the filter makes. */
  size: Size
  /** Frames a second of the result, as a whole number. The filter sees to it that there are no more. */
  fps: number
  quality: {
    maxRate: string
    bufSize: string
    gopSize: number
    options: { preset: 'veryfast' | 'medium'; crf: number }
  }
  /** Which part is wanted; null: all of it. */
  stretch: Stretch | null
}

/** The part of a film that begins with the first lit frame between two moments, or else at the later one. */
export interface Stretch {
  earliest: number
  latest: number
  /** How long it may be. */
  seconds: number
}

export interface WantedStills {
  filter: (isUpright: boolean) => string
  /** Of the frames that the filter makes. */
  size: Size
  /** The first one is wanted so many seconds after the first frame, the others after each further step. */
  from: number
  step: number
  /** No further one is wanted after that many seconds. */
  last: number
}

/** A frame in 8 bits, as the filter has made it. */
export interface Still {
  light: Light
  jpeg: () => Promise<Buffer>
}

/** How light each pixel is, in rows of `stride` bytes. */
export interface Light {
  luma: Uint8Array
  stride: number
  width: number
  height: number
}

/** The muxer for each type. */
export const MUXERS = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  // FFmpeg's name for MP4 with audio only.
  'audio/mp4': 'ipod',
} as const

/** Samples in a frame of AAC. */
const FRAME_SAMPLES = 1_024
/** Makes of any sound what the encoder for AAC takes, with at most two channels. */
const SOUND_FILTER = [
  // The encoder starts at 0, so a late start and gaps are filled with silence.
  'aresample=async=1:first_pts=0',
  // Higher sample rates make no audible difference.
  'aformat=sample_fmts=fltp:sample_rates=48000|44100|32000|24000|22050:channel_layouts=stereo|mono',
  // Pads the end, because the encoder drops an incomplete frame.
  `asetnsamples=n=${FRAME_SAMPLES}:p=1`,
].join(',')

export const soundFilter = (before: string | undefined): string =>
  before === undefined ? SOUND_FILTER : `${before},${SOUND_FILTER}`

/** FFmpeg's scale from 2, the best, to 31. 2 is about a quality of 92. */
export const JPEG_SCALE = 2
