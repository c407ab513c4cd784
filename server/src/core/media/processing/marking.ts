import { buffer } from 'node:stream/consumers'
import { setTimeout as passed } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { packetOf, withPacket, type MarkedFormat } from '../../../gateways/image/imaging.ts'
import { forEachConcurrently } from './concurrency.ts'
import { isMachineFault } from './faults.ts'
import { countMarkingFailure, findUnmarked, saveMarked, type Unmarked } from './marking-queries.ts'
import { MARK, renditionPrefix } from '../media-rules.ts'
import { removeRenditions, type MediaDeps } from '../objects.ts'

const EVERY_MINUTE = '* * * * *'
/** One run handles so many files, with a pause between them: old files follow slowly, and requests come first. */
const FILES_OF_A_RUN = 25
const PAUSE_MS = 1_000
/** A large picture has hundreds of tiles. */
const CONCURRENT_FILES = 4

const FORMATS: Record<string, MarkedFormat> = { avif: 'avif', webp: 'webp', jpg: 'jpeg' }

/**
 * Registers the job that writes into renditions what they should say about rights: after a work was switched, and for
 * files from before there was such a switch. Only metadata changes.
 */
export function registerMarking(app: FastifyInstance, deps: MediaDeps): void {
  deps.jobs.work(
    MARK,
    async () => {
      for (let count = 0; count < FILES_OF_A_RUN; count += 1) {
        const file = await findUnmarked(deps.db)
        if (file === undefined) return
        if (count > 0) await passed(PAUSE_MS)
        await markFile(deps, file).catch(async (error: unknown) => {
          // The disk is full or the store does not answer, which is not the file's fault.
          if (isMachineFault(error)) throw error
          app.log.warn({ err: error, mediaId: file.id }, 'renditions not marked')
          await countMarkingFailure(deps.db, file.id)
        })
      }
    },
    { schedule: EVERY_MINUTE, expireIn: 1_800 },
  )
}

async function markFile({ db, storage }: MediaDeps, file: Unmarked): Promise<void> {
  const packet = packetOf(file.rights, file.isReserved)
  const prefix = renditionPrefix(file.id)
  const keys: string[] = []
  for await (const key of storage.list(prefix)) keys.push(key)
  const sizes: { name: string; bytes: number }[] = []
  await forEachConcurrently(keys, CONCURRENT_FILES, async (key) => {
    const format = FORMATS[key.slice(key.lastIndexOf('.') + 1)]
    const object = format === undefined ? null : await storage.open(key)
    if (format === undefined || object === null) return
    const before = await buffer(object.stream)
    const after = withPacket(before, format, packet)
    if (!after.equals(before)) await storage.put(key, after)
    sizes.push({ name: key.slice(prefix.length), bytes: after.length })
  })
  // The file was deleted meanwhile, so remove what was just written.
  if (!(await saveMarked(db, file, sizes))) await removeRenditions(storage, file.id)
}
