import type { CSSProperties } from 'react'
import { isFineEnough } from './tiles.ts'
import { ViewerTiles, type Tiles } from './viewer-tiles.tsx'
import { cornerOf, cssScale, type Viewport, type Scene } from './zoom.ts'

/** Where to find a picture's pixels. `lib/media/viewer.ts` makes it from a contract picture. */
export interface ViewedPicture {
  width: number
  height: number
  alt: string
  /** A style with a blurred placeholder. */
  blurred: CSSProperties
  original: string
  copy: { src: string; width: number }
  map: string
  /** The first frame of an animated picture. */
  still: string | undefined
  isAnimated: boolean
  /** Tiles of a picture too large to load whole; its original is never loaded. */
  tiles: Tiles | undefined
}

/** `smaller`: browsers cannot show the original, and its largest copy is not made yet. */
export type OriginalState = 'loading' | 'ready' | 'smaller' | 'failed'

interface ViewerImageProps {
  picture: ViewedPicture
  viewport: Viewport
  scene: Scene
  state: OriginalState
  /** Changes with each retry. */
  attempt: number
  /** Whether an animated picture is playing. */
  isMoving: boolean
  onState: (state: OriginalState) => void
}

export function ViewerImage({
  picture,
  viewport,
  scene,
  state,
  attempt,
  isMoving,
  onState,
}: ViewerImageProps) {
  const { tiles } = picture
  const src = (isMoving ? undefined : picture.still) ?? picture.original
  const corner = cornerOf(viewport, scene)
  const scale = cssScale(viewport, scene)
  return (
    <div
      className="viewer-image"
      style={{
        width: picture.width * scale,
        height: picture.height * scale,
        transform: `translate(${corner.x}px, ${corner.y}px)`,
        // Beyond 1:1 people want to see pixels, not a blur between them.
        imageRendering: viewport.zoom > 1 ? 'pixelated' : 'auto',
        ...picture.blurred,
      }}
    >
      {tiles !== undefined || state === 'loading' || state === 'failed' ? (
        <img
          className="inset-0 w-full h-full viewer-copy"
          src={picture.copy.src}
          alt={tiles === undefined ? '' : picture.alt}
          draggable={false}
        />
      ) : null}
      {tiles === undefined && state !== 'failed' ? (
        <img
          key={`${attempt} ${src}`}
          className="inset-0 w-full h-full"
          src={src}
          alt={picture.alt}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth } }) =>
            onState(src === picture.original && naturalWidth < picture.width ? 'smaller' : 'ready')
          }
          onError={() => onState('failed')}
        />
      ) : null}
      {tiles !== undefined && !isFineEnough(picture.copy.width, viewport, scene) ? (
        <ViewerTiles
          key={attempt}
          tiles={tiles}
          viewport={viewport}
          scene={scene}
          onGivenUp={() => onState('failed')}
        />
      ) : null}
    </div>
  )
}
