import { readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { TILE_SIZE, tileName } from '@plinth/contract/media/tiles.ts'
import { inOwnColours } from './imaging-colour.ts'
import { openPicture, readHeader } from './imaging-open.ts'

/** The library's own name of the pyramid, which becomes a sheet and a folder. */
const PYRAMID = 'pyramid'
/** Each tile has its own copy, and scanners' profiles are larger than a tile. */
const MAX_PROFILE_BYTES = 8_192
const TILE = /^(\d+)_(\d+)\.webp$/

/** Writes the pyramid into the folder; answers the names of its tiles. */
export async function tiles({ file, folder }: { file: string; folder: string }): Promise<string[]> {
  const sheet = path.join(folder, `${PYRAMID}.dzi`)
  const levels = path.join(folder, `${PYRAMID}_files`)
  const header = await readHeader(file)
  const picture = openPicture(file).autoOrient()
  await inOwnColours(picture, header, { maxProfileBytes: MAX_PROFILE_BYTES })
    .webp({ quality: 95, smartSubsample: true })
    .tile({ size: TILE_SIZE, overlap: 0, layout: 'dz' })
    .toFile(path.join(folder, `${PYRAMID}.dz`))
  const names: string[] = []
  for (const level of await readdir(levels, { withFileTypes: true })) {
    if (level.isDirectory()) names.push(...(await takeLevel(path.join(levels, level.name), folder)))
  }
  await rm(levels, { recursive: true })
  await rm(sheet)
  return names
}

/** Moves the tiles of one level out under the names that they are served by. */
async function takeLevel(level: string, folder: string): Promise<string[]> {
  const names: string[] = []
  for (const file of await readdir(level)) {
    const [, column, row] = TILE.exec(file) ?? []
    if (column === undefined || row === undefined) continue
    const name = tileName(Number(path.basename(level)), Number(column), Number(row))
    await rename(path.join(level, file), path.join(folder, name))
    names.push(name)
  }
  return names
}
