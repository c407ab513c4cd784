import { clsx } from 'clsx'
import type { CSSProperties } from 'react'

/** Where to find a picture's sizes. `lib/media/sources.ts` makes it from a contract picture. */
interface PictureSources {
  width: number
  height: number
  alt: string
  /** Shown until the picture has loaded. */
  colour?: string | undefined
  avif: string
  webp: string
  src: string
  /** Animated: its WebP moves, its AVIF is still. */
  isAnimated?: boolean
  /** Hidden until the viewer reveals it. */
  isSensitive?: boolean | undefined
}

export interface PlainPictureProps {
  picture: PictureSources
  sizes: string
  /** The largest picture of the first screen: loaded before the others. */
  priority?: boolean
  fit?: 'natural' | 'cover'
  alt?: string
  /** Whether an animated picture moves. By default it does, unless the viewer prefers reduced motion. */
  moves?: boolean | undefined
  className?: string
  style?: CSSProperties
}

/**
 * A picture that keeps its aspect ratio from the first paint. `fit="cover"` fills the box that
 * `className` gives it; otherwise it is as wide as its parent and as high as it then has to be.
 */
export function PlainPicture({
  picture,
  sizes,
  priority = false,
  fit = 'natural',
  alt = picture.alt,
  moves,
  className,
  style,
}: PlainPictureProps) {
  // `true` shows only the animation, `false` only the still.
  const shouldMove = picture.isAnimated === true ? moves : false
  return (
    <picture className="contents">
      {picture.avif !== '' && shouldMove !== true && (
        <source
          type="image/avif"
          srcSet={picture.avif}
          sizes={sizes}
          media={shouldMove === false ? undefined : '(prefers-reduced-motion: reduce)'}
        />
      )}
      {picture.webp !== '' && <source type="image/webp" srcSet={picture.webp} sizes={sizes} />}
      <img
        src={picture.src}
        alt={alt}
        width={picture.width}
        height={picture.height}
        loading={priority ? 'eager' : 'lazy'}
        decoding={priority ? 'sync' : 'async'}
        fetchPriority={priority ? 'high' : 'auto'}
        className={clsx(
          'block bg-surface-1',
          fit === 'cover' ? 'size-full object-cover' : 'h-auto w-full',
          className,
        )}
        style={{
          ...(fit === 'natural' ? { aspectRatio: `${picture.width} / ${picture.height}` } : {}),
          ...(picture.colour === undefined ? {} : { backgroundColor: picture.colour }),
          ...style,
        }}
      />
    </picture>
  )
}
