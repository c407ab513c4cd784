import { clsx } from 'clsx'
import type { CSSProperties } from 'react'

/** Where a picture's sizes are found. `lib/picture-sources.ts` makes it of a contract picture. */
export interface PictureSources {
  width: number
  height: number
  alt: string
  /** Stands there until the picture does. */
  colour?: string | undefined
  avif: string
  webp: string
  src: string
}

/**
 * A picture with its own proportions kept from the first paint. `fit="cover"` fills the box that
 * `className` gives it; otherwise it is as wide as its parent and as high as it then has to be.
 */
export function Picture({
  picture,
  sizes,
  priority = false,
  fit = 'natural',
  alt = picture.alt,
  className,
  style,
}: {
  picture: PictureSources
  sizes: string
  /** The largest of the first screen: fetched at once and before the others. */
  priority?: boolean
  fit?: 'natural' | 'cover'
  alt?: string
  className?: string
  style?: CSSProperties
}) {
  return (
    <picture className="contents">
      {picture.avif !== '' && <source type="image/avif" srcSet={picture.avif} sizes={sizes} />}
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
