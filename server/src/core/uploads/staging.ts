import { constants, mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'

const NAME = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Holds the bytes of unfinished uploads, one file each, named by upload id. Server processes may share this folder. */
const folderOf = (dataDir: string): string => path.join(dataDir, 'uploads')

export const stagedFile = (dataDir: string, id: string): string => path.join(folderOf(dataDir), id)

export async function openStaging(dataDir: string): Promise<void> {
  await mkdir(folderOf(dataDir), { recursive: true })
}

/** How many bytes have arrived. An upload without any has no file. */
export async function stagedBytes(dataDir: string, id: string): Promise<number> {
  return (await stat(stagedFile(dataDir, id)).catch(nullWhenMissing))?.size ?? 0
}

export const openStaged = (dataDir: string, id: string): Promise<FileHandle> =>
  open(stagedFile(dataDir, id), constants.O_WRONLY | constants.O_CREAT)

export const removeStaged = (dataDir: string, id: string): Promise<void> =>
  rm(stagedFile(dataDir, id), { force: true })

/** Ids of files that nothing has been written to for `idleMs`. */
export async function findIdle(dataDir: string, idleMs: number): Promise<string[]> {
  const ids: string[] = []
  for (const name of await readdir(folderOf(dataDir))) {
    if (!NAME.test(name)) continue
    const facts = await stat(stagedFile(dataDir, name)).catch(nullWhenMissing)
    if (facts !== null && Date.now() - facts.mtimeMs > idleMs) ids.push(name)
  }
  return ids
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
