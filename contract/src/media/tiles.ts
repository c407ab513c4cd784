/** The pyramid of tiles that a large picture is looked at 1:1 by. Apart from the other addresses: no first load needs it. */

/** Side of the tiles of a picture that is looked at 1:1; those at its right and lower edge are smaller. */
export const TILE_SIZE = 512
/** Levels of the pyramid: the last one is the picture itself, each before it half as large, the first one a single pixel. */
export const tileLevels = ({ width, height }: { width: number; height: number }): number =>
  Math.ceil(Math.log2(Math.max(width, height))) + 1
export const tileName = (level: number, column: number, row: number) =>
  `tile-${level}-${column}-${row}.webp`
export const tileUrl = (
  mediaId: string,
  { level, column, row }: { level: number; column: number; row: number },
  signature = '',
) => `/media/${mediaId}/${tileName(level, column, row)}${signature}`
