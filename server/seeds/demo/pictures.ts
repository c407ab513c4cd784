import path from 'node:path'
import Fastify from 'fastify'
import { ingestFile } from '../../src/core/media/intake/intake.ts'
import { registerMediaJobs } from '../../src/core/media/processing/media-jobs.ts'
import type { MediaDeps } from '../../src/core/media/objects.ts'
import { RENDER } from '../../src/core/media/media-rules.ts'
import type { Jobs } from '../../src/jobs/queue.ts'
import { findPicture } from './queries.ts'

export type PictureDeps = Omit<MediaDeps, 'jobs' | 'live'>

/** Enough to keep every imaging process busy while other pictures are written to disk. */
export const AT_ONCE = 4

export interface Pictures {
  /** Stores a file of the world and makes all its renditions. Returns the id of the media. */
  ingestFile: (picture: { ownerId: string; file: string; alt: string }) => Promise<string>
}

/** Runs files through the server's own intake and runs its media jobs at once. */
export function createPictures(given: PictureDeps, folder: string): Pictures {
  const { jobs, run } = createJobsHere()
  // Nobody is connected yet.
  const deps = { ...given, jobs, live: { mediaMoved: () => undefined } }
  registerMediaJobs(Fastify(), deps, { isPatient: false })

  return {
    ingestFile: async ({ ownerId, file, alt }) => {
      const fileName = path.basename(file)
      const id =
        (await findPicture(deps.db, ownerId, fileName)) ??
        (await ingestFile(deps, { ownerId, fileName, alt, file: path.join(folder, file) }))
      await run(RENDER, { mediaId: id })
      return id
    },
  }
}

/** A job queue that runs jobs at once, one after the other; the jobs that a job sends follow it. */
function createJobsHere() {
  const handlers = new Map<string, Parameters<Jobs['work']>[1]>()
  const sent = new Map<string, Set<string>>()
  const jobs: Jobs = {
    work: (name, handler) => {
      handlers.set(name, handler as Parameters<Jobs['work']>[1])
    },
    publish: () => Promise.resolve(),
    send: (_, name, data) => {
      const id = (data as MediaJob).mediaId
      sent.set(id, (sent.get(id) ?? new Set()).add(name))
      return Promise.resolve()
    },
    start: () => Promise.resolve(),
    depths: () => Promise.resolve([]),
    failed: () => Promise.resolve([]),
    retry: () => Promise.resolve(),
    pause: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  }
  const run = async (first: string, data: MediaJob): Promise<void> => {
    sent.delete(data.mediaId)
    const handler = handlers.get(first)
    if (handler === undefined) throw new Error(`No handler for the job ${first}.`)
    // A failure stays an exception, so the next run of the seed tries again.
    await handler(data, { attempt: 1, isLastAttempt: false })
    for (const name of sent.get(data.mediaId) ?? []) await run(name, data)
  }
  return { jobs, run }
}

interface MediaJob {
  mediaId: string
}
