import { useEffect, useState } from 'react'
import { nameOf, tilesInSight, waitAfter, type PlacedTile, type Pyramid } from './tiles.ts'
import type { Viewport, Scene } from './zoom.ts'

export interface Tiles extends Pyramid {
  urlOf: (tile: { level: number; column: number; row: number }) => string
}

interface ViewerTilesProps {
  tiles: Tiles
  viewport: Viewport
  scene: Scene
  /** Called when a tile could not be loaded after all retries. */
  onGivenUp: () => void
}

/** The visible part of the picture, made of tiles. */
export const ViewerTiles = ({ tiles, viewport, scene, onGivenUp }: ViewerTilesProps) =>
  tilesInSight(viewport, scene, tiles).map((tile) => (
    <Tile key={nameOf(tile)} tile={tile} src={tiles.urlOf(tile)} onGivenUp={onGivenUp} />
  ))

function Tile({
  tile: { left, top, width, height },
  src,
  onGivenUp,
}: {
  tile: PlacedTile
  src: string
  onGivenUp: () => void
}) {
  const [failures, setFailures] = useState(0)
  const [isWaiting, setWaiting] = useState(false)
  useEffect(() => {
    const wait = isWaiting ? waitAfter(failures) : null
    if (wait === null) return undefined
    const timer = setTimeout(() => setWaiting(false), wait)
    return () => clearTimeout(timer)
  }, [failures, isWaiting])
  // A failed tile shows the copy beneath instead of a broken image.
  if (isWaiting) return null
  return (
    <img
      src={src}
      alt=""
      draggable={false}
      decoding="async"
      style={{ left, top, width, height }}
      onError={() => {
        setFailures(failures + 1)
        setWaiting(true)
        if (waitAfter(failures + 1) === null) onGivenUp()
      }}
    />
  )
}
