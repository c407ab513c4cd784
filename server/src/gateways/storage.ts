import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { newTempFile, openTempFolder, writeNewFile } from './temp-files.ts'

export interface StoredObject {
  stream: Readable
  /** Bytes of the whole object. */
  size: number
}

/** Where files live. Keys are our own, never a person's words. */
export interface StorageGateway {
  /** Whole or not at all: a reader never sees half an object. */
  put: (key: string, source: Readable | Uint8Array) => Promise<void>
  /** `range` is inclusive, as in HTTP. Null when there is no such object. */
  open: (key: string, range?: { start: number; end: number }) => Promise<StoredObject | null>
  size: (key: string) => Promise<number | null>
  remove: (key: string) => Promise<void>
  /** Keys below a prefix, for checks. */
  list: (prefix: string) => AsyncIterable<string>
}

const KEY = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*\.[a-z0-9]+$/

/** Objects as files below `{dataDir}/media`. A full disk comes through as ENOSPC. */
export async function createFileStorage(dataDir: string): Promise<StorageGateway> {
  const root = path.join(dataDir, 'media')
  await mkdir(root, { recursive: true })
  await openTempFolder(dataDir)

  const fileOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error(`not a storage key: ${key}`)
    return path.join(root, key)
  }

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
    size: async (key) => (await stat(fileOf(key)).catch(nullWhenMissing))?.size ?? null,
    remove: async (key) => {
      const file = fileOf(key)
      await rm(file, { force: true })
      const folder = path.dirname(file)
      // Refused while it holds other objects.
      if (path.dirname(folder) !== root) await rmdir(folder).catch(() => undefined)
    },
    list: (prefix) => listFiles(root, prefix),
  }
}

/** Renames and makes the name last through a power cut. */
async function moveInto(temp: string, file: string): Promise<void> {
  const folder = path.dirname(file)
  const made = await mkdir(folder, { recursive: true })
  await rename(temp, file).catch(async (error: NodeJS.ErrnoException) => {
    // The folder was empty, and a removal took it meanwhile.
    if (error.code !== 'ENOENT') throw error
    await mkdir(folder, { recursive: true })
    await rename(temp, file)
  })
  await syncFolder(folder)
  if (made !== undefined) await syncFolder(path.dirname(made))
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* listFiles(root: string, prefix: string): AsyncIterable<string> {
  const folder = path.join(root, path.posix.dirname(`${prefix}.`))
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    nullWhenMissing,
  )
  for (const entry of entries ?? []) {
    const key = path.relative(root, path.join(entry.parentPath, entry.name))
    if (entry.isFile() && key.startsWith(prefix)) yield key
  }
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}
