import { Decoder, Encoder, FilterAPI, type Muxer } from 'node-av/api'
import { AVCOL_SPC_UNSPECIFIED, FF_ENCODER_LIBX264 } from 'node-av/constants'
import { Rational, type Frame } from 'node-av/lib'
import { transcode, type Track } from '../av/tracks.ts'
import { isHdr, type Source } from './source.ts'

const USUAL_FPS = 30

interface PictureOptions {
  limits: PlayLimits
  quality: {
    maxRate: string
    bufSize: string
    gopSize: number
    options: { preset: 'veryfast' | 'medium'; crf: number }
  }
  /** Chooses the frames to keep and may change their time. Without it all frames are kept. */
  choose?: (frame: Frame) => boolean
}

/** Converts the picture to H.264. */
export async function transcodePicture(
  source: Source,
  target: Muxer,
  { limits, quality, choose }: PictureOptions,
): Promise<Track> {
  const decoder = await Decoder.create(source.picture, { threadCount: 1 })
  const filter = FilterAPI.create(playFilter(source, limits))
  const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    decoder,
    filter,
    threadCount: 1,
    // Without a frame rate the encoder assumes one frame per time unit and demands too much of players.
    context: {
      framerate: new Rational(Math.min(limits.fps, Math.round(source.fps) || USUAL_FPS), 1),
    },
    ...quality,
  })
  return transcode(target, { decoder, filter, encoder }, choose)
}

/** Converts HDR, in which paper white is 203 nits, to what every screen shows. */
const TO_SDR = [
  'zscale=t=linear:npl=203',
  'format=gbrpf32le',
  'zscale=p=bt709',
  'tonemap=tonemap=hable:desat=0',
  'zscale=t=bt709:m=bt709:r=limited',
  'format=yuv420p',
]
/** From this height on, pictures without a stated colour space count as HD. */
const HD_HEIGHT = 720

/** Upper limits for the converted picture. */
interface PlayLimits {
  width: number
  height: number
  fps: number
}

/** Upright, within the limits, and with even sides. */
function playFilter(source: Source, { width, height, fps }: PlayLimits): string {
  const scale = Math.min(1, width / source.width, height / source.height)
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2)
  return [
    sizeFilter(source, even(source.width), even(source.height)),
    ...(isHdr(source) ? TO_SDR : []),
    ...source.rotation.filters,
    ...(Math.round(source.fps) > fps ? [`fps=${fps}`] : []),
    // Some cameras record the full range, which some players clip.
    'scale=out_range=limited',
    'format=yuv420p',
  ].join(',')
}

/** Upright, full size, in a JPEG's colour space. */
export function posterFilter(source: Source): string {
  const isUnsaid = source.picture.codecpar.colorSpace === AVCOL_SPC_UNSPECIFIED
  const from = isUnsaid && source.height >= HD_HEIGHT && !isHdr(source) ? 'bt709' : 'auto'
  return [
    sizeFilter(source, source.width, source.height),
    ...(isHdr(source) ? TO_SDR : []),
    ...source.rotation.filters,
    `scale=in_color_matrix=${from}:out_color_matrix=bt601:out_range=full`,
    'format=yuvj420p',
  ].join(',')
}

/** `width` and `height` are as shown. This filter comes before the rotation. */
function sizeFilter({ rotation }: Source, width: number, height: number): string {
  const [across, down] = rotation.isSideways ? [height, width] : [width, height]
  return `scale=${across}:${down}:flags=bicubic,setsar=1`
}
