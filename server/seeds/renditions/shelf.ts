import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

/** What was made of the demo world's files, one pack for each file, beside the world. */
export const PACKS = path.join(import.meta.dirname, '../world/renditions')
const VERSION = path.join(PACKS, 'version.txt')
const SERVER = path.join(import.meta.dirname, '../..')
/** The code that determines every byte of a rendition, with the FFmpeg that is bundled. */
const MAKERS = ['audio', 'av', 'document', 'drawing', 'image', 'video']
const LIBRARIES = [
  '@fontsource-variable/archivo',
  '@fontsource-variable/instrument-sans',
  '@napi-rs/canvas',
  'node-av',
  'pdfjs-dist',
  'sharp',
]
const FACTS = 'facts.json'
/** Packs must not depend on when they were made. */
const STORED = { level: 0, mtime: new Date(2020, 0, 1) } as const

/** The result of one call of a gateway. */
export interface Made {
  /** What the call returned; null for nothing. */
  facts: unknown
  /** The file that it wrote. Null if there is none, or if it equals the file that it was made of. */
  bytes: Uint8Array | null
}

export interface Shelf {
  find: (key: string) => Made | undefined
  keep: (key: string, made: Made) => void
}

/** A shelf in memory. */
export function createShelf(): Shelf & { all: ReadonlyMap<string, Made> } {
  const all = new Map<string, Made>()
  return {
    all,
    find: (key) => all.get(key),
    keep: (key, made) => {
      all.set(key, made)
    },
  }
}

/** What was shipped, unless other code would make something else now. Nothing more is kept. */
export async function openShipped(): Promise<Shelf> {
  const all = new Map<string, Made>()
  if ((await readVersion()) === (await currentVersion())) {
    for (const name of await listPacks())
      for (const [key, made] of await readPack(name)) all.set(key, made)
  }
  return { find: (key) => all.get(key), keep: () => undefined }
}

/** The pack of a file of the world. */
export const packOf = (file: string): string => `${file}.zip`

/** The packs that exist, relative to their folder. */
export async function listPacks(): Promise<string[]> {
  const names = await readdir(PACKS, { recursive: true })
  return names.filter((name) => name.endsWith('.zip')).sort()
}

export async function readPack(name: string): Promise<Map<string, Made>> {
  const { [FACTS]: facts, ...files } = unzipSync(await readFile(path.join(PACKS, name)))
  if (facts === undefined) throw new Error(`${name} has no ${FACTS}.`)
  const known = JSON.parse(strFromU8(facts)) as Record<string, unknown>
  return new Map(
    Object.entries(known).map(([key, one]) => [key, { facts: one, bytes: files[key] ?? null }]),
  )
}

/** Writes a pack whose bytes depend on nothing but its content. */
export async function writePack(name: string, content: ReadonlyMap<string, Made>): Promise<void> {
  const sorted = [...content].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const facts = Object.fromEntries(sorted.map(([key, made]) => [key, made.facts]))
  const files = sorted.flatMap(([key, { bytes }]) => (bytes === null ? [] : [[key, bytes]]))
  const place = path.join(PACKS, name)
  await mkdir(path.dirname(place), { recursive: true })
  const pack = { [FACTS]: strToU8(JSON.stringify(facts)), ...Object.fromEntries(files) }
  await writeFile(place, zipSync(pack, STORED))
}

/** Ends the making: says by which code the packs were made, and removes those of files that are gone. */
export async function sealPacks(names: readonly string[]): Promise<void> {
  for (const name of await listPacks()) if (!names.includes(name)) await rm(path.join(PACKS, name))
  await writeFile(VERSION, `${await currentVersion()}\n`)
}

export const readVersion = async (): Promise<string | null> => {
  try {
    return (await readFile(VERSION, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Changes whenever the code or a library that makes renditions changes. */
export async function currentVersion(): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of MAKERS) {
    const place = path.join(SERVER, 'src/gateways', folder)
    for (const name of (await readdir(place, { recursive: true })).sort()) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts') || name.startsWith('system/')) continue
      hash.update(`${folder}/${name}`).update(await readFile(path.join(place, name)))
    }
  }
  const text = await readFile(path.join(SERVER, 'package.json'), 'utf8')
  const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> }
  for (const name of LIBRARIES) hash.update(`${name} ${dependencies[name] ?? ''}`)
  return hash.digest('hex').slice(0, 16)
}
