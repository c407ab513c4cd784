import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileFacts, Stays, TakenOut } from '@plinth/contract/media/media.ts'
import type { Rights } from './image/metadata/rights.ts'

const ABANDONED_MS = 24 * 3_600_000
// Several machines may share the folder. A container has its own host name, but often the same pid as another one.
const HOST = os.hostname().replaceAll(/[^\w-]/g, '')
const NAME = /^(?<host>[\w-]*)\.(?<pid>\d+)\.[\w-]+$/

const tempFolder = (dataDir: string): string => path.join(dataDir, 'tmp')

/** Returns a path for a new temporary file of this process. The caller creates the file and removes it. */
export const newTempFile = (dataDir: string): string =>
  path.join(tempFolder(dataDir), `${HOST}.${process.pid}.${randomUUID()}`)

/** Runs `work` with a path for a temporary file and removes the file afterwards, also when `work` fails. */
export async function withTempFile<T>(
  dataDir: string,
  work: (file: string) => Promise<T>,
): Promise<T> {
  const file = newTempFile(dataDir)
  try {
    return await work(file)
  } finally {
    await rm(file, { recursive: true, force: true })
  }
}

/** The SHA-256 of a file in hexadecimal. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Like `withTempFile`, but with a new, empty folder. */
export const withTempFolder = <T>(
  dataDir: string,
  work: (folder: string) => Promise<T>,
): Promise<T> =>
  withTempFile(dataDir, async (folder) => {
    await mkdir(folder)
    return work(folder)
  })

/**
 * Writes a stream to a new file. The file is created before the first byte is read: if it were still being opened when
 * the stream breaks off, it could appear after the caller has cleaned up.
 */
export async function writeNewFile(
  file: string,
  source: AsyncIterable<Uint8Array>,
  { signal, flush = false }: { signal?: AbortSignal; flush?: boolean } = {},
): Promise<void> {
  const handle = await open(file, 'wx')
  const target = handle.createWriteStream({ flush })
  await pipeline(source, target, signal === undefined ? {} : { signal })
}

export async function makeTempFolder(dataDir: string): Promise<void> {
  await mkdir(tempFolder(dataDir), { recursive: true })
}

/** Creates the folder and removes the files that a killed process left in it. Call this once at startup. */
export async function openTempFolder(dataDir: string): Promise<void> {
  await makeTempFolder(dataDir)
  // Files with our own pid were left by an earlier process that had the same pid.
  const files = await leftoverFiles(dataDir, (pid) => pid === process.pid || !isAlive(pid))
  for (const file of files) await rm(file, { recursive: true, force: true })
}

/** Lists the files that killed processes left in the folder. */
export const abandonedFiles = (dataDir: string): Promise<string[]> =>
  leftoverFiles(dataDir, (pid) => !isAlive(pid))

async function leftoverFiles(dataDir: string, isDead: (pid: number) => boolean): Promise<string[]> {
  const folder = tempFolder(dataDir)
  const leftovers: string[] = []
  for (const name of await readdir(folder)) {
    const owner = NAME.exec(name)?.groups
    if (owner === undefined) continue
    const file = path.join(folder, name)
    if (owner.host === HOST ? isDead(Number(owner.pid)) : await isOld(file)) leftovers.push(file)
  }
  return leftovers
}

/** We cannot ask whether a process on another machine is alive, so its files count as abandoned after a day. */
async function isOld(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => null)
  return stats !== null && Date.now() - stats.mtimeMs > ABANDONED_MS
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const CHUNK_BYTES = 1024 * 1024

/** Whether two files hold the same bytes. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [{ size }, { size: otherSize }] = await Promise.all([stat(one), stat(other)])
  if (size !== otherSize) return false
  await using left = await open(one)
  await using right = await open(other)
  const [a, b] = [Buffer.alloc(CHUNK_BYTES), Buffer.alloc(CHUNK_BYTES)]
  for (let at = 0; at < size; at += CHUNK_BYTES) {
    const length = Math.min(CHUNK_BYTES, size - at)
    await Promise.all([left.read(a, 0, length, at), right.read(b, 0, length, at)])
    if (!a.subarray(0, length).equals(b.subarray(0, length))) return false
  }
  return true
}

/** What a gateway reports about a file that it has cleaned. */
export interface CleanedFile {
  /** Figures of the file as it was uploaded. */
  received: FileFacts
  /** Figures of the cleaned file. */
  kept: FileFacts
  /** True when not a single byte has changed. */
  isSame: boolean
  /** The kinds of metadata that were found and removed, in the contract's order. */
  takenOut: TakenOut[]
}

/** A cleaned file that may have kept what names its author. */
export interface AuthoredFile extends CleanedFile {
  /** What it says about whose it is; null if nothing, or if that was not to be kept. */
  rights: Rights | null
  /** What of that the cleaned file still says. */
  stays: Stays[]
}

/** A file that is read in ranges, never as a whole. */
export interface FileBytes {
  size: number
  /** Throws a RangeError when the range lies outside the file. */
  read: (position: number, length: number) => Promise<Buffer>
}

/** Opens a file for reading in ranges, and closes it when `work` ends. */
export async function withFileBytes<T>(
  file: string,
  work: (bytes: FileBytes) => Promise<T>,
): Promise<T> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const read = async (position: number, length: number): Promise<Buffer> => {
      if (position < 0 || length < 0 || position + length > size) {
        throw new RangeError('The file has no such bytes.')
      }
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
      if (bytesRead < length) throw new RangeError('The file has become shorter.')
      return buffer
    }
    return await work({ size, read })
  } finally {
    await handle.close()
  }
}
