import type { PictureEncoding, Size } from '../av/av.ts'
import type { Source } from './source.ts'

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

/** Upper limits for a converted picture. */
interface PlayLimits {
  width: number
  height: number
  fps: number
}

/** Where a film does not state its frame rate. */
const USUAL_FPS = 30

/** How to convert a picture within these limits: upright, and with even sides. */
export function encodingOf(
  source: Source,
  { limits, ...rest }: { limits: PlayLimits } & Pick<PictureEncoding, 'quality' | 'stretch'>,
): PictureEncoding {
  const scale = Math.min(1, limits.width / source.width, limits.height / source.height)
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2)
  const size = [even(source.width), even(source.height)] as const
  const sourceFps = Math.round(source.picture.fps)
  const fps = Math.min(limits.fps, sourceFps || USUAL_FPS)
  const filter = (isUpright: boolean) =>
    [
      ...fittingFilters(source, size, isUpright),
      ...(sourceFps > fps ? [`fps=${fps}`] : []),
      // Some cameras record the full range, which some players clip.
      'scale=out_range=limited',
      'format=yuv420p',
    ].join(',')
  return { ...rest, fps, size, filter }
}

/** Upright, full size, in a JPEG's colour space. */
export const posterFilter =
  (source: Source) =>
  (isUpright: boolean): string => {
    const { isHdr, hasColorSpace } = source.picture
    const from = !hasColorSpace && source.height >= HD_HEIGHT && !isHdr ? 'bt709' : 'auto'
    return [
      ...fittingFilters(source, [source.width, source.height], isUpright),
      `scale=in_color_matrix=${from}:out_color_matrix=bt601:out_range=full`,
      'format=yuvj420p',
    ].join(',')
  }

/** Scales, converts HDR and rotates. The size is as shown; what is not upright yet has its sides swapped. */
function fittingFilters(
  { picture, rotation }: Source,
  [width, height]: Size,
  isUpright: boolean,
): string[] {
  const [across, down] = rotation.isSideways && !isUpright ? [height, width] : [width, height]
  return [
    `scale=${across}:${down}:flags=bicubic,setsar=1`,
    ...(picture.isHdr ? TO_SDR : []),
    ...(isUpright ? [] : rotation.filters),
  ]
}
