import { useEffect, useState } from 'react'
import { nameOf, tilesInSight, waitAfter, type PlacedTile, type Pyramid } from './tiles.ts'
import type { Viewport, Scene } from './zoom.ts'

export interface Tiles extends Pyramid {
  urlOf: (tile: { level: number; column: number; row: number }) => string
}

interface ViewerTilesProps {
  tiles: Tiles
  look: Viewport
  scene: Scene
  /** A tile could not be loaded, however often it was asked for. */
  onGivenUp: () => void
}

/** The part of the picture that is in sight, from as many small files as that takes. */
export const ViewerTiles = ({ tiles, look, scene, onGivenUp }: ViewerTilesProps) =>
  tilesInSight(look, scene, tiles).map((tile) => (
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
  // What has failed shows what lies under it, and no broken picture.
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
