import {
  constants,
  copyFile,
  link,
  mkdir,
  open,
  opendir,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { checkKey, type StorageGateway } from './storage.ts'
import { makeTempFolder, newTempFile, withTempFile, writeNewFile } from '../files.ts'

/** How many names of a folder are kept in memory. A folder with millions of files is read several times instead. */
const NAMES_AT_ONCE = 500_000

/** Shares blocks if the file system can, and never overwrites an existing file. */
const COPY_MODE = constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL

/** Stores objects as files below `{dataDir}/media`. A full disk is reported as ENOSPC. */
export async function createFileStorage(
  dataDir: string,
  { namesAtOnce = NAMES_AT_ONCE }: { namesAtOnce?: number } = {},
): Promise<StorageGateway> {
  const root = path.join(dataDir, 'media')
  await mkdir(root, { recursive: true })
  await makeTempFolder(dataDir)
  const fileOf = (key: string): string => path.join(root, checkKey(key))
  const list = (prefix: string) =>
    keysBelow({ root, prefix, namesAtOnce }, prefix.slice(0, prefix.lastIndexOf('/') + 1))

  return {
    put: async (key, source) => {
      const file = fileOf(key)
      const temp = newTempFile(dataDir)
      try {
        const bytes = source instanceof Readable ? source : Readable.from([source])
        await writeNewFile(temp, bytes, { flush: true })
        await moveInto(temp, file)
      } catch (error) {
        await rm(temp, { force: true })
        throw error
      }
    },
    putFile: async (key, file) => {
      const stored = fileOf(key)
      await withTempFile(dataDir, async (temp) => {
        await rename(file, temp).catch(async (error: NodeJS.ErrnoException) => {
          // The file is on another file system.
          if (error.code !== 'EXDEV') throw error
          await copyFile(file, temp, COPY_MODE)
        })
        await sync(temp)
        await moveInto(temp, stored)
      })
    },
    open: async (key, range) => {
      const handle = await open(fileOf(key)).catch(nullWhenMissing)
      if (handle === null) return null
      try {
        const { size } = await handle.stat()
        return { size, stream: handle.createReadStream({ ...range }) }
      } catch (error) {
        await handle.close()
        throw error
      }
    },
    fetch: async (key, file) => {
      const stored = fileOf(key)
      if ((await stat(stored).catch(nullWhenMissing)) === null) return false
      // Not every file system has links. Any other error will show again in the copy.
      await link(stored, file).catch(() => copyFile(stored, file, COPY_MODE))
      return true
    },
    size: async (key) => (await stat(fileOf(key)).catch(nullWhenMissing))?.size ?? null,
    remove: async (key) => {
      const file = fileOf(key)
      await rm(file, { force: true })
      await removeEmptied(path.dirname(file), root)
    },
    list,
    survey: async function* (prefix) {
      for await (const key of list(prefix)) {
        const stats = await stat(path.join(root, key)).catch(nullWhenMissing)
        // Otherwise it was removed after its name was read.
        if (stats !== null) yield { key, bytes: stats.size, changedAt: stats.mtime }
      }
    },
  }
}

/** Renames a file and makes the new name survive a power cut. */
async function moveInto(temp: string, file: string): Promise<void> {
  const folder = path.dirname(file)
  const created = await mkdir(folder, { recursive: true })
  await rename(temp, file).catch(async (error: NodeJS.ErrnoException) => {
    // The folder was empty, and a removal has just deleted it.
    if (error.code !== 'ENOENT') throw error
    await mkdir(folder, { recursive: true })
    await rename(temp, file)
  })
  await sync(folder)
  if (created !== undefined) await sync(path.dirname(created))
}

/** Waits until a file, or the names in a folder, are on disk. */
async function sync(fileOrFolder: string): Promise<void> {
  const handle = await open(fileOrFolder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes empty folders, except those at the top. */
async function removeEmptied(folder: string, root: string): Promise<void> {
  for (let at = folder; path.dirname(at) !== root && at !== root; at = path.dirname(at)) {
    try {
      await rmdir(at)
    } catch {
      // It holds other objects, or has already been removed.
      return
    }
  }
}

interface Listing {
  root: string
  prefix: string
  namesAtOnce: number
}

/** `folder` is the beginning of a key: empty, or ending with a slash. */
async function* keysBelow(listing: Listing, folder: string): AsyncGenerator<string> {
  for await (const name of namesInOrder(path.join(listing.root, folder), listing.namesAtOnce)) {
    const key = folder + name
    if (!key.startsWith(listing.prefix)) continue
    if (name.endsWith('/')) yield* keysBelow(listing, key)
    else yield key
  }
}

/** Yields the names in a folder in the order of keys. Folders end with a slash. */
async function* namesInOrder(folder: string, atOnce: number): AsyncGenerator<string> {
  let after = ''
  for (;;) {
    const names = await namesAfter(folder, after, atOnce)
    yield* names
    const last = names.at(-1)
    if (last === undefined || names.length < atOnce) return
    after = last
  }
}

/** Returns the first names after `after`. */
async function namesAfter(folder: string, after: string, count: number): Promise<string[]> {
  const first = (names: string[]) => names.sort().slice(0, count)
  const entries = await opendir(folder, { bufferSize: 1_024 }).catch(nullWhenMissing)
  let names: string[] = []
  for await (const entry of entries ?? []) {
    const name = entry.isDirectory() ? `${entry.name}/` : entry.name
    if (name > after) names.push(name)
    if (names.length > 2 * count) names = first(names)
  }
  return first(names)
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}
