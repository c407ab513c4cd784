import type { CSSProperties, ReactNode } from 'react'
import { levelFor } from '../../../ui/viewer/tiles.ts'
import { ViewerTiles } from '../../../ui/viewer/viewer-tiles.tsx'
import { cornerOf, cssScale, type Scene, type Viewport } from '../../../ui/viewer/zoom.ts'
import { levelOfSide, tilesOf, type ShownPicture } from './picture-rules.ts'

interface Placed {
  /** Of the frame that is shown: as wide as the picture, in the frame's pixels. */
  viewport: Viewport
  scene: Scene
}

/**
 * The same place in the pixels of something that fills the frame's width: two versions of unequal size are shown at one
 * width, and tiles are looked for in a picture's own pixels.
 */
function placeIn(size: { width: number; height: number }, { viewport, scene }: Placed) {
  const ratio = size.width / scene.image.width
  const own: Viewport = {
    zoom: viewport.zoom / ratio,
    x: viewport.x * ratio,
    y: viewport.y * ratio,
  }
  const scale = cssScale(own, scene)
  const corner = cornerOf(viewport, scene)
  const box: CSSProperties = {
    width: size.width * scale,
    height: size.height * scale,
    transform: `translate(${corner.x}px, ${corner.y}px)`,
    // Beyond 1:1 people want to see pixels, not a blur between them.
    imageRendering: own.zoom > 1 ? 'pixelated' : 'auto',
  }
  return { own, box }
}

interface PlacedBoxProps extends Placed {
  size: { width: number; height: number }
  style?: CSSProperties | undefined
  children: ReactNode
}

/** Whatever is shown in a picture's place. */
export const PlacedBox = ({ size, style, children, ...placed }: PlacedBoxProps) => (
  <div className="zoom-picture" style={{ ...placeIn(size, placed).box, ...style }}>
    {children}
  </div>
)

interface TiledPictureProps extends Placed {
  picture: ShownPicture
  style?: CSSProperties | undefined
  /** Fills the box of the picture. What is in it keeps its size. */
  children?: ReactNode
  onFailed: () => void
}

/** Beneath the tiles that are seen lies all of the picture at about this size, so that nothing is empty while they load. */
const BASE_SIDE = 600

/** A picture at its place on the stage. */
export function TiledPicture({
  picture,
  viewport,
  scene,
  style,
  children,
  onFailed,
}: TiledPictureProps) {
  const { width, height, tiles, src, alt } = picture
  const { own } = placeIn(picture, { viewport, scene })
  const base = tiles === null ? 0 : levelOfSide({ ...picture, tiles }, BASE_SIDE)
  return (
    <PlacedBox size={picture} viewport={viewport} scene={scene} style={style}>
      <div className="zoom-pixels" role="img" aria-label={alt}>
        {src === null ? null : (
          <img className="zoom-whole" src={src} alt="" draggable={false} onError={onFailed} />
        )}
        {tiles === null
          ? null
          : tilesOf({ ...picture, tiles }, base).map((part) => (
              <img
                key={`${part.column}-${part.row}`}
                className="zoom-base"
                src={tiles.urlOf(part)}
                alt=""
                draggable={false}
                style={{
                  left: `${part.left * 100}%`,
                  top: `${part.top * 100}%`,
                  width: `${part.width * 100}%`,
                  height: `${part.height * 100}%`,
                }}
                onError={onFailed}
              />
            ))}
        {tiles === null || levelFor(own.zoom, tiles) <= base ? null : (
          <ViewerTiles
            tiles={tiles}
            viewport={own}
            scene={{ ...scene, image: { width, height } }}
            onGivenUp={onFailed}
          />
        )}
      </div>
      {children}
    </PlacedBox>
  )
}
