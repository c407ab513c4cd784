import { clsx } from 'clsx'
import type { CSSProperties } from 'react'

/** Where a picture's sizes are found. `lib/picture-sources.ts` makes it of a contract picture. */
interface PictureSources {
  width: number
  height: number
  alt: string
  /** Stands there until the picture does. */
  colour?: string | undefined
  avif: string
  webp: string
  src: string
  /** Its WebP moves, its AVIF stands still. */
  isAnimated?: boolean
  /** Not shown before the viewer asks. */
  isSensitive?: boolean | undefined
}

export interface PlainPictureProps {
  picture: PictureSources
  sizes: string
  /** The largest of the first screen: fetched at once and before the others. */
  priority?: boolean
  fit?: 'natural' | 'cover'
  alt?: string
  /** Whether an animated picture moves; left out, it does unless the viewer wants stillness. */
  moves?: boolean | undefined
  className?: string
  style?: CSSProperties
}

/**
 * A picture with its own proportions kept from the first paint. `fit="cover"` fills the box that
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
  // `true` shows what moves alone, `false` what stands still alone.
  const wish = picture.isAnimated === true ? moves : false
  return (
    <picture className="contents">
      {picture.avif !== '' && wish !== true && (
        <source
          type="image/avif"
          srcSet={picture.avif}
          sizes={sizes}
          media={wish === false ? undefined : '(prefers-reduced-motion: reduce)'}
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
