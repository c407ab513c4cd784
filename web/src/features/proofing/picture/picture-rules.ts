import { proofTileUrl, type DeliveryFile } from '@plinth/contract/projects/projects.ts'
import type { Tiles } from '../../../ui/viewer/viewer-tiles.tsx'

/** Where the pixels of a picture are. */
export interface ShownPicture {
  width: number
  height: number
  alt: string
  /** Null for a picture that is shown in one piece. */
  tiles: Tiles | null
  /** The picture in one piece, or null if there are only tiles. */
  src: string | null
}

type Shown = Pick<DeliveryFile, 'preview' | 'proof' | 'fileName'>

/** A delivered picture: as tiles once there are some, until then its small preview. */
export function pictureOf({ preview, proof, fileName }: Shown): ShownPicture | null {
  const picture = proof?.picture
  if (picture != null) {
    const { width, height, size, levels, url } = picture
    const tiles = { size, levels, urlOf: (tile: TilePlace) => proofTileUrl(url, tile) }
    return { width, height, alt: preview?.alt ?? fileName, tiles, src: null }
  }
  if (preview === null) return null
  const { width, height, alt, url } = preview
  return { width, height, alt, tiles: null, src: url }
}

interface TilePlace {
  level: number
  column: number
  row: number
}

/** A tile with its box as shares of the picture. */
export interface PlacedPart extends TilePlace {
  left: number
  top: number
  width: number
  height: number
}

/** The first level that is at least this wide or high; the last one if none is. */
export function levelOfSide(
  { width, height, tiles }: ShownPicture & { tiles: Tiles },
  side: number,
): number {
  const longest = Math.max(width, height)
  const below = Math.max(0, Math.floor(Math.log2(longest / side)))
  return Math.max(0, tiles.levels - 1 - below)
}

/** All tiles of a level. */
export function tilesOf(
  { width, height, tiles: { size, levels } }: ShownPicture & { tiles: Tiles },
  level: number,
): PlacedPart[] {
  /** Side of a tile in pixels of the picture itself. */
  const side = size * 2 ** (levels - 1 - level)
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)]
  return Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    return {
      level,
      column,
      row,
      left: (column * side) / width,
      top: (row * side) / height,
      width: Math.min(side, width - column * side) / width,
      height: Math.min(side, height - row * side) / height,
    }
  })
}
