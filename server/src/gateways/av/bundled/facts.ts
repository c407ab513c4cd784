import type { Demuxer } from 'node-av/api'
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_NOPTS_VALUE,
  AV_PKT_DATA_DISPLAYMATRIX,
  AV_PROFILE_AAC_LOW,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_SUBTITLE,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants'
import { avGetCodecName, avGetPixFmtName, type Stream } from 'node-av/lib'
import type { AvFacts, AvTrack } from '../av.ts'
import { ratio } from './packets.ts'

export const factsOf = ({ duration, metadata, streams }: Demuxer): AvFacts => ({
  seconds: duration,
  tags: metadata,
  tracks: streams.map(trackOf),
})

const KINDS = new Map<unknown, AvTrack['kind']>([
  [AVMEDIA_TYPE_VIDEO, 'video'],
  [AVMEDIA_TYPE_AUDIO, 'audio'],
  [AVMEDIA_TYPE_SUBTITLE, 'subtitle'],
])
const HDR_CURVES = new Set<unknown>([AVCOL_TRC_SMPTE2084, AVCOL_TRC_ARIB_STD_B67])
const MATRIX_BYTES = 36

function trackOf(stream: Stream): AvTrack {
  const { codecpar } = stream
  const kind = KINDS.get(codecpar.codecType) ?? 'other'
  return {
    index: stream.index,
    kind,
    codec: avGetCodecName(codecpar.codecId) ?? '',
    code: codecpar.codecTagString ?? '',
    isCover: (stream.disposition & AV_DISPOSITION_ATTACHED_PIC) !== 0,
    tags: stream.metadata?.getAll() ?? {},
    seconds: Math.max(0, Number(stream.duration) * ratio(stream.timeBase)),
    timeBase: [stream.timeBase.num, stream.timeBase.den],
    start: stream.startTime === AV_NOPTS_VALUE ? 0 : Number(stream.startTime),
    width: codecpar.width,
    height: codecpar.height,
    aspect: ratio(stream.sampleAspectRatio) || ratio(codecpar.sampleAspectRatio),
    fps: ratio(stream.avgFrameRate) || ratio(stream.rFrameRate),
    pixels: kind === 'video' ? (avGetPixFmtName(codecpar.format as never) ?? '') : '',
    isHdr: HDR_CURVES.has(codecpar.colorTrc),
    hasColorSpace: codecpar.colorSpace !== AVCOL_SPC_UNSPECIFIED,
    matrix: matrixOf(codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)),
    channels: codecpar.channels,
    sampleRate: codecpar.sampleRate,
    bits: codecpar.bitsPerRawSample || codecpar.bitsPerCodedSample,
    isLowComplexity: codecpar.profile === AV_PROFILE_AAC_LOW,
  }
}

function matrixOf(bytes: Buffer | null): number[] | null {
  if (bytes === null || bytes.length < MATRIX_BYTES) return null
  return Array.from({ length: MATRIX_BYTES / 4 }, (_, index) => bytes.readInt32LE(index * 4))
}
