import type { CSSProperties } from 'react'
import { isFineEnough } from './tiles.ts'
import { ViewerTiles, type Tiles } from './viewer-tiles.tsx'
import { cornerOf, cssScale, type Viewport, type Scene } from './zoom.ts'

/** Where the pixels of a picture are found. `lib/closer-look.ts` makes it of a contract picture. */
export interface ViewedPicture {
  width: number
  height: number
  alt: string
  /** A style: the picture in its rough colours. */
  blurred: CSSProperties
  original: string
  copy: { src: string; width: number }
  map: string
  /** Of a picture that moves: its first frame. */
  still: string | undefined
  isAnimated: boolean
  /** Those of a picture that is too large to be loaded whole: its original never is. */
  tiles: Tiles | undefined
}

/** `smaller`: browsers do not show the original, and its largest copy is not made yet. */
export type OriginalState = 'loading' | 'ready' | 'smaller' | 'failed'

interface ViewerImageProps {
  picture: ViewedPicture
  look: Viewport
  scene: Scene
  state: OriginalState
  /** Another number is another try. */
  attempt: number
  /** Whether a picture that moves does so. */
  isMoving: boolean
  onState: (state: OriginalState) => void
}

export function ViewerImage({
  picture,
  look,
  scene,
  state,
  attempt,
  isMoving,
  onState,
}: ViewerImageProps) {
  const { tiles } = picture
  const src = (isMoving ? undefined : picture.still) ?? picture.original
  const corner = cornerOf(look, scene)
  const scale = cssScale(look, scene)
  return (
    <div
      className="viewer-image"
      style={{
        width: picture.width * scale,
        height: picture.height * scale,
        transform: `translate(${corner.x}px, ${corner.y}px)`,
        // Beyond 1:1 people look at pixels, not at a blur between them.
        imageRendering: look.zoom > 1 ? 'pixelated' : 'auto',
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
      {tiles !== undefined && !isFineEnough(picture.copy.width, look, scene) ? (
        <ViewerTiles
          key={attempt}
          tiles={tiles}
          look={look}
          scene={scene}
          onGivenUp={() => onState('failed')}
        />
      ) : null}
    </div>
  )
}
