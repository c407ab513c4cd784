import {
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
} from 'node-av/constants'
import type { Source } from './video-source.ts'

/** From the light of HDR, where 203 nits are white on paper, to what every screen shows. */
const TO_SDR = [
  'zscale=t=linear:npl=203',
  'format=gbrpf32le',
  'zscale=p=bt709',
  'tonemap=tonemap=hable:desat=0',
  'zscale=t=bt709:m=bt709:r=limited',
  'format=yuv420p',
]
/** From this height on, pictures that do not say so are taken to have the colours of HD. */
const HD_HEIGHT = 720

/** The most there may be of what is made of a picture. */
export interface PlayLimits {
  width: number
  height: number
  fps: number
}

/** Upright, within limits, and with an even number of pixels on each side. */
export function playFilter(source: Source, { width, height, fps }: PlayLimits): string {
  const scale = Math.min(1, width / source.width, height / source.height)
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2)
  return [
    sizeFilter(source, even(source.width), even(source.height)),
    ...(isHdr(source) ? TO_SDR : []),
    ...source.turn.filters,
    ...(Math.round(source.fps) > fps ? [`fps=${fps}`] : []),
    // Some cameras write the full range, which some players cut off.
    'scale=out_range=limited',
    'format=yuv420p',
  ].join(',')
}

/** Upright, in its full size, with the colours of a JPEG. */
export function posterFilter(source: Source): string {
  const isUnsaid = source.picture.codecpar.colorSpace === AVCOL_SPC_UNSPECIFIED
  const from = isUnsaid && source.height >= HD_HEIGHT && !isHdr(source) ? 'bt709' : 'auto'
  return [
    sizeFilter(source, source.width, source.height),
    ...(isHdr(source) ? TO_SDR : []),
    ...source.turn.filters,
    `scale=in_color_matrix=${from}:out_color_matrix=bt601:out_range=full`,
    'format=yuvj420p',
  ].join(',')
}

export const isHdr = ({ picture }: Source): boolean =>
  [AVCOL_TRC_SMPTE2084, AVCOL_TRC_ARIB_STD_B67].some((curve) => curve === picture.codecpar.colorTrc)

/** `width` and `height` are as shown, and this filter comes before the turn. */
function sizeFilter({ turn }: Source, width: number, height: number): string {
  const [across, down] = turn.isSideways ? [height, width] : [width, height]
  return `scale=${across}:${down}:flags=bicubic,setsar=1`
}
