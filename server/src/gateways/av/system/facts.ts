import type { AvFacts, AvTrack, TimeBase } from '../av.ts'

/** What ffprobe reports. Anything may be missing. */
interface Probed {
  format?: { duration?: string; tags?: Record<string, string> }
  streams?: ProbedStream[]
}
interface ProbedStream {
  index: number
  codec_name?: string
  codec_type?: string
  codec_tag_string?: string
  profile?: string
  disposition?: Record<string, number>
  tags?: Record<string, string>
  duration?: string
  time_base?: string
  start_pts?: number
  width?: number
  height?: number
  sample_aspect_ratio?: string
  avg_frame_rate?: string
  r_frame_rate?: string
  pix_fmt?: string
  color_transfer?: string
  color_space?: string
  side_data_list?: { side_data_type?: string; displaymatrix?: string }[]
  channels?: number
  sample_rate?: string
  bits_per_raw_sample?: string
  bits_per_sample?: number
}

/** Reads the JSON of ffprobe. */
export function factsOf(json: string): AvFacts {
  const { format = {}, streams = [] } = JSON.parse(json) as Probed
  return {
    seconds: numberOf(format.duration),
    tags: format.tags ?? {},
    tracks: streams.map(trackOf),
  }
}

const KINDS: Record<string, AvTrack['kind']> = {
  video: 'video',
  audio: 'audio',
  subtitle: 'subtitle',
}
const HDR_CURVES = new Set(['smpte2084', 'arib-std-b67'])
const NO_COLOR_SPACE = new Set(['', 'unknown'])

const trackOf = (stream: ProbedStream): AvTrack => ({
  index: stream.index,
  kind: KINDS[stream.codec_type ?? ''] ?? 'other',
  codec: stream.codec_name ?? '',
  code: stream.codec_tag_string ?? '',
  isCover: stream.disposition?.attached_pic === 1,
  tags: stream.tags ?? {},
  seconds: numberOf(stream.duration),
  timeBase: timeBaseOf(stream.time_base),
  start: stream.start_pts ?? 0,
  width: stream.width ?? 0,
  height: stream.height ?? 0,
  aspect: ratioOf(stream.sample_aspect_ratio),
  fps: ratioOf(stream.avg_frame_rate) || ratioOf(stream.r_frame_rate),
  pixels: stream.pix_fmt ?? '',
  isHdr: HDR_CURVES.has(stream.color_transfer ?? ''),
  hasColorSpace: !NO_COLOR_SPACE.has(stream.color_space ?? ''),
  matrix: matrixOf(stream),
  channels: stream.channels ?? 0,
  sampleRate: numberOf(stream.sample_rate),
  bits: numberOf(stream.bits_per_raw_sample) || (stream.bits_per_sample ?? 0),
  isLowComplexity: stream.profile === 'LC',
})

/** Zero for what is not stated. */
const numberOf = (text: string | undefined): number => Math.max(0, Number(text ?? 0) || 0)

function timeBaseOf(text = ''): TimeBase {
  const [over = 0, under = 0] = text.split('/').map(Number)
  return over > 0 && under > 0 ? [over, under] : [0, 1]
}

function ratioOf(text = ''): number {
  const [over = 0, under = 0] = text.split(/[:/]/).map(Number)
  return over > 0 && under > 0 ? over / under : 0
}

/** Three lines of three numbers, each line with its own number before a colon. */
function matrixOf({ side_data_list: all = [] }: ProbedStream): number[] | null {
  const text = all.find(({ displaymatrix }) => displaymatrix !== undefined)?.displaymatrix
  const numbers = text?.replaceAll(/^.*:/gm, '').trim().split(/\s+/).map(Number) ?? []
  return numbers.length === 9 && numbers.every(Number.isInteger) ? numbers : null
}
