import { constants, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Deps } from '../../deps.ts'
import { inTurns } from '../media/intake/body.ts'
import { arriving, LEFTOVER_MS, type Leftover, type Staging } from './staging.ts'
import { findOpenUploads } from './upload-queries.ts'

const NAME = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export type FolderDeps = Pick<Deps, 'db'> & { env: Pick<Deps['env'], 'dataDir'> }

const folderOf = (dataDir: string): string => path.join(dataDir, 'uploads')

export const stagedFile = (dataDir: string, id: string): string => path.join(folderOf(dataDir), id)

/**
 * Keeps each unfinished upload as a file named by its id, whose size is the offset. Server processes may share the
 * folder: two that write at the same offset write the same bytes, and each reports what really is on disk.
 */
export function createFolder({ db, env: { dataDir } }: FolderDeps): Staging {
  const fileOf = (id: string): string => stagedFile(dataDir, id)
  const remove = (id: string): Promise<void> => rm(fileOf(id), { force: true })

  return {
    open: async () => void (await mkdir(folderOf(dataDir), { recursive: true })),
    // An upload without any bytes has no file.
    received: async (id) => (await stat(fileOf(id)).catch(nullWhenMissing))?.size ?? 0,
    append: async ({ id }, source, { offset, onBytes }) => {
      const file = await open(fileOf(id), constants.O_WRONLY | constants.O_CREAT)
      let end = offset
      const counted = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          end += chunk.length
          yield chunk
        }
      }
      const target = file.createWriteStream({ start: offset, flush: true })
      await pipeline(arriving(source, onBytes), counted, inTurns, target)
      return end
    },
    withFile: ({ id }, work) => work(fileOf(id)),
    remove,
    leftovers: async function* () {
      const idle = await findIdle(dataDir)
      const unfinished = await findOpenUploads(db, idle)
      for (const id of idle) {
        if (!unfinished.has(id)) yield { name: id, remove: () => remove(id) } satisfies Leftover
      }
    },
  }
}

/** Ids of files that nothing has been written to for a while. */
async function findIdle(dataDir: string): Promise<string[]> {
  const ids: string[] = []
  for (const name of (await readdir(folderOf(dataDir)).catch(nullWhenMissing)) ?? []) {
    if (!NAME.test(name)) continue
    const facts = await stat(stagedFile(dataDir, name)).catch(nullWhenMissing)
    if (facts !== null && Date.now() - facts.mtimeMs > LEFTOVER_MS) ids.push(name)
  }
  return ids
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
