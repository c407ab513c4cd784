import { createHash, randomUUID } from 'node:crypto'
import { copyFile, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ImagingGateway } from '../src/gateways/image/imaging.ts'

type CleanedPicture = Awaited<ReturnType<ImagingGateway['clean']>>

/** The code in this folder determines every byte of a cleaned or rendered picture. */
const GATEWAYS = path.join(import.meta.dirname, '../src/gateways')

/**
 * Caches what the same code made of the same bytes in `folder`, so that seeding another data folder takes only
 * seconds.
 */
export async function createCachedImaging(
  imaging: ImagingGateway,
  folder: string,
): Promise<ImagingGateway> {
  const shelves = path.join(folder, 'renditions')
  const version = await fingerprint()
  const shelf = path.join(shelves, version)
  await mkdir(shelf, { recursive: true })
  for (const name of await readdir(shelves)) {
    if (name !== version) await rm(path.join(shelves, name), { recursive: true, force: true })
  }

  const placeOf = async (file: string, what: string) => {
    const hash = createHash('sha256').update(await readFile(file))
    return path.join(shelf, `${hash.digest('hex').slice(0, 40)}-${what}`)
  }
  // Renamed into place, so that an interrupted run leaves no half picture behind.
  const keep = async (place: string, bytes: Uint8Array) => {
    const temp = path.join(shelf, `${randomUUID()}.new`)
    await writeFile(temp, bytes)
    await rename(temp, place)
  }

  return {
    inspect: (file) => imaging.inspect(file),
    clean: async (file, cleanFile, options) => {
      const place = await placeOf(file, options?.keepsName === true ? 'clean-named' : 'clean')
      const known = await readFile(`${place}.json`, 'utf8').catch(nullWhenMissing)
      if (known !== null) {
        await copyFile(place, cleanFile)
        return JSON.parse(known) as CleanedPicture
      }
      const facts = await imaging.clean(file, cleanFile, options)
      await keep(place, await readFile(cleanFile))
      await keep(`${place}.json`, Buffer.from(JSON.stringify(facts)))
      return facts
    },
    decode: (file, workFile) => imaging.decode(file, workFile),
    render: async (file, rendition, options) => {
      const { width, format, isTop, isAnimated, mark } = options
      const says = createHash('sha256')
        .update(JSON.stringify(mark ?? null))
        .digest('hex')
      const place = await placeOf(
        file,
        `${width}${isTop ? '-top' : ''}${isAnimated ? '-moving' : ''}-${says.slice(0, 8)}.${format}`,
      )
      const known = await stat(place).catch(nullWhenMissing)
      if (known !== null) {
        await copyFile(place, rendition)
        return known.size
      }
      const bytes = await imaging.render(file, rendition, options)
      await keep(place, await readFile(rendition))
      return bytes
    },
    preview: (file, previewFile) => imaging.preview(file, previewFile),
    tiles: (file, tileFolder, mark) => imaging.tiles(file, tileFolder, mark),
    close: () => imaging.close(),
  }
}

/** Shares work between gateways. Each works on one picture at a time, and seeding may use the whole machine. */
export function shareWork(gateways: readonly ImagingGateway[]): ImagingGateway {
  const busy = new Map(gateways.map((gateway) => [gateway, 0]))
  const onIdlest = async <T>(work: (gateway: ImagingGateway) => Promise<T>): Promise<T> => {
    const [idlest] = [...busy].reduce((best, one) => (one[1] < best[1] ? one : best))
    busy.set(idlest, (busy.get(idlest) ?? 0) + 1)
    try {
      return await work(idlest)
    } finally {
      busy.set(idlest, (busy.get(idlest) ?? 0) - 1)
    }
  }
  return {
    inspect: (file) => onIdlest((gateway) => gateway.inspect(file)),
    clean: (file, cleanFile, options) =>
      onIdlest((gateway) => gateway.clean(file, cleanFile, options)),
    decode: (file, workFile) => onIdlest((gateway) => gateway.decode(file, workFile)),
    render: (file, rendition, options) =>
      onIdlest((gateway) => gateway.render(file, rendition, options)),
    preview: (file, previewFile) => onIdlest((gateway) => gateway.preview(file, previewFile)),
    tiles: (file, folder, mark) => onIdlest((gateway) => gateway.tiles(file, folder, mark)),
    close: async () => {
      await Promise.all(gateways.map((gateway) => gateway.close()))
    },
  }
}

/** Changes whenever the code or the library that makes renditions changes. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of (await readdir(GATEWAYS, { recursive: true })).sort()) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
    hash.update(await readFile(path.join(GATEWAYS, name)))
  }
  // It pins the exact version of the library.
  hash.update(await readFile(path.join(import.meta.dirname, '../package.json')))
  return hash.digest('hex').slice(0, 16)
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
